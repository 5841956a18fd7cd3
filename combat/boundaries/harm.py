"""Rounds, and the end of a conflict."""

from django.utils.translation import gettext_lazy as _

from combat.boundaries.clock import Boundary
from combat.rules.harm import EndConflict, EndRound, ShakeOut

BOUNDARIES = (
    Boundary(
        slug="round",
        action=EndRound(),
        announces="round_began",
        counted=_("Round"),
        title=_("Next round"),
        lead=_(
            "Scratches of this round become penalty dice on any action, those of the round before "
            "are gone. Boxes 4 to 6 that were ticked this round begin to count."
        ),
    ),
    Boundary(
        slug="conflict",
        action=EndConflict(),
        announces="conflict_over",
        restarts=("round",),
        offers=ShakeOut(),
        counted=_("Conflict"),
        title=_("End of the conflict"),
        lead=_(
            "Nobody is out any more, and dice that wait are gone. Ticked boxes stay. "
            "The next conflict begins with round 1."
        ),
        offer=_(
            "Shake-out: the ticks slide down to the lowest boxes. "
            "Whose ticks do is for you to decide."
        ),
    ),
)

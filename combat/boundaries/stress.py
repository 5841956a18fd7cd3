"""Exchanges, scenes, sessions and scenarios."""

from django.utils.translation import gettext_lazy as _

from combat.boundaries.clock import Boundary
from combat.rules.stress import EndScenario, EndScene, EndSession, ScenarioEnded, SessionEnded


def _recovers(effect: SessionEnded | ScenarioEnded) -> bool:
    return bool(effect.cleared or effect.stayed)


BOUNDARIES = (
    Boundary(
        slug="exchange",
        action=None,
        announces="exchange_began",
        counted=_("Exchange"),
        title=_("Next exchange"),
        lead=_("Nothing recovers between exchanges."),
    ),
    Boundary(
        slug="scene",
        action=EndScene(),
        announces="scene_began",
        restarts=("exchange",),
        asks="rested",
        question=_("had a chance to rest"),
        counted=_("Scene"),
        title=_("End scene"),
        lead=_(
            "Stress clears, and whoever was out is back. A mild consequence goes where there was "
            "a chance to rest."
        ),
    ),
    Boundary(
        slug="session",
        action=EndSession(),
        announces="session_began",
        asks="makes_sense",
        question=_("it makes sense in the story"),
        is_told=_recovers,
        counted=_("Session"),
        title=_("End session"),
        lead=_(
            "A moderate consequence of an earlier session goes where that makes sense. "
            "To clear stress too, end the scene first."
        ),
    ),
    Boundary(
        slug="scenario",
        action=EndScenario(),
        announces="scenario_began",
        asks="makes_sense",
        question=_("it makes sense in the story"),
        is_told=_recovers,
        counted=_("Scenario"),
        title=_("End scenario"),
        lead=_("A severe consequence goes where that makes sense in the story."),
    ),
)

"""What happens at the table besides the log: rolls that wait to be used."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from sheets.fields import JSONField
from sheets.models import Campaign, Character, LogEntry, new_key

# Rolls of a character that are offered for use, the newest first.
OFFERED = 5


class Dice(models.TextChoices):
    FUDGE = "fudge", _("Fudge dice")
    D6 = "d6", _("d6")
    D10 = "d10", _("d10")


class RollQuerySet(models.QuerySet["Roll"]):
    def unused(self) -> "RollQuerySet":
        """Rolls that stand and that nothing that stands has used."""
        is_free = Q(applied_by=None) | Q(applied_by__undone_by__isnull=False)
        return self.filter(is_free, entry__undone_by=None)

    def offered_to(self, character: Character) -> list["Roll"]:
        """The newest unused rolls of Fudge dice of a character."""
        found = self.unused().filter(character=character, dice=Dice.FUDGE)
        return list(found.select_related("entry")[:OFFERED])


class Roll(models.Model):
    """Dice that the server rolled, stored with their entry; what they decide may use them once."""

    key = models.CharField(max_length=16, unique=True, default=new_key)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="rolls")
    entry = models.OneToOneField(LogEntry, models.CASCADE, related_name="roll")
    character = models.ForeignKey(Character, models.CASCADE, null=True, related_name="rolls")
    dice = models.CharField(max_length=8, choices=Dice)
    faces = JSONField(default=list)
    # The success level, the successes or the sum: what the roll is good for.
    total = models.IntegerField()
    # The pool of the ability, where a ruleset has such.
    source = models.CharField(max_length=16, blank=True)
    # Not for everybody's eyes.
    is_secret = models.BooleanField(default=False)
    applied_by = models.ForeignKey(
        LogEntry, models.SET_NULL, null=True, blank=True, related_name="rolls_applied"
    )

    objects = RollQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.dice}: {self.total}"

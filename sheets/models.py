"""Who plays what, who may look, and what has happened."""

import secrets
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from sheets.fields import JSONField

SCHEMA = 1


def new_key() -> str:
    """A random name for addresses, ids and streams; gaps in numbers would tell of hidden things."""
    return secrets.token_urlsafe(9)


class Role(models.TextChoices):
    GM = "gm", _("GM")
    PLAYER = "player", _("player")
    SPECTATOR = "spectator", _("spectator")


class Kind(models.TextChoices):
    PC = "pc", _("player character")
    NPC = "npc", _("NPC")


class Visibility(models.TextChoices):
    ALL = "all", _("everyone sees all of it")
    NAME = "name", _("everyone sees the name only")
    HIDDEN = "hidden", _("only the GM sees it")


# The visibility of a log line that concerns nobody else, whatever its character shows.
GM_ONLY = "gm"


class Campaign(models.Model):
    key = models.CharField(max_length=16, unique=True, default=new_key)
    name = models.CharField(max_length=200)
    ruleset = models.CharField(max_length=16)
    language = models.CharField(max_length=8, default="en")
    time_zone = models.CharField(max_length=64, default="UTC")
    options = JSONField(default=dict)
    texts = JSONField(default=dict)
    clock = JSONField(default=dict)
    players_edit_numbers = models.BooleanField(default=True)
    # A private copy of a demo; and the demo of its ruleset that everybody on this server shares.
    is_demo = models.BooleanField(default=False)
    is_shared_demo = models.BooleanField(default=False)
    seq = models.PositiveBigIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Character(models.Model):
    """One row is a character's whole state: a hit locks it, reads it once, writes it once."""

    key = models.CharField(max_length=16, unique=True, default=new_key)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="characters")
    name = models.CharField(max_length=200)
    player = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PC)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.ALL)
    position = models.PositiveIntegerField(default=0)
    removed = models.BooleanField(default=False)
    schema = models.PositiveSmallIntegerField(default=SCHEMA)
    traits = JSONField(default=dict)
    sheet = JSONField(default=dict)
    condition = JSONField(default=dict)
    # The condition before the newest action, while that action is the newest change:
    # what differs from it is drawn as just marked.
    previous = JSONField(null=True, default=None)
    # What was declared and waits for the player's or the GM's answer, in order:
    # [{"key": the key of the declaration's group, "facts": {...}}, ...]
    waiting = JSONField(default=list)
    version = models.PositiveBigIntegerField(default=1)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_pc(self) -> bool:
        return self.kind == Kind.PC

    @property
    def is_hidden(self) -> bool:
        return self.visibility == Visibility.HIDDEN

    @property
    def initials(self) -> str:
        words = self.name.split()
        letters = [word[0] for word in words[:2]] if len(words) > 1 else [self.name[:2]]
        return "".join(letters)


class Link(models.Model):
    """A way in. Its token is stored hashed, to open by, and encrypted, to be shown to the GM."""

    key = models.CharField(max_length=16, unique=True, default=new_key)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="links")
    role = models.CharField(max_length=16, choices=Role)
    # A player link without a character lets whoever opens it choose one.
    character = models.ForeignKey(
        Character, models.CASCADE, null=True, blank=True, related_name="links"
    )
    label = models.CharField(max_length=80, blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    token_sealed = models.TextField()
    created = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.label or self.key

    @property
    def is_chooser(self) -> bool:
        return self.role == Role.PLAYER and self.character_id is None


class LogEntry(models.Model):
    """One thing that happened, in the order of the campaign's `seq`."""

    key = models.CharField(max_length=16, unique=True, default=new_key)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="entries")
    seq = models.PositiveBigIntegerField()
    created = models.DateTimeField(auto_now_add=True)
    link = models.ForeignKey(Link, models.SET_NULL, null=True, related_name="+")
    who = models.CharField(max_length=16, choices=Role)
    type = models.CharField(max_length=32)
    action = JSONField(default=dict)
    # [{"character": key or "", "visibility": as it was then, "effect": {...}}, ...]
    effects = JSONField(default=list)
    note = models.CharField(max_length=80, blank=True)
    token = models.CharField(max_length=64, null=True, default=None)  # noqa: DJ001  many have none
    digest = models.CharField(max_length=64, blank=True)
    group = models.CharField(max_length=16, blank=True)
    # Whether anybody but the GM may have seen it.
    public = models.BooleanField(default=False)
    undoable = models.BooleanField(default=False)
    undone_by = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="undid"
    )

    class Meta:
        ordering = ["-seq"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "seq"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["campaign", "token"], name="one_entry_a_token"),
        ]

    @property
    def stands(self) -> bool:
        """Whether it can be undone and was not."""
        return self.undoable and self.undone_by_id is None


class Change(models.Model):
    """What one entry did to one character, or to the campaign where there is none."""

    entry = models.ForeignKey(LogEntry, models.CASCADE, related_name="changes")
    character = models.ForeignKey(Character, models.CASCADE, null=True, related_name="changes")
    before: Any = JSONField()
    after: Any = JSONField()
    version = models.PositiveBigIntegerField(default=0)

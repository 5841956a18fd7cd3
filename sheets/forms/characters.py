"""The form of a character: what all games share, and the part of its ruleset."""

from collections.abc import Mapping
from copy import copy
from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy as _

from sheets.access import Viewer
from sheets.forms.fields import LineField, SheetForm, TextField, whole_number
from sheets.journal import Stale
from sheets.models import Character, Kind, Visibility, new_key
from sheets.traits import TRAITS_FORMS
from sheets.traits.form import TraitsForm

type Data = Mapping[str, Any] | None

LARGEST_VERSION = 2**53
MOST_COPIES = 20


class OwnForm(SheetForm):
    """What a player writes about the own character."""

    places = {"name": "name", "about": "sheet.about", "notes": "sheet.notes"}

    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION, widget=forms.HiddenInput)
    name = LineField(
        label=_("Name"),
        error_messages={"required": _("Give a name.")},
        widget=forms.TextInput(attrs={"class": "hand"}),
    )
    about = LineField(
        label=_("In a few words"),
        required=False,
        widget=forms.TextInput(attrs={"class": "hand"}),
    )
    notes = TextField(label=_("Notes for everyone"), required=False)


class CharacterForm(OwnForm):
    """What a GM writes about any character."""

    places = OwnForm.places | {
        "player": "player",
        "kind": "kind",
        "visibility": "visibility",
        "gm_notes": "sheet.gm_notes",
    }

    player = LineField(label=_("Player's name"), required=False)
    kind = forms.ChoiceField(
        label=_("Kind"), choices=Kind.choices, initial=Kind.PC, widget=forms.RadioSelect
    )
    visibility = forms.ChoiceField(
        label=_("Who sees it"), choices=Visibility.choices, initial=Visibility.ALL
    )
    gm_notes = TextField(label=_("Notes for the GM"), required=False)


class NewCharacterForm(CharacterForm):
    """A character that is not there yet."""

    version = None  # type: ignore[assignment]  # how a form drops a field that it inherits
    token = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)


class CopiesForm(forms.Form):
    """How many copies of a character are wanted."""

    count = whole_number(1, MOST_COPIES, label=_("How many"), initial=1)
    token = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)


class CharacterForms:
    """Both parts of a character's form, filled in and sent together."""

    def __init__(self, shared: SheetForm, traits: TraitsForm) -> None:
        self.shared = shared
        self.traits = traits

    @classmethod
    def new(cls, viewer: Viewer, data: Data = None, *, kind: str = "") -> Self:
        """The form for a new character; an NPC stays hidden until the GM says otherwise."""
        initial = {"token": new_key()}
        if kind == Kind.NPC:
            initial |= {"kind": Kind.NPC, "visibility": Visibility.HIDDEN}
        traits = TRAITS_FORMS[viewer.campaign.ruleset]
        return cls(NewCharacterForm(data, initial=initial), traits.new(viewer.campaign, data))

    @classmethod
    def edit(cls, viewer: Viewer, character: Character, data: Data = None) -> Self:
        """The form with what this viewer may edit of a character."""
        shared = CharacterForm if viewer.is_gm else OwnForm
        traits = TRAITS_FORMS[viewer.campaign.ruleset]
        return cls(
            shared(data, character=character, initial={"version": character.version}),
            traits(
                data,
                character=character,
                may_edit_numbers=viewer.may_edit_numbers(character),
            ),
        )

    @classmethod
    def after_change(cls, viewer: Viewer, stale: Stale) -> Self:
        """The form after somebody else changed the same: what was typed, beside each clash what
        is there now, and everywhere else the newer values."""
        current: Character = stale.facts["current"]
        merged = copy(current)
        for name, value in stale.facts["merged"].items():
            setattr(merged, name, value)
        again = cls.edit(viewer, merged)
        again = cls.edit(viewer, merged, again.shared.typed() | again.traits.typed())
        now = cls.edit(viewer, current)
        for place in stale.facts["fields"]:
            again.shared.say_changed(place, now.shared)
            again.traits.say_changed(place, now.traits)
        return again

    def is_valid(self) -> bool:
        return all([self.shared.is_valid(), self.traits.is_valid()])

    def values(self) -> dict[str, Any]:
        """What was filled in, as services take it."""
        values = self.shared.values()
        for name, part in self.traits.values().items():
            values[name] = values.get(name, {}) | part
        return values

    def with_more_rows(self) -> Self:
        """The form as it was typed, with room for more in its lists and nothing judged yet."""
        self.shared.errors.clear()
        return type(self)(self.shared, self.traits.with_more_rows())

"""What the hit panels of all rulesets have in common."""

import uuid
from typing import Any, ClassVar, Self, cast

from django import forms
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sheets.models import Character, LogEntry


class PanelForm(forms.Form):
    """One panel beside the roster: its form with the request token, its title and template."""

    slug: ClassVar[str]
    title: ClassVar[Any]
    template: ClassVar[str]
    # The tabs show the classes; a template would call them.
    do_not_call_in_templates: ClassVar[bool] = True

    token = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        self.characters: list[Character] = kwargs.pop("characters")
        initial = {"token": new_request_token()} | (kwargs.pop("initial", None) or {})
        super().__init__(data, initial=initial, auto_id=f"{self.slug}-%s", **kwargs)
        self.use_required_attribute = False

    @classmethod
    def opened(cls, characters: list[Character], query: QueryDict) -> Self:
        """The panel as it is opened, nothing filled in; the query may say for whom."""
        return cls(characters=characters)

    def with_new_token(self) -> Self:
        """The same form with the same values, ready to be sent as a new request."""
        data = cast(QueryDict, self.data).copy()
        data["token"] = new_request_token()
        fresh = self._again(data)
        fresh.full_clean()
        return fresh

    def _again(self, data: QueryDict) -> Self:
        return type(self)(data, characters=self.characters)


class HitForm(PanelForm):
    """Targets and a note; each ruleset adds its own fields and `action`."""

    slug = "hit"
    title = _("Hit")

    note = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=LogEntry._meta.get_field("note").max_length,
        widget=forms.TextInput(attrs={"placeholder": _("what did it, for the log")}),
    )
    targets = forms.MultipleChoiceField(
        label=_("Target"),
        error_messages={
            "required": _("Pick at least one target."),
            "invalid_choice": _("A target was removed meanwhile."),
        },
    )

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        targets = cast(forms.MultipleChoiceField, self.fields["targets"])
        targets.choices = [(c.key, c.name) for c in self.characters]

    def action(self) -> Any:
        """What was filled in, as an action of the rules; the form is valid."""
        raise NotImplementedError

    @property
    def chosen(self) -> list[Character]:
        """The characters picked so far, valid or not."""
        picked = set(self["targets"].value() or ())
        return [c for c in self.characters if c.key in picked]


def new_request_token() -> str:
    return str(uuid.uuid4())


def _say_within(low: int, high: int) -> str:
    return gettext("Give a whole number from %(low)d to %(high)d.") % {"low": low, "high": high}


# Forms are made when the server starts, the sentence is spoken in the viewer's language.
_within = lazy(_say_within, str)


def whole_number(
    label: Any, low: int, high: int, *, initial: int | None, required: bool = True
) -> forms.IntegerField:
    """A whole number in a text input: a wheel over it must not change it."""
    said = _within(low, high)
    return forms.IntegerField(
        label=label,
        min_value=low,
        max_value=high,
        initial=initial,
        required=required,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), said),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 7}),
    )

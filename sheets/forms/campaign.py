"""Forms about a campaign: the new one, its settings, its end."""

import unicodedata
import zoneinfo
from functools import cache
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Layout
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.template.defaultfilters import yesno
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from sheets.forms.fields import LineField
from sheets.models import Campaign, new_key
from sheets.traits import TRAITS_FORMS

NAME = pgettext_lazy("of a campaign", "Name")

# Names that some systems keep beside the zones.
_NO_ZONES = {"Factory", "localtime"}


@cache
def time_zones() -> list[str]:
    """The names of all time zones, sorted."""
    return sorted({"UTC"} | zoneinfo.available_timezones() - _NO_ZONES)


def rulesets() -> list[tuple[str, str]]:
    """The rulesets that can be played."""
    return [(slug, slug) for slug in TRAITS_FORMS]


class CampaignForm(forms.Form):
    """A new campaign; the time zone is what the browser says, if it says anything sensible."""

    name = LineField(
        label=NAME,
        widget=forms.TextInput(attrs={"class": "hand big"}),
        error_messages={"required": gettext_lazy("Give the campaign a name.")},
    )
    ruleset = forms.ChoiceField(
        label=gettext_lazy("Rules: pick by the track you draw on paper"),
        choices=rulesets,
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Pick the rules you play by."),
            "invalid_choice": gettext_lazy("Pick the rules you play by."),
        },
    )
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)
    token = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("ruleset", next(iter(TRAITS_FORMS)))
        self.initial.setdefault("token", new_key())
        self.helper = _helper(
            "name", Field("ruleset", template="sheets/ruleset_cards.html"), "time_zone", "token"
        )

    def clean_time_zone(self) -> str:
        zone = self.cleaned_data["time_zone"]
        return zone if zone in time_zones() else "UTC"


class SettingsForm(forms.Form):
    """A campaign's settings; only what the person changed on the page counts as changed."""

    name = LineField(label=NAME, widget=forms.TextInput(attrs={"class": "hand"}))
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=settings.LANGUAGES,
        help_text=gettext_lazy(
            "For those whose browser asks for no language that Deník speaks. "
            "Everybody can switch at the foot of the page."
        ),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=lambda: [(zone, zone.replace("_", " ")) for zone in time_zones()],
    )
    players_edit_numbers = forms.BooleanField(
        label=gettext_lazy("Players may change the numbers that the rules use"), required=False
    )

    def __init__(self, data: QueryDict | None = None, *, campaign: Campaign) -> None:
        now = {name: getattr(campaign, name) for name in self.base_fields}
        super().__init__(data, initial=now)
        for field in self.fields.values():
            field.show_hidden_initial = True
        self.helper = _helper("name", "language", "time_zone", "players_edit_numbers")

    def clean(self) -> None:
        for name in self.changed_data:
            if name in self.cleaned_data and self._changed_meanwhile(name):
                self.add_error(name, self._what_it_is_now(name))
                # Who saves again has read it.
                read = {self[name].html_initial_name: self.initial[name]}
                self.data = {**dict(self.data.items()), **read}

    def _changed_meanwhile(self, name: str) -> bool:
        shown = self.data.get(self[name].html_initial_name)
        now = self.initial[name]
        return shown is not None and str(now) not in (shown, str(self.cleaned_data[name]))

    def _what_it_is_now(self, name: str) -> ValidationError:
        now = self.initial[name]
        choices = dict(getattr(self.fields[name], "choices", ()))
        said = yesno(now, _("yes,no")) if isinstance(now, bool) else choices.get(now, now)
        return ValidationError(
            _("Meanwhile somebody set this to “%(now)s”. Save again to overwrite it."),
            params={"now": said},
        )

    def changes(self) -> dict[str, Any]:
        """What the person changed."""
        return {name: self.cleaned_data[name] for name in self.changed_data}


class DeletionForm(forms.Form):
    """The campaign's name, typed by somebody who means it."""

    name = forms.CharField(label=gettext_lazy("The campaign's name"), max_length=200)

    def __init__(self, data: QueryDict | None = None, *, campaign: Campaign) -> None:
        super().__init__(data)
        self.campaign = campaign
        self.helper = _helper("name")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if _composed(name) != _composed(self.campaign.name.strip()):
            raise ValidationError(_("That is not the name of this campaign."))
        return name


def _composed(text: str) -> str:
    # Keyboards write the same letter with a háček in one character or in two.
    return unicodedata.normalize("NFC", text)


def _helper(*fields: Any) -> FormHelper:
    helper = FormHelper()
    helper.form_tag = False
    helper.layout = Layout(*fields)
    return helper

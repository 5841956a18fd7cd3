"""What a table of `stress` sets for all its characters."""

from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from sheets.dials import dial_of
from sheets.forms.fields import LinesField
from sheets.models import Campaign


class TableForm(forms.Form):
    """The dial, and the approaches or skills that a new character starts with."""

    dial = forms.ChoiceField(
        label=_("The game you play"),
        choices=[
            ("accelerated", _("Accelerated: one track, box by number")),
            ("core", _("Core: two tracks, box by number")),
            ("condensed", _("Condensed: two tracks, boxes of one shift")),
        ],
        widget=forms.RadioSelect,
        help_text=_("Changes every character. Boxes that were as the book has them follow."),
    )
    approaches = LinesField(
        label=_("Approaches or skills of new characters"),
        required=False,
        help_text=_("one a line; none: the six approaches of Accelerated"),
    )

    def __init__(self, data: QueryDict | None = None, *, campaign: Campaign) -> None:
        now: dict[str, Any] = {
            "dial": dial_of(campaign),
            "approaches": campaign.texts.get("approaches", []),
        }
        super().__init__(data, initial=now)
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.layout = Layout("dial", "approaches")

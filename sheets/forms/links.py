"""Forms about links: a new one, its label, the choice of a character."""

from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Layout
from django import forms
from django.utils.translation import gettext_lazy

from sheets.models import Character, new_key


class RenewalForm(forms.Form):
    """A link in place of another."""

    token = forms.CharField(required=False, max_length=64)


class LinkForm(RenewalForm):
    """A new player link, for a character or for choosing one."""

    character = forms.CharField(required=False, max_length=16)


class LabelForm(forms.Form):
    """What the GM calls a link: as a rule the person who holds it."""

    label = forms.CharField(label=gettext_lazy("Who has this link"), required=False, max_length=80)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False


class ChoiceForm(forms.Form):
    """A character that is still free, and who takes it."""

    # Whether it is free is decided under the campaign's lock, not here.
    character = forms.CharField(
        label=gettext_lazy("Your character"),
        max_length=16,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose a character.")},
    )
    label = forms.CharField(label=gettext_lazy("Your name"), required=False, max_length=80)
    token = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("token", new_key())
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.layout = Layout(
            Field("character", template="sheets/character_choice.html"), "label", "token"
        )

    def offer(self, characters: list[Character]) -> None:
        """Show these characters to choose from."""
        choices = [(character.key, character.name) for character in characters]
        self.fields["character"].widget.choices = choices

"""Fields that say what they hold in a sentence, and forms that know where it is kept."""

import unicodedata
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from sheets.models import Character

LONGEST_LINE = 200
LONGEST_TEXT = 20_000
MOST_LINES = 40


class LineField(forms.CharField):
    """One line of text, empty if nobody could see anything of it. Too long a line is named, not
    cut off by the browser while it is pasted."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[MaxLengthValidator(LONGEST_LINE)], **kwargs)

    def to_python(self, value: Any) -> str:
        line = " ".join((super().to_python(value) or "").split())
        return line if any(map(_is_seen, line)) else ""


# Letters and a sign that are drawn as nothing.
_BLANKS = set("\u115f\u1160\u2800\u3164\uffa0")


def _is_seen(character: str) -> bool:
    # Controls, formats like the space without a width, separators; combining marks on their own.
    return unicodedata.category(character)[0] not in "CZM" and character not in _BLANKS


class TextField(forms.CharField):
    """Paragraphs of text, with the line ends that they were stored with."""

    widget = forms.Textarea(attrs={"rows": 4})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[MaxLengthValidator(LONGEST_TEXT)], **kwargs)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n").replace("\r", "\n")


class LinesField(TextField):
    """A list of lines, one below the other."""

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        lines = (" ".join(line.split()) for line in super().to_python(value).splitlines())
        return [line for line in lines if line]

    def validate(self, value: Any) -> None:
        if len(value) > MOST_LINES:
            raise ValidationError(gettext("A list has at most 40 lines."))
        if any(len(line) > LONGEST_LINE for line in value):
            raise ValidationError(gettext("A line is at most 200 characters long."))

    def run_validators(self, value: Any) -> None:
        """The lines were judged one by one."""


def whole_number(low: int, high: int, **kwargs: Any) -> forms.IntegerField:
    """A whole number in a text input: a wheel over it must not change it."""
    sentence = format_lazy(
        gettext_lazy("Give a whole number from {low} to {high}."), low=low, high=high
    )
    return forms.IntegerField(
        min_value=low,
        max_value=high,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        **kwargs,
    )


class SheetForm(forms.Form):
    """A form for things that a character keeps."""

    # Field by field the path to where a character keeps it, like "sheet.notes".
    places: ClassVar[Mapping[str, str]] = {}

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        character: Character | None = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        kept = self._kept_by(character) if character else {}
        super().__init__(data, initial=kept | dict(initial or {}), use_required_attribute=False)

    def _kept_by(self, character: Character) -> dict[str, Any]:
        kept = {}
        for name, place in self.places.items():
            value = _value_at(character, place)
            if value is not None:
                kept[name] = value
        return kept

    def values(self) -> dict[str, Any]:
        """What a valid form says, by the names that services and characters use."""
        values: dict[str, Any] = {}
        for name, place in self.places.items():
            if name in self.fields:
                *outer, last = place.split(".")
                inner = values
                for part in outer:
                    inner = inner.setdefault(part, {})
                inner[last] = self.cleaned_data[name]
        return values

    def typed(self) -> dict[str, Any]:
        """What would be sent if the form were sent as it stands."""
        return {field.html_name: field.value() for field in self}

    def say_changed(self, place: str, now: "SheetForm") -> None:
        """Say next to the field for a path what it holds now, if this form has that field."""
        for name, path in self.places.items():
            if path == place and name in self.fields:
                self.add_error(name, changed_meanwhile(now.told(name)))

    def told(self, name: str) -> str:
        """What stands in a field, in words."""
        value = self[name].value()
        choices = dict(getattr(self.fields[name], "choices", ()))
        return str(choices.get(value, value))


def changed_meanwhile(now: str) -> ValidationError:
    return ValidationError(
        gettext("Meanwhile somebody set this to “%(now)s”. Save again to overwrite it."),
        params={"now": now},
    )


def _value_at(character: Character, place: str) -> Any:
    name, *inner = place.split(".")
    value = getattr(character, name)
    for key in inner:
        value = value.get(key) if value else None
    return value

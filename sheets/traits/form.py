"""What the traits forms of all rulesets have in common."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from sheets.forms.fields import SheetForm
from sheets.models import Campaign, Character


class TraitsForm(SheetForm):
    """A character's traits and what its ruleset keeps on the sheet.

    It has no fields where there is nothing that this viewer may edit.
    """

    template: ClassVar[str]

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        character: Character | None = None,
        may_edit_numbers: bool = True,
    ) -> None:
        super().__init__(data, character=character)
        self.may_edit_numbers = may_edit_numbers

    @classmethod
    def new(cls, campaign: Campaign, data: Mapping[str, Any] | None = None) -> Self:
        """The form of a character that is not there yet."""
        return cls(data)

    def with_more_rows(self) -> Self:
        """The form as it was typed, with room for more in its lists and nothing judged yet."""
        self.errors.clear()
        return self

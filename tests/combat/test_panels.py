"""What the hit panel accepts, and what it says to the rest."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.http import QueryDict
from django.utils import translation

from combat.panels.harm import HitPanel
from combat.rules.harm import Harm
from sheets.models import Character
from tests.combat.table import Table, hit_form

WITHIN = "Give a whole number from 0 to 1000."


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def filled(table: Table, *targets: Character, **values: Any) -> HitPanel:
    data = QueryDict(mutable=True)
    for name, value in hit_form(*targets or (table.ana,), **values).items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return HitPanel(data, characters=[table.ana, table.bo])


def test_a_filled_panel_is_an_action(table: Table) -> None:
    panel = filled(table, amount="3", source="reason")

    assert panel.is_valid()
    assert panel.action() == Harm(amount=3, source="reason")
    assert panel.chosen == [table.ana]


@pytest.mark.parametrize("amount", ["0", "1000", " 7 "])
def test_an_amount_within_the_limits_is_taken(table: Table, amount: str) -> None:
    panel = filled(table, amount=amount)

    assert panel.is_valid()
    assert panel.action().amount == int(amount)


@pytest.mark.parametrize(
    "amount", ["", "-3", "1001", "2.5", "2,5", "abc", "9" * 31, "9" * 5000, "1\x00", "0x2", "1e2"]
)
def test_an_amount_that_is_no_whole_number_within_the_limits_is_named(
    table: Table, amount: str
) -> None:
    panel = filled(table, amount=amount)

    assert panel.errors == {"amount": [WITHIN]}
    assert panel["amount"].value() == amount


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"targets": []}, "targets", "Pick at least one target."),
        ({"targets": ["nobody"]}, "targets", "A target was removed meanwhile."),
        ({"source": ""}, "source", "This field is required."),
        ({"note": "x" * 81}, "note", "Ensure this value has at most 80 characters (it has 81)."),
        ({"note": "a\x00b"}, "note", "Null characters are not allowed."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    table: Table, wrong: dict[str, Any], field: str, said: str
) -> None:
    assert filled(table, **wrong).errors == {field: [said]}


def test_a_source_that_is_none_is_refused(table: Table) -> None:
    assert list(filled(table, source="strength").errors) == ["source"]


@pytest.mark.parametrize("token", ["", "x" * 65, "a\x00b"])
def test_a_request_without_a_sound_token_is_no_hit(table: Table, token: str) -> None:
    assert list(filled(table, token=token).errors) == ["token"]


def test_every_empty_panel_has_a_token_of_its_own(table: Table) -> None:
    first, second = (HitPanel(characters=[table.ana])["token"].value() for _ in range(2))

    assert first != second


def test_the_same_values_under_a_new_token(table: Table) -> None:
    panel = filled(table, amount="4", note="claws")

    again = panel.with_new_token()

    assert again["token"].value() != panel["token"].value()
    assert again.is_valid()
    assert (again["amount"].value(), again["note"].value()) == ("4", "claws")
    assert again.chosen == [table.ana]

"""What the traits form of a ruleset reads and gives, and what new traits do to a condition."""

from typing import Any

import msgspec
import pytest

from combat.rules import RULESETS
from combat.rules.harm import Harm, Heal
from combat.services import apply_action
from sheets import services
from sheets.models import Character
from sheets.traits import TRAITS_FORMS
from sheets.traits.form import TraitsForm
from sheets.traits.harm import MOST_ABILITIES, HarmTraits
from tests.sheets.conftest import Guest

STRONG = {"pools": {"vigor": 3, "instinct": 5, "reason": 2}}
TRACKING = {"name": "Stopovanie", "pool": "instinct", "level": 2}


def katka() -> Character:
    return Character(name="Katka", traits=STRONG, sheet={"abilities": [TRACKING]})


def sent(form: TraitsForm, **changes: Any) -> HarmTraits:
    return HarmTraits(form.typed() | changes)


def test_a_form_sent_as_it_stands_changes_nothing() -> None:
    form = sent(HarmTraits(character=katka()))

    assert form.is_valid()
    assert form.values() == {"traits": STRONG, "sheet": {"abilities": [TRACKING]}}


def test_an_emptied_row_is_dropped_and_a_new_one_is_taken() -> None:
    shown = HarmTraits(character=katka())
    swap = {"ability-0-name": "", "ability-0-level": "", "ability-1-name": "Lov"}

    form = sent(shown, **swap, **{"ability-1-pool": "vigor", "ability-1-level": "0"})

    assert form.is_valid()
    assert form.values()["sheet"] == {"abilities": [{"name": "Lov", "pool": "vigor", "level": 0}]}


def test_rows_end_at_a_number_that_fits_the_sheet() -> None:
    form = HarmTraits(character=katka())

    while form.has_room:
        form = form.with_more_rows()

    assert len(form.abilities.forms) == len(form.with_more_rows().abilities.forms)
    assert len(form.abilities.forms) == MOST_ABILITIES


@pytest.mark.parametrize("count", ["1000000000", "", "ten"])
def test_an_invented_number_of_rows_does_no_harm(count: str) -> None:
    form = sent(HarmTraits(character=katka()), **{"ability-TOTAL_FORMS": count})

    assert not form.is_valid()
    assert len(form.with_more_rows().abilities.forms) <= MOST_ABILITIES


def test_without_the_right_to_numbers_there_is_nothing_to_send() -> None:
    form = HarmTraits({"vigor": "9"}, character=katka(), may_edit_numbers=False)

    assert form.is_valid()
    assert (list(form.fields), form.values()) == ([], {})


@pytest.fixture
def jano(gm: Guest) -> Character:
    return services.add_character(viewer=gm.viewer, name="Jano", traits=STRONG)


def set_pools(gm: Guest, character: Character, **pools: int) -> dict[str, int]:
    """Give new starting points; the points left."""
    current = Character.objects.get(pk=character.pk)
    services.edit_character(
        viewer=gm.viewer,
        character=current,
        version=current.version,
        values={"traits": {"pools": pools}},
    )
    left: dict[str, int] = Character.objects.get(pk=character.pk).condition["pools"]
    return left


def test_points_nobody_spent_follow_the_new_start(gm: Guest, jano: Character) -> None:
    left = set_pools(gm, jano, vigor=6)

    assert left == {"vigor": 6, "instinct": 5, "reason": 2}


def test_points_that_were_spent_stay_as_they_are(gm: Guest, jano: Character) -> None:
    for action in (Harm(amount=2, source="vigor"), Heal(box=2)):
        apply_action(viewer=gm.viewer, targets=[jano.key], action=action)

    left = set_pools(gm, jano, vigor=6, reason=1)

    assert left == {"vigor": 1, "instinct": 5, "reason": 1}


def test_new_starting_points_leave_every_mark(gm: Guest, jano: Character) -> None:
    apply_action(viewer=gm.viewer, targets=[jano.key], action=Harm(amount=3, source="reason"))
    before = Character.objects.get(pk=jano.pk).condition

    set_pools(gm, jano, vigor=6)

    after = Character.objects.get(pk=jano.pk).condition
    assert after == before | {"pools": {"vigor": 6, "instinct": 5, "reason": 2}}
    assert before["boxes"][2] == "reason"


@pytest.mark.parametrize("slug", TRAITS_FORMS)
def test_the_form_of_every_ruleset_says_what_its_rules_can_read(slug: str) -> None:
    traits_form = TRAITS_FORMS[slug]
    form = traits_form(traits_form().typed())

    assert form.is_valid()
    traits = msgspec.convert(form.values()["traits"], RULESETS[slug].Traits)
    assert RULESETS[slug].unharmed(traits) == RULESETS[slug].fit(traits, RULESETS[slug].Given())

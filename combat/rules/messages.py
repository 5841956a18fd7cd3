"""The English sentences of the batch contract; the pages have words of their own."""

from combat.rules.ruleset import Refused

MESSAGES = {
    # invalid_request, by reason
    "counter_full": "{key} is at {value}: {by} more would pass {limit}.",
    "fresh_not_ascending": "fresh lists boxes in ascending order: box {box} is out of place.",
    "fresh_not_ticked": "fresh names box {box}, which is not ticked.",
    # harm
    "box_not_marked": "Box {box} is not marked.",
    "not_enough_points": "Box {box} costs {price} of {pool}, which has {points} left.",
    "pool_short": "This costs {price} of {pool}, which has {points} left.",
    "pool_full": "{pool} cannot rise by {gain}: it has {points} of {start}.",
    "action_impossible": "A broken character without points of {pool} cannot act with it.",
    # health
    "nothing_heals_the_dead": "Nothing heals the dead ({marks}).",
    "nothing_to_heal": "{levels} of {kind} cannot be healed: only {marked} marked.",
    "not_healable_by_faith": "Faith heals bashing and lethal levels, never {kind} ones.",
    "no_faith": "Faith is at {faith}: {points} cannot be spent.",
    "wrong_number_of_soak_dice": "The number of soak dice must be {needed}, not {dice}.",
    "wrong_number_of_damage_dice": "The number of damage dice must be {needed}, not {dice}.",
    "weapon_missing": "A {maneuver} needs a weapon.",
    "marks_not_sorted": "marks are written *, then X, then /, nothing else: {marks!r} is not.",
    "too_many_marks": "The track has {levels} levels: {marks} marks are too many.",
    "dead_with_free_levels": "The track of the dead is full; levels free here: {free}.",
    # scars
    "marks_not_in_order": "{scar} holds {marks!r}: marks are Z, then S, then O, nothing else.",
    "more_marks_than_boxes": "{scar} holds {marks!r}: more marks than its boxes ({boxes}).",
    "unknown_being": "There are no feelings toward {being!r}.",
    "scar_not_burnable": "This character may not burn {scar}.",
    "over_round_limit": "{points} is too many {kind} points: this round allows {left} more.",
    "would_promote": "Burning {degree} would raise a wound of {scar} from {gone} to {arose}.",
    "no_place": "{scar} has no place for {degree}.",
    "choose_scar": "Several {kind} scars hold a Z, as {scars[0]} and {scars[1]}: name one.",
    "no_destroying_wound": "{scar} holds no Z.",
    "split_must_add_up": "The sin costs {points}: will {will} and sanity {sanity} do not add up.",
    "at_most_three_requests": "{feeling} toward {toward} has grown by {requests} requests already.",
    "not_enough_dice": "The {kind} bank holds {left}: {dice} cannot be spent.",
    # stress
    "already_out": "The character is out already: {out}.",
    "one_box_per_hit": "A hit may tick one box only: give its number, not a list of {boxes}.",
    "no_such_box": "There is no box {box}: the track has {boxes}.",
    "box_already_marked": "Box {box} is marked already.",
    "no_consequence_slots": "A nameless character has no slot for a {slot} consequence.",
    "no_such_slot": "There is no {slot} slot against this hit.",
    "slot_filled": "The {slot} slot holds a consequence already: {aspect}.",
    "aspect_required": "The {slot} consequence needs an aspect: its text is blank.",
    "slot_empty": "The {slot} slot is empty.",
    "no_free_invoke": "The {slot} consequence has no free invoke left: {aspect}.",
    "invoke_of_nothing": "The {slot} slot is empty: there is nothing to invoke.",
    "invoke_of_another": "The free invoke of the {slot} consequence is {invoker}'s, not {by}'s.",
    "invoke_of_nobody": "The free invoke of the {slot} consequence is nobody's, not {by}'s.",
    "not_enough_fate_points": "The price is {price}, but the fate points are at {points}.",
    "too_late": "The opponent has rolled: it is too late to concede.",
    "stress_length": "The number of boxes in {key} must be {needed}, not {boxes}.",
    "slot_missing": "The character has no {slot} slot for a consequence.",
    "aspect_blank": "The {slot} consequence has a blank aspect.",
    "box_would_be_lost": "Box {box} of {key} is marked and would be lost.",
    "slot_would_be_lost": "The {slot} consequence would be lost: {aspect}.",
    "too_many_fallen": "fallen cannot be {fallen} in a group of {members}.",
    "fallen_would_be_lost": "The group cannot become smaller than its fallen: {fallen}.",
    "has_a_choice": "The character has a name: its player chooses how to absorb a hit.",
    # dice
    "too_many_dice": "{dice} dice are too many: at most {limit} are rolled at once.",
    "wrong_number_of_dice": "The number of dice must be {needed}, not {dice}.",
}


def sentence(refused: Refused) -> str:
    """What a refusal says to a person, with the values at fault.

    >>> sentence(Refused("box_not_marked", box=4))
    'Box 4 is not marked.'
    >>> sentence(Refused("out_of_luck", luck=0))
    'Refused: out_of_luck (luck=0).'
    """
    template = MESSAGES.get(refused.facts.get("reason", refused.code))
    if template is None:
        facts = ", ".join(f"{key}={value!r}" for key, value in refused.facts.items())
        return f"Refused: {refused.code} ({facts})."
    return template.format_map(refused.facts)

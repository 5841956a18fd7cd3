"""The English sentences of the batch contract; the pages have words of their own."""

from combat.rules.ruleset import Refused

MESSAGES = {
    # invalid_request, by reason
    "counter_full": "{key} cannot be raised beyond {limit}.",
    "fresh_not_ascending": "fresh lists boxes in ascending order: box {box} is out of place.",
    "fresh_not_ticked": "fresh names box {box}, which is not ticked.",
    # harm
    "box_not_marked": "Box {box} is not marked.",
    "not_enough_points": "Box {box} costs {price} points of {pool}; there are {points}.",
    # dice
    "too_many_dice": "{dice} dice are too many: at most {limit} are rolled at once.",
    "wrong_number_of_dice": "{needed} dice are called for, {dice} were given.",
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

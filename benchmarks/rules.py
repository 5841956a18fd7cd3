"""How fast the rules are, as a library and through `manage.py resolve` in bulk.

    python -m benchmarks.rules [REQUESTS]

Requests are the worked examples of `tests/rules/cases`, taken apart: each has the full
condition at that point and one action, so that refusals are among them as often as there.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.machine import machine
from combat.rules import RULESETS, Ruleset
from combat.rules.ruleset import Refused

ROOT = Path(__file__).parents[1]
REQUESTS = 200_000
RUNS = 5


@dataclass(frozen=True)
class Sequence:
    """The actions of one worked example, ready to be applied."""

    ruleset: Ruleset
    id: str
    traits: Any
    condition: Any
    options: Any
    actions: list[Any]


def sequences(ruleset: Ruleset) -> list[Sequence]:
    text = (ROOT / "tests/rules/cases" / f"{ruleset.slug}.jsonl").read_text(encoding="utf-8")
    return [_sequence(ruleset, json.loads(line)) for line in text.splitlines()]


def _sequence(ruleset: Ruleset, case: dict[str, Any]) -> Sequence:
    traits = msgspec.convert(case.get("character", {}), ruleset.Traits)
    given = msgspec.convert(case.get("condition", {}), ruleset.Given)
    return Sequence(
        ruleset,
        case["id"],
        traits,
        ruleset.fit(traits, given),
        msgspec.convert(case.get("options", {}), ruleset.Options),
        [msgspec.convert(action, ruleset.Action) for action in case["actions"]],
    )


def play(sequence: Sequence) -> Iterator[tuple[Any, Any, bool]]:
    """Each condition on the way, the action that follows, and whether it is refused."""
    condition = sequence.condition
    for action in sequence.actions:
        before = condition
        try:
            outcome = sequence.ruleset.apply(sequence.traits, before, action, sequence.options)
        except Refused:
            yield before, action, True
            return
        condition = outcome.condition
        yield before, action, False


def requests(ruleset: Ruleset) -> list[bytes]:
    return [
        msgspec.json.encode(
            {
                "id": sequence.id,
                "ruleset": ruleset.slug,
                "character": sequence.traits,
                "condition": condition,
                "options": sequence.options,
                "actions": [action],
            }
        )
        for sequence in sequences(ruleset)
        for condition, action, _ in play(sequence)
    ]


def share_refused(ruleset: Ruleset) -> float:
    steps = [refused for sequence in sequences(ruleset) for _, _, refused in play(sequence)]
    return sum(steps) / len(steps)


def library_rates(ruleset: Ruleset, actions: int) -> list[float]:
    """Actions applied in a second, one after the other, without JSON: by clock, by processor."""
    found = sequences(ruleset)
    steps = sum(1 for sequence in found for _ in play(sequence))
    rounds = max(1, actions // steps)
    return [rounds * steps / seconds for seconds in best(lambda: _apply_all(found, rounds))]


def _apply_all(found: list[Sequence], rounds: int) -> None:
    for _ in range(rounds):
        for sequence in found:
            apply, condition = sequence.ruleset.apply, sequence.condition
            traits, options = sequence.traits, sequence.options
            try:
                for action in sequence.actions:
                    condition = apply(traits, condition, action, options).condition
            except Refused:
                continue


def best(run: Callable[[], None]) -> tuple[float, float]:
    """The fewest seconds on the clock, and on the processor, that a run took.

    Clock and processor agree on an idle machine; on a shared one only the processor tells.
    """
    times = [_seconds(run) for _ in range(RUNS)]
    return min(clock for clock, _ in times), min(processor for _, processor in times)


def _seconds(run: Callable[[], None]) -> tuple[float, float]:
    clock, processor = time.perf_counter(), _processor()
    run()
    return time.perf_counter() - clock, _processor() - processor


def _processor() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def command_rates(lines: Iterable[bytes], count: int) -> list[float]:
    """Requests answered in a second by one `manage.py resolve`, its start-up apart."""
    with tempfile.TemporaryDirectory() as folder:
        file, nothing = Path(folder, "requests"), Path(folder, "nothing")
        file.write_bytes(b"".join(line + b"\n" for line in islice(cycle(lines), count)))
        nothing.write_bytes(b"")
        took, start_up = best(lambda: _resolve(file)), best(lambda: _resolve(nothing))
    return [count / (long - short) for long, short in zip(took, start_up, strict=True)]


def _resolve(file: Path) -> None:
    command = [sys.executable, "manage.py", "resolve", str(file)]
    with Path(os.devnull).open("wb") as nowhere:
        subprocess.run(command, check=False, cwd=ROOT, stdout=nowhere)


def main(count: int) -> None:
    print(machine())
    print("in a second, by the clock and by the processor")
    print(f"{'':8} {'actions':>21} {'requests':>21} {'bytes':>6} {'refused':>8}")
    taken_apart = {slug: requests(ruleset) for slug, ruleset in RULESETS.items()}
    for slug, lines in taken_apart.items():
        rates = library_rates(RULESETS[slug], count) + command_rates(lines, count)
        size, refused = sum(map(len, lines)) / len(lines), share_refused(RULESETS[slug])
        print(f"{slug:8}", *[f"{rate:10,.0f}" for rate in rates], f"{size:6.0f} {refused:8.0%}")
    even = chain.from_iterable(zip(*map(cycle, taken_apart.values()), strict=True))
    print(f"{'mix':30}", *[f"{rate:10,.0f}" for rate in command_rates(even, count)])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS)

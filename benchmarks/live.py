"""From a hit to the last viewer, beside a bare stream that stores nothing, in one run.

    python -m benchmarks.live [ROUNDS]

Both servers run the whole time, with as many streams open, and are measured in turn, thirty hits
a round. The viewers are the GM's console and as many walls as sheets of the five players.
"""

import asyncio
import statistics
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import servers
from benchmarks.browsers import Connection, Crowd, clock
from benchmarks.machine import load, machine
from benchmarks.sides import Side, bare_side, denik_side

ROUNDS = 3
STARTS = 3
FEW = 50
BETWEEN_HITS = 0.03
POSTERS = 4

Pair = tuple[Side, Side]


@dataclass
class Delays:
    """Milliseconds from a hit that was sent to what was received."""

    all: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    """Of the server, the mean of a round."""

    def add(self, sent: float, answered: float, crowd: Crowd) -> None:
        delays = [(stream.heard - sent) * 1000 for stream in crowd.streams]
        self.all += delays
        self.last.append(max(delays))
        self.answers.append((answered - sent) * 1000)


# --- how long a hit takes


async def compare_delays(sides: Pair, size: int, rounds: int) -> None:
    for side in sides:
        await side.grow(size)
    await asyncio.sleep(1)
    found = Delays(), Delays()
    for _ in range(rounds):
        for side, delays in zip(sides, found, strict=True):
            await _delay_round(side, delays)
    _tell_delays(size, *found)


async def _delay_round(side: Side, delays: Delays) -> None:
    connection = Connection(side.server.port)
    hits = list(side.hits())
    spent = side.server.processor
    for hit in hits:
        side.crowd.expect()
        sent = clock()
        answer = await connection.send(hit)
        answered = clock()
        if answer.status != 200:
            raise RuntimeError(f"a hit was answered {answer.status}")
        await side.crowd.everyone()
        delays.add(sent, answered, side.crowd)
        await asyncio.sleep(BETWEEN_HITS)
    delays.processor.append((side.server.processor - spent) / len(hits) * 1000)


def _tell_delays(size: int, ours: Delays, bare: Delays) -> None:
    for what, mine, its in (
        ("all viewers", ours.all, bare.all),
        ("last viewer", ours.last, bare.last),
        ("answer", ours.answers, bare.answers),
    ):
        points = [_points(mine), _points(its)]
        ratios = [m / i for m, i in zip(*points, strict=True)]
        cells = [_slashed(p, 1) for p in points] + [_slashed(ratios, 2)]
        print(f"| {size} | {what} |", " | ".join(cells), "|", load(), "|", flush=True)
    spent = [statistics.mean(each.processor) for each in (ours, bare)]
    cells = f"{spent[0]:.1f} | {spent[1]:.1f} | {spent[0] / spent[1]:.2f}"
    print(f"| {size} | processor a hit | {cells} | {load()} |", flush=True)


def _points(values: list[float]) -> list[float]:
    hundredths = statistics.quantiles(values, n=100, method="inclusive")
    return [hundredths[49], hundredths[94], hundredths[98]]


def _slashed(values: list[float], digits: int) -> str:
    return " / ".join(f"{value:.{digits}f}" for value in values)


# --- how many hits a second


async def compare_rates(sides: Pair, size: int, rounds: int) -> None:
    for side in sides:
        await side.grow(size)
    seconds = [0.0, 0.0]
    for _ in range(rounds):
        for which, side in enumerate(sides):
            seconds[which] += await _rate_round(side)
    ours, bare = (rounds * 30 / each for each in seconds)
    print(
        f"| {size} | hits/s | {ours:.0f} | {bare:.0f} | {ours / bare:.3f} | {load()} |", flush=True
    )


async def _rate_round(side: Side) -> float:
    """Seconds in which four at once, one hit after the other, get through a round."""
    hits = iter(list(side.hits()))

    async def post() -> None:
        connection = Connection(side.server.port)
        for hit in hits:
            answer = await connection.send(hit)
            if answer.status != 200:
                raise RuntimeError(f"a hit was answered {answer.status}")

    began = clock()
    await asyncio.gather(*(post() for _ in range(POSTERS)))
    seconds = clock() - began
    await side.crowd.agreed()
    return seconds


# --- memory and start-up


async def weigh(data: Path, table: Any) -> None:
    starts = []
    for _ in range(STARTS):
        with servers.denik(data) as server:
            starts.append(server.start_up)
            idle = server.memory
    print(f"start-up: {statistics.median(starts):.2f} s")
    print(f"memory idle, one page answered: {idle:.1f} MB")
    with servers.denik(data) as server:
        side = await denik_side(server, data, table)
        # Enough at once that every thread is there, with its database connection.
        await side.grow(FEW)
        await _delay_round(side, Delays())
        print(f"memory with {FEW} streams after thirty hits: {server.memory:.1f} MB")
        print(f"memory of 1,000 more streams: {await _weight_of_streams(side):.1f} MB")
    with servers.bare() as server:
        side = bare_side(server, 1000)
        await side.grow(FEW)
        print(f"memory of 1,000 bare streams: {await _weight_of_streams(side):.1f} MB", flush=True)


async def _weight_of_streams(side: Side) -> float:
    before = side.server.memory
    await side.grow(FEW + 1000)
    await asyncio.sleep(2)
    return side.server.memory - before


async def main(rounds: int) -> None:
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        table = servers.prepare(data)
        await weigh(data, table)
        with servers.denik(data) as ours, servers.bare() as bare:
            denik = await denik_side(ours, data, table)
            await denik.grow(10)
            await _delay_round(denik, Delays())
            sides = denik, bare_side(bare, denik.crowd.event_size)
            print(f"an event: {denik.crowd.event_size} bytes")
            print("| viewers | what | Deník | bare | ratio | load |")
            print("| --- | --- | --- | --- | --- | --- |")
            await compare_delays(sides, 10, rounds)
            await compare_rates(sides, FEW, rounds * 3)
            await compare_delays(sides, 200, rounds)
            await compare_delays(sides, 1000, rounds)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS))

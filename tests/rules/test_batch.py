"""What scripts may send, good and bad."""

import json
import os
import subprocess
import sys
from codecs import BOM_UTF8
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.rules import RULESETS, UnknownRuleset, find_ruleset
from combat.rules.batch import answers, resolve

ROOT = Path(__file__).parents[2]


def ask(request: Any) -> dict[str, Any]:
    line = request if isinstance(request, bytes) else json.dumps(request).encode()
    answer = json.loads(resolve(line)[0])
    assert isinstance(answer, dict)
    return answer


def harm(**keys: Any) -> dict[str, Any]:
    return {"id": "x", "ruleset": "harm", **keys}


def hit(**keys: Any) -> dict[str, Any]:
    return {"type": "harm", "amount": 1, "source": "vigor", **keys}


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"null",
        b"[]",
        b'"harm"',
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b'{"ruleset": "harm"} {}',
        b'{"ruleset": "harm", "id": "\xff"}',
        b'{"ruleset": "harm", "id": "\\ud800"}',
        b'{"ruleset": "harm", "actions": [{"type": "harm", "amount": NaN, "source": "vigor"}]}',
        b'{"ruleset": "harm", "actions": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        b'{"a": ' + b'{"a":' * 200_000 + b"1" + b"}" * 200_001,
        b'{"ruleset": "harm", "id": ' + b"9" * 10_000 + b"}",
        b'{"ruleset": "harm", "actions": "' + b"a" * 20_000_000 + b'"}',
        b'{"' + b"a" * 20_000_000 + b'": 1}',
        b"{" + b" " * 20_000_000,
    ],
    ids=range(16),
)
def test_a_broken_line_gets_an_answer(line: bytes) -> None:
    error = ask(line)["error"]

    assert error["code"] == "invalid_request"
    assert 10 < len(error["message"]) < 400


def test_a_line_that_cannot_be_read_has_no_id() -> None:
    assert ask(b'{"id": 7, "ruleset": ').keys() == {"error"}
    assert ask(b'["id", 7]').keys() == {"error"}


@pytest.mark.parametrize(
    "request_",
    [
        {"id": "x"},
        {"id": "x", "ruleset": "dread"},
        {"id": "x", "ruleset": None},
        harm(extra=1),
        harm(character=None),
        harm(character={"level": 3}),
        harm(character={"pools": {"vigor": -1}}),
        harm(character={"pools": {"vigor": 1_001}}),
        harm(condition=None),
        harm(condition={"marks": ""}),
        harm(condition={"boxes": [None] * 5}),
        harm(condition={"boxes": [None] * 7}),
        harm(condition={"boxes": ["courage", *[None] * 5]}),
        harm(condition={"fresh": [1]}),
        harm(condition={"fresh": [0]}),
        harm(condition={"scratch_dice": 1_000_000_001}),
        harm(condition={"scratch_dice": -1}),
        harm(condition={"out": "dead"}),
        harm(condition={"pools": None}),
        harm(options={"house": True}),
        harm(options=None),
        harm(actions=None),
        harm(actions={}),
        harm(actions=[{"type": "explode"}]),
        harm(actions=[{"amount": 1, "source": "vigor"}]),
        harm(actions=[{"type": "harm", "amount": 1}]),
        harm(actions=[hit(amount=True)]),
        harm(actions=[hit(amount=1.0)]),
        harm(actions=[hit(amount=1e30)]),
        harm(actions=[hit(amount="1")]),
        harm(actions=[hit(amount=None)]),
        harm(actions=[hit(amount=-1)]),
        harm(actions=[hit(amount=1_001)]),
        harm(actions=[hit(amount=10**40)]),
        harm(actions=[hit(source="courage")]),
        harm(actions=[hit(box=3)]),
        harm(actions=[{"type": "heal", "box": 7}]),
        harm(actions=[{"type": "heal", "box": None}]),
        harm(actions=[{"type": "opposed", "a": {"level": 1}}]),
        harm(actions=[{"type": "opposed", "a": {"level": 1_001}, "b": {"level": 1}}]),
        harm(actions=[{"type": "opposed", "a": {"level": 1, "armor": 11}, "b": {"level": 1}}]),
    ],
    ids=json.dumps,
)
def test_a_request_that_makes_no_sense_is_refused_with_its_id(request_: Any) -> None:
    answer = ask(request_)

    assert answer.keys() == {"id", "error"}
    assert answer["id"] == "x"
    assert answer["error"]["code"] == "invalid_request"


@pytest.mark.parametrize("wrong", [None, True, 1.5, [1], {"a": [[]]}])
def test_an_id_of_a_wrong_kind_is_refused_and_echoed(wrong: Any) -> None:
    answer = ask({"id": wrong, "ruleset": "harm"})

    assert answer["id"] == wrong
    assert answer["error"]["code"] == "invalid_request"


@pytest.mark.parametrize("id_", ["", "Žofie", "x" * 5_000, 0, -7, 10**30])
def test_an_id_comes_back_as_it_was(id_: str | int) -> None:
    answer = ask({"id": id_, "ruleset": "harm"})

    assert (answer["id"], answer["results"]) == (id_, [])


def test_an_answer_without_id_has_none() -> None:
    assert ask({"ruleset": "harm"}).keys() == {"condition", "results"}


def test_an_action_that_is_wrong_is_counted_from_nought() -> None:
    assert ask(harm(actions=[hit(), {"type": "heal", "box": 1}]))["error"] == {
        "code": "not_enough_points",
        "message": "Box 1 costs 1 of vigor, which has 0 left.",
        "action": 1,
    }
    assert ask(harm(actions=[hit(), hit(amount=-1)]))["error"]["action"] == 1
    assert "action" not in ask(harm(condition={"fresh": [2]}))["error"]


def test_missing_keys_have_their_unharmed_value() -> None:
    answer = ask(
        harm(
            character={"pools": {"vigor": 3, "reason": 2}},
            condition={"pools": {"reason": 1}},
        )
    )

    assert answer["condition"] == {
        "boxes": [None] * 6,
        "fresh": [],
        "scratch_dice": 0,
        "scratch_dice_next": 0,
        "pools": {"vigor": 3, "instinct": 0, "reason": 1},
        "out": None,
    }


def test_a_weapon_of_null_is_none() -> None:
    side = {"level": 3, "weapon": None}

    result = ask(harm(actions=[{"type": "parallel", "a": side, "b": side}]))["results"][0]

    assert result["harm"] == {"a": 3, "b": 3}


def test_a_condition_sent_back_comes_back_equal() -> None:
    hurt = ask(harm(actions=[hit(), hit(amount=4), {"type": "give_up"}]))["condition"]

    assert ask(harm(condition=hurt))["condition"] == hurt


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_get_an_answer(line: bytes) -> None:
    answer, ok = resolve(line)

    assert not ok
    assert json.loads(answer)["error"]["code"] == "invalid_request"


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text() | st.integers(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_values_get_an_answer(value: Any) -> None:
    for keys in ({"condition": value}, {"actions": [value]}, {"actions": [hit(amount=value)]}):
        assert ask(harm(**keys)).keys() & {"results", "error"}


class Trickle(BytesIO):
    """Gives what it holds in pieces, as a pipe does."""

    def __init__(self, *pieces: bytes) -> None:
        super().__init__()
        self.pieces = list(pieces)

    def read1(self, size: int | None = -1, /) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""


def test_answers_come_as_soon_as_lines_are_whole() -> None:
    source = Trickle(
        b"\n",
        b'{"id":1,"rul',
        b'eset":"harm"}\n\n \r\n{"id":2,"ruleset":"?"}\n{"id"',
        b':3,"ruleset":"harm"}',
    )

    answered = list(answers(source))

    assert [[json.loads(line)["id"] for line in text.splitlines()] for text, _ in answered] == [
        [1, 2],
        [3],
    ]
    assert [ok for _, ok in answered] == [False, True]


def test_a_byte_order_mark_at_the_beginning_is_passed_over() -> None:
    line = b'{"id":1,"ruleset":"harm"}\n'
    source = Trickle(BOM_UTF8 + line + line, BOM_UTF8 + line)

    answered = list(answers(source))

    assert [ok for _, ok in answered] == [True, False]
    assert answered[0][0].count(b"\n") == 2


@pytest.mark.parametrize("number", ["9" * 5_000, "1e999"], ids=["digits", "exponent"])
def test_a_number_beyond_all_reading_hides_no_id(number: str) -> None:
    healing = f'[{{"type":"heal","box":{number}}}]'

    assert ask(f'{{"id":7,"ruleset":"harm","actions":{healing}}}'.encode()) == {
        "id": 7,
        "error": {"code": "invalid_request", "message": ANY, "action": 0},
    }
    assert ask(f'{{"id":{number},"ruleset":"harm"}}'.encode()).keys() == {"error"}


def test_a_name_nobody_registered_is_unknown() -> None:
    assert find_ruleset("harm") is RULESETS["harm"]
    with pytest.raises(UnknownRuleset, match="dread"):
        find_ruleset("dread")


def command(*files: str | Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "resolve", *map(str, files)],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_script_that_waits_for_each_answer_gets_it() -> None:
    with command() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(b'{"id": %d, "ruleset": "harm"}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()

        assert process.wait() == 0


def test_files_are_answered_in_order_and_the_unreadable_one_is_named(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes(b'{"id": 1, "ruleset": "harm"}')
    second.write_bytes(b'{"id": 2, "ruleset": "harm"}\n')

    with command(first, tmp_path / "none", second) as process:
        out, error = process.communicate()

    assert [json.loads(line)["id"] for line in out.splitlines()] == [1, 2]
    assert (
        error.decode().strip() == f"{tmp_path / 'none'} cannot be read: No such file or directory."
    )
    assert process.returncode == 1


def test_one_error_makes_the_exit_status_1_and_stops_nothing(tmp_path: Path) -> None:
    requests = b'{"id": 1, "ruleset": "harm"}\n{\n{"id": 3, "ruleset": "harm"}\n' * 1_000

    with command() as process:
        out, error = process.communicate(requests)

    assert [json.loads(line).get("id") for line in out.splitlines()] == [1, None, 3] * 1_000
    assert (error, process.returncode) == (b"", 1)


def test_without_a_standard_output_there_is_no_traceback() -> None:
    shut = f"exec {sys.executable} manage.py resolve >&-"

    done = subprocess.run(["sh", "-c", shut], cwd=ROOT, input=b"", capture_output=True, check=False)

    assert done.returncode == 1
    assert done.stderr.decode().strip() == (
        "CommandError: The answers cannot be written: standard output is closed."
    )


def test_a_reader_that_leaves_early_gets_no_traceback() -> None:
    with command() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b'{"id": 1, "ruleset": "harm"}\n')
        process.stdin.close()
        error = process.stderr.read().decode()

        assert process.wait() == 1
    assert error.strip() == "CommandError: The answers cannot be written: Broken pipe."

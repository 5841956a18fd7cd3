"""Catalogues are complete and fit their texts."""

import ast
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import override
from django.utils.translation.template import templatize

from combat.words.harm import bonus_waits
from combat.words.stress import hit_of

ROOT: Path = settings.BASE_DIR
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# A ruleset is first spoken in English and in the language of its own tables.
SPOKEN = {"sk": "harm", "it": "stress"}
FILES_OF = {
    "harm": "harm",
    "health": "health",
    "scars": "scars",
    "stress": "stress|absorb|conflict|wait",
}
PLURAL_FORMS = {"sk": 3, "it": 2}

type Key = tuple[str | None, str]


def catalogues() -> list[Path]:
    return sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))


@pytest.fixture(params=catalogues(), ids=lambda path: path.parts[-3])
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    path: Path = request.param
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def strings(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def key(context: str | None, text: Any) -> Key:
    return context, text if isinstance(text, str) else text[0]


# --- catalogues


def test_every_text_of_the_app_is_translated(catalogue: Catalog) -> None:
    other = _files_of_others(SPOKEN[str(catalogue.locale)])
    there = {
        key(m.context, m.id)
        for m in messages(catalogue)
        if strings(m) and all(strings(m)) and not m.fuzzy
    }

    missing = {
        text: where
        for text, where in _texts().items()
        if text not in there and not all(other.search(file) for file in where)
    }

    assert missing == {}


def _files_of_others(ruleset: str) -> re.Pattern[str]:
    """The files of the other rulesets; their cards on the landing page are everybody's."""
    others = "|".join(files for slug, files in FILES_OF.items() if slug != ruleset)
    return re.compile(rf"^(?!templates/sheets/rulesets/).*({others})")


def _texts() -> dict[Key, set[str]]:
    """Every text that code and templates ask a translation of, and the files that do."""
    texts: dict[Key, set[str]] = {}
    for path in _sources():
        file = str(path.relative_to(ROOT))
        source = path.read_text(encoding="utf-8")
        code = _calls(source) if path.suffix == ".html" else source
        for _, text, _, context in extract("python", BytesIO(code.encode()), KEYWORDS):
            texts.setdefault(key(context, text), set()).add(file)
    return texts


def _calls(template: str) -> str:
    """A template's texts as calls of Python, without indentation that Python would stumble over."""
    return "\n".join(line.strip() for line in templatize(template).splitlines())


def _sources() -> Iterator[Path]:
    for folder in ("combat", "config", "sheets"):
        yield from (ROOT / folder).rglob("*.py")
    for folder in ("templates", "fragments"):
        yield from (ROOT / folder).rglob("*.html")


def test_placeholders_and_markup_are_those_of_the_original(catalogue: Catalog) -> None:
    wrong = {}
    for message in messages(catalogue):
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        allowed = [_holes(original) for original in originals]
        for number, string in enumerate(strings(message)):
            # Only the first form is for one thing, which may go without its number.
            if _holes(string) not in (allowed if number == 0 else allowed[-1:]) and string:
                wrong[string] = originals

    assert wrong == {}


def _holes(text: str) -> list[str]:
    return sorted(re.findall(r"%\(\w+\)[sd]|\{\w+\}|</?\w+>|…$|^\s|\s$", text))


def test_no_translation_is_a_guess(catalogue: Catalog) -> None:
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []


def test_every_plural_has_all_its_forms(catalogue: Catalog) -> None:
    forms = PLURAL_FORMS[str(catalogue.locale)]

    assert catalogue.num_plurals == forms
    assert [
        message.id
        for message in messages(catalogue)
        if message.pluralizable and len(strings(message)) != forms
    ] == []


def test_texts_are_asked_for_by_names_that_the_collector_knows() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}: {alias.name} as {alias.asname}"
        for path in _sources()
        if path.suffix == ".py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if "gettext" in alias.name and alias.asname not in (None, "_")
    ]

    assert hidden == []


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        (0, "0 bonusových kociek na ďalší hod"),
        (1, "1 bonusová kocka na ďalší hod"),
        (2, "2 bonusové kocky na ďalší hod"),
        (4, "4 bonusové kocky na ďalší hod"),
        (5, "5 bonusových kociek na ďalší hod"),
        (22, "22 bonusových kociek na ďalší hod"),
    ],
)
def test_slovak_counts_in_three_forms(dice: int, said: str) -> None:
    with override("sk"):
        assert bonus_waits(dice) == said


@pytest.mark.parametrize(
    ("shifts", "said"),
    [
        (0, "colpo da 0 livelli"),
        (1, "colpo da 1 livello"),
        (2, "colpo da 2 livelli"),
        (21, "colpo da 21 livelli"),
    ],
)
def test_italian_counts_in_two_forms(shifts: int, said: str) -> None:
    with override("it"):
        assert hit_of(shifts) == said

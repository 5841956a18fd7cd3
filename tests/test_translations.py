"""Catalogues are complete and fit their texts; pages speak one language at a time."""

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
from django.test import Client
from django.utils.translation import override
from django.utils.translation.template import templatize
from justhtml import JustHTML
from pytest_django import Settings

from combat.words.harm import bonus_waits
from sheets.access import Viewer
from sheets.models import Campaign, Character
from tests.combat.table import Table, address, browser_of, hit_form

ROOT: Path = settings.BASE_DIR
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# A ruleset is first spoken in English and in the language of its own tables.
SPOKEN = {"sk": "harm"}
OF_OTHERS = {
    "harm": re.compile(
        r"^(?!templates/sheets/rulesets/).*(health|scars|stress|absorb|conflict|wait)"
    ),
}
NAMES = {"Ana", "Bo", "Troll", "Crone", "Lich", "The Pass", "Petra", "Streľba", "claws", "Owes."}
SAME_IN_ALL = {"Deník", "QR", "Esc", "Jano Hronský", "JH"} | {n for _, n in settings.ALL_LANGUAGES}

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
    other = OF_OTHERS[SPOKEN[str(catalogue.locale)]]
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
    yield from (ROOT / "templates").rglob("*.html")


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
    forms = {"sk": 3}[str(catalogue.locale)]

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


# --- pages


@pytest.fixture(autouse=True)
def _static_files_as_they_are(settings: Settings) -> None:
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.STATIC_ROOT = None


@pytest.fixture
def table(db: None) -> Table:
    """A fight in its third round in which a bit of everything has happened."""
    table = Table()
    table.edit(
        table.ana,
        sheet={
            "abilities": [{"name": "Streľba", "pool": "instinct", "level": 2}],
            "notes": "Owes.",
            "gm_notes": "Owes.",
        },
    )
    table.hit(3, note="claws")
    table.next_round()
    table.hit(3, source="instinct")
    table.hit(6, table.bo)
    table.hit(7, table.troll)
    table.hit(1, table.lich, table.crone)
    table.next_round()
    table.hit(2, table.ana, source="reason")
    return table


PAGES = [
    ("gm", ""),
    ("gm", "?panel=exchange"),
    ("gm", "?panel=recovery"),
    ("gm", "links/"),
    ("gm", "settings/"),
    ("gm", "deletion/"),
    ("gm", "characters/new/"),
    ("gm", "characters/{ana}/"),
    ("gm", "characters/{ana}/edit/"),
    ("gm", "wall/"),
    ("player", ""),
    ("player", "characters/{ana}/edit/"),
    ("player", "wall/"),
    ("player", "nowhere/"),
    ("spectator", ""),
]


@pytest.mark.parametrize(("role", "page"), PAGES)
@pytest.mark.parametrize("language", ["sk"])
def test_no_page_of_the_table_mixes_languages(
    table: Table, role: str, page: str, language: str
) -> None:
    viewer = table.viewer(role)
    path = address(viewer, page.format(ana=table.ana.key))

    english, translated = (
        _said(browser_of(viewer.link).get(path, headers={"accept-language": code}).content)
        for code in ("en", language)
    )

    assert len(english - translated) > 3
    assert english & translated - NAMES - SAME_IN_ALL == set()


@pytest.mark.parametrize("path", ["/", "/rules/harm/"])
@pytest.mark.parametrize("language", ["sk"])
@pytest.mark.django_db
def test_no_page_for_everybody_mixes_languages(client: Client, path: str, language: str) -> None:
    english, translated = (
        _said(client.get(path, headers={"accept-language": code}).content)
        for code in ("en", language)
    )

    assert len(english - translated) > 10
    assert english & translated - SAME_IN_ALL == set()


@pytest.mark.parametrize("language", ["sk"])
def test_refusals_and_previews_come_in_the_viewers_language(table: Table, language: str) -> None:
    gm = browser_of(table.gm.link)

    for page, form in (
        ("hits/", hit_form(amount="many")),
        ("preview/", hit_form(table.ana, table.bo, amount="5")),
    ):
        english, translated = (
            _said(gm.post(address(table.gm, page), form, headers={"accept-language": code}).content)
            for code in ("en", language)
        )

        assert len(english - translated) > 1, page
        assert english & translated - NAMES - SAME_IN_ALL == set(), page


def _said(html: bytes) -> set[str]:
    """Everything that a page says in words, seen or heard."""
    page = JustHTML(html.decode(), sanitize=False)
    for wordless in ["script", "code", "svg", "time", ".sigil", "select[name=time_zone]"]:
        for node in page.query(wordless):
            assert node.parent is not None
            node.parent.remove_child(node)
    said = {" ".join(text.split()) for text in page.to_text(separator="\n").splitlines()}
    for name in ("aria-label", "title", "placeholder", "alt"):
        said |= {(node.attrs or {})[name] or "" for node in page.query(f"[{name}]")}
    return {text for text in said if len(re.findall(r"[^\W\d_]", text)) > 1}


@pytest.mark.parametrize("role", ["gm", "player", "spectator"])
def test_numbers_in_attributes_are_never_those_of_a_language(
    table: Table, settings: Settings, role: str
) -> None:
    settings.USE_THOUSAND_SEPARATOR = True
    Character.objects.update(version=1234567)
    Campaign.objects.update(clock={"round": 1234})
    viewer: Viewer = table.viewer(role)

    html = browser_of(viewer.link).get(address(viewer), headers={"accept-language": "sk"}).content

    page = JustHTML(html.decode(), sanitize=False)
    assert "1\xa0234" in page.to_text()
    attributes = [value or "" for node in page.query("*") for value in (node.attrs or {}).values()]
    assert "1234567" in attributes
    assert [value for value in attributes if re.search(r"\d[\s\xa0,]\d{3}\b", value)] == []

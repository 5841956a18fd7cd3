"""The rules of a game in the app: who can read them, in which language, and how safely."""

import re
from pathlib import Path

import pytest
from django.test import Client
from justhtml import JustHTML

from combat import rulebook
from combat.rulebook import FOLDER, find_rulebook
from combat.rules import RULESETS, stress
from tests.combat.table import Table, address, browser_of


def headings(client: Client, slug: str = "harm", **headers: str) -> list[str]:
    page = JustHTML(client.get(f"/rules/{slug}/", headers=headers).content.decode(), sanitize=False)
    return [node.to_text().strip() for node in page.query("article h2")]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in the place of docs/rules."""
    monkeypatch.setattr(rulebook, "FOLDER", tmp_path)
    return tmp_path


def test_whoever_has_no_link_reads_the_rules(client: Client) -> None:
    response = client.get("/rules/harm/")

    assert response.status_code == 200
    assert headings(client)[:2] == ["On the sheet", "A hit"]


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_every_ruleset_has_its_rules_in_english(client: Client, slug: str) -> None:
    assert client.get(f"/rules/{slug}/").status_code == 200
    assert len(headings(client, slug)) > 5


def test_the_rules_come_in_the_readers_language(client: Client) -> None:
    page = client.get("/rules/harm/", headers={"accept-language": "sk"})

    assert headings(client, **{"accept-language": "sk"})[:2] == ["Na hárku", "Zásah"]
    assert '<article class="rulebook" lang="sk">' in page.content.decode()


def test_rules_that_are_not_translated_come_in_english_and_say_so(
    client: Client, write: Path
) -> None:
    (write / "harm.en.md").write_text("# Harm\n\n## A hit\n")

    page = client.get("/rules/harm/", headers={"accept-language": "sk"})

    assert '<html lang="sk"' in page.content.decode()
    assert '<article class="rulebook" lang="en">' in page.content.decode()


def test_every_translation_has_the_same_parts() -> None:
    for file in FOLDER.glob("*.md"):
        slug, language, _ = file.name.split(".")
        book, english = find_rulebook(slug, language), find_rulebook(slug, "en")

        assert book is not None, file.name
        assert english is not None, file.name
        assert book.language == language
        assert [p.anchor for p in book.parts] == [p.anchor for p in english.parts], file.name


def test_the_contents_lead_to_the_parts(client: Client) -> None:
    page = JustHTML(client.get("/rules/harm/").content.decode(), sanitize=False)

    linked = [(node.attrs or {})["href"] for node in page.query("nav a")]
    there = [f"#{(node.attrs or {})['id']}" for node in page.query("article h2")]
    assert linked == there
    assert len(linked) == len(set(linked)) > 5


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_group_of_the_nameless_takes_a_hit_as_its_rules_tell(
    client: Client, language: str
) -> None:
    thugs = stress.Traits(mook=True, members=5, boxes=2)
    fresh = stress.fit(thugs, stress.Given())
    price = stress.most(thugs, fresh) + 1

    outcome = stress.sweep(thugs, fresh, stress.Sweep(7))
    after = stress.end_scene(outcome.condition, rested=False).condition

    told = outcome.effect
    assert (told.fallen, outcome.condition.stress) == (2, (True, False))
    page = client.get("/rules/stress/", headers={"accept-language": language}).content.decode()
    example = JustHTML(page, sanitize=False).query("article blockquote")[-1].to_text()
    assert [int(number) for number in re.findall(r"\d+", example)] == [
        *(5, 2, 7),
        *(2, price - 1, price, price, 1, *told.boxes),
        *(told.standing, 2, stress.standing(thugs, after)),
    ]


@pytest.mark.parametrize(
    "path",
    [
        "/rules/nothing/",
        "/rules/README/",
        "/rules/harm.en/",
        "/rules/..%2Frules%2Fharm/",
        "/rules/../../README/",
        "/rules/harm%00/",
        "/rules/",
    ],
)
def test_what_is_no_rulebook_is_not_there(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_ruleset_without_a_rulebook_is_not_there(client: Client, write: Path) -> None:
    assert client.get("/rules/harm/").status_code == 404


def test_markup_in_a_rulebook_is_text(client: Client, write: Path) -> None:
    (write / "harm.en.md").write_text(
        "# Harm\n\n<script>alert(1)</script> [x](javascript:alert(1))\n\n"
        "| a | |\n| ---: | --- |\n| <b>b</b> | c |\n"
    )

    page = client.get("/rules/harm/").content.decode()
    article = JustHTML(page, sanitize=False).query("article")[0]

    assert "&lt;script&gt;" in page
    assert [node.name for tag in ("script", "b", "a") for node in article.query(tag)] == []
    assert article.query("[style]") == []
    assert [node.to_text() for node in article.query("th")] == ["a"]


def test_a_changed_rulebook_shows_at_once(client: Client, write: Path) -> None:
    (write / "harm.en.md").write_text("# Harm\n\n## Before\n")
    assert headings(client) == ["Before"]

    (write / "harm.en.md").write_text("# Harm\n\n## Before\n\n## After\n")

    assert headings(client) == ["Before", "After"]


@pytest.mark.parametrize("role", ["gm", "player", "spectator"])
def test_a_live_page_leads_to_the_rules_of_its_game(table: Table, role: str) -> None:
    viewer = table.viewer(role)

    page = browser_of(viewer.link).get(address(viewer)).content.decode()

    assert [
        (node.attrs or {})["href"]
        for node in JustHTML(page, sanitize=False).query("footer a")
        if node.to_text() == "The rules"
    ] == ["/rules/harm/"]


@pytest.mark.django_db
def test_the_first_page_leads_to_the_rules(client: Client) -> None:
    page = JustHTML(client.get("/").content.decode(), sanitize=False)

    linked = [(node.attrs or {})["href"] or "" for node in page.query(".sys a")]
    assert linked[0] == "/rules/harm/"
    assert {client.get(each).status_code for each in linked} == {200}

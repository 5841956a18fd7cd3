"""The pages and answers of the table: what they say, keep and never do."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from justhtml import JustHTML

from combat import rendering
from sheets import journal, queries
from sheets.models import Kind
from sheets.services import remove_character
from tests.combat.table import Table, address, browser_of, hit_form, text_of

HTMX = {"HX-Request": "true"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
PAGES: dict[str, Callable[[Table], tuple[str, str]]] = {
    "console": lambda t: ("gm", ""),
    "sheet of the GM": lambda t: ("gm", f"characters/{t.ana.key}/"),
    "sheet of the player": lambda t: ("player", ""),
    "wall": lambda t: ("spectator", ""),
    "older log": lambda t: ("gm", f"log/?before={newest(t)}"),
    "undo": lambda t: ("gm", f"entries/{newest(t)}/"),
    "not found": lambda t: ("gm", "characters/unknown/"),
}
pages = pytest.mark.parametrize("page", PAGES)


def newest(table: Table) -> str:
    return str(table.campaign.entries.filter(undoable=True, undone_by=None).latest("seq").key)


def load(table: Table, page: str) -> Any:
    role, path = PAGES[page](table)
    viewer = table.viewer(role)
    return browser_of(viewer.link).get(address(viewer, path))


def nodes(response: Any, selector: str) -> list[dict[str, str | None]]:
    html = JustHTML(response.content.decode(), sanitize=False)
    return [node.attrs or {} for node in html.query(selector)]


@pytest.fixture
def fought(table: Table) -> Table:
    """The table in the middle of a fight, with all that a page can show."""
    table.edit(table.ana, sheet={"about": "a rafter", "notes": "owes a drink", "gm_notes": "heir"})
    table.hit(3, table.ana, table.troll, table.crone, table.lich, note="avalanche")
    table.next_round()
    table.hit(4, table.ana, source="reason")
    journal.undo(viewer=table.gm, entry_key=table.hit(2, table.bo).key)
    return table


# --- every page


@pages
def test_a_page_is_sent_with_the_policy_that_lets_no_script_in(fought: Table, page: str) -> None:
    response = load(fought, page)

    assert response.headers["Content-Security-Policy"] == POLICY
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pages
def test_a_page_keeps_to_its_policy(fought: Table, page: str) -> None:
    response = load(fought, page)

    assert nodes(response, "[style]") == nodes(response, "style") == []
    assert [s for s in nodes(response, "script") if "src" not in s] == []
    handlers = [name for attrs in nodes(response, "*") for name in attrs if name.startswith("on")]
    assert handlers == []
    source = response.content.decode()
    assert "hx-on" not in source
    assert "javascript:" not in source
    assert "js:" not in source


@pages
def test_a_page_asks_no_other_site_for_anything(fought: Table, page: str) -> None:
    response = load(fought, page)

    asked = [
        attrs.get(name) or ""
        for attrs in nodes(response, "script, link, img, iframe, source, form")
        for name in ("src", "href", "action")
    ]
    assert len(asked) > 5
    assert [url for url in asked if "//" in url] == []


@pages
def test_a_page_is_sound_html(
    fought: Table, page: str, html_problems: Callable[[str], list[str]]
) -> None:
    assert html_problems(load(fought, page).content.decode()) == []


@pages
def test_a_page_holds_no_secret_of_a_link(fought: Table, page: str) -> None:
    source = load(fought, page).content.decode()

    for viewer in (fought.gm, fought.player, fought.spectator):
        assert viewer.link.token_hash not in source
        assert viewer.link.token_sealed not in source


@pytest.mark.parametrize("page", ["console", "sheet of the player", "wall"])
def test_a_live_page_is_kept_by_nobody(fought: Table, page: str) -> None:
    assert "no-store" in load(fought, page).headers["Cache-Control"]


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    '" onfocus="alert(1)" autofocus="',
    "</script><script>alert(1)</script>",
    "'><b>bold</b>",
    "{{ 7|add:7 }}{% now 'Y' %}",
]


@pytest.mark.parametrize("name", HOSTILE)
@pages
def test_a_hostile_name_is_shown_as_it_is_written(
    table: Table, page: str, name: str, html_problems: Callable[[str], list[str]]
) -> None:
    for character in (table.ana, table.troll, table.crone):
        table.edit(character, name=name, player=name, sheet={"about": name, "notes": name})
    table.hit(3, table.ana, table.troll, note=name[:80])
    harmless = load(Table("Elsewhere"), page) if page != "older log" else None

    response = load(table, page)

    assert html_problems(response.content.decode()) == []
    assert nodes(response, "img[src=x]") == nodes(response, "main b b") == []
    assert [a for a in nodes(response, "*") if "onfocus" in a or "onerror" in a] == []
    if page != "not found":
        assert name in text_of(response.content)
    if page == "console":
        [box] = nodes(response, f"#pick-{table.ana.key}")
        assert box["aria-label"] == f"target: {name}"
    if harmless:
        assert len(nodes(response, "script")) == len(nodes(harmless, "script"))


def test_a_hostile_name_is_shown_as_it_is_written_in_answers_too(table: Table) -> None:
    for name in HOSTILE:
        table.edit(table.ana, name=name)
        browser = browser_of(table.gm.link)
        filled = hit_form(table.ana, token=name[:20], note=name)
        for path in ("preview/", "hits/"):
            response = browser.post(address(table.gm, path), filled, headers=HTMX)

            assert response.status_code == 200
            assert name in text_of(response.content)
            assert nodes(response, "img, script") == []
            assert [a for a in nodes(response, "*") if "onfocus" in a or "onerror" in a] == []


# --- a hit from the panel


def test_a_hit_is_answered_with_the_card_the_log_and_an_empty_panel(
    table: Table, gm: Client
) -> None:
    filled = hit_form(table.ana, amount="4", note="claws", source="reason")

    response = gm.post(address(table.gm, "hits/"), filled, headers=HTMX)

    assert table.boxes(table.ana) == "...r.."
    targets = re.findall(r'<hx-partial hx-target="(#[\w-]+)"', response.content.decode())
    assert targets[:3] == [f"#card-{table.ana.key}", "#log", "#panel"]
    assert response.headers["HX-Trigger"] == "applied"
    assert values(response) == {"amount": "1", "note": None, "source": "reason", "targets": []}
    assert token(response) != filled["token"]


def test_a_page_whose_stream_is_open_is_not_answered_with_what_the_stream_brings(
    table: Table, gm: Client
) -> None:
    ghosted = f"{table.ana.key} {table.bo.key}"
    filled = hit_form(table.ana, amount="4", ghosted=ghosted)

    response = gm.post(address(table.gm, "hits/"), filled, headers=HTMX | {"X-Stream": "open"})

    assert table.boxes(table.ana) == "...v.."
    targets = re.findall(r'<hx-partial hx-target="(#[\w-]+)"', response.content.decode())
    # Only the card that was hit comes through the stream; the other loses its pencil marks here.
    assert targets == [f"#card-{table.bo.key}", "#panel"]
    assert response.headers["HX-Trigger"] == "applied, streamed"


def test_an_empty_panel_carries_the_tokens_of_its_reader(table: Table, gm: Client) -> None:
    first, second = (
        gm.post(address(table.gm, "hits/"), hit_form(table.ana, amount="1"), headers=HTMX)
        for _ in range(2)
    )

    assert len({token(first), token(second)}) == 2
    assert "{" not in first.content.decode()
    filled = hit_form(table.ana, amount="1", csrfmiddlewaretoken=csrf(first))
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = gm.cookies
    assert strict.post(address(table.gm, "hits/"), filled).status_code == 303


def test_without_htmx_a_hit_leads_back_to_the_table(table: Table, gm: Client) -> None:
    response = gm.post(address(table.gm, "hits/"), hit_form(table.ana, amount="4"))

    assert (response.status_code, response.headers["Location"]) == (303, address(table.gm))
    assert table.boxes(table.ana) == "...v.."


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_a_second_click_with_the_same_token_marks_nothing(
    table: Table, gm: Client, headers: dict[str, str]
) -> None:
    filled = hit_form(table.ana, amount="3")

    first, second = (gm.post(address(table.gm, "hits/"), filled, headers=headers) for _ in range(2))

    assert (table.boxes(table.ana), table.log().count("harm")) == ("..v...", 1)
    assert first.status_code == second.status_code
    assert without_tokens(first) == without_tokens(second)


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "negative": ({"amount": "-3"}, "Give a whole number from 0 to 1000."),
    "half": ({"amount": "2.5"}, "Give a whole number from 0 to 1000."),
    "huge": ({"amount": "1" + "0" * 30}, "Give a whole number from 0 to 1000."),
    "empty": ({"amount": ""}, "Give a whole number from 0 to 1000."),
    "letters": ({"amount": "abc"}, "Give a whole number from 0 to 1000."),
    "NUL in the amount": ({"amount": "1\x00"}, "Give a whole number from 0 to 1000."),
    "NUL in the note": ({"note": "a\x00b"}, "Null characters are not allowed."),
    "long note": ({"note": "x" * 81}, "at most 80 characters"),
    "no target": ({"targets": []}, "Pick at least one target."),
    "unknown target": ({"targets": ["unknown"]}, "A target was removed meanwhile."),
    "NUL in the target": ({"targets": ["a\x00b"]}, "A target was removed meanwhile."),
}


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
@pytest.mark.parametrize(("wrong", "said"), WRONG.values(), ids=WRONG)
def test_a_wrong_hit_comes_back_with_all_that_was_typed(
    table: Table, gm: Client, headers: dict[str, str], wrong: dict[str, Any], said: str
) -> None:
    typed = hit_form(table.ana, table.bo, amount="3", source="reason", note="claws") | wrong

    response = gm.post(address(table.gm, "hits/"), typed, headers=headers)

    assert response.status_code == 422
    assert said in text_of(response.content)
    assert table.log().count("harm") == 0
    kept = values(response)
    assert without_nul(kept["amount"]) == without_nul(typed["amount"])
    assert without_nul(kept["note"]) == without_nul(typed["note"])
    assert kept["source"] == "reason"
    assert token(response) == typed["token"]
    if not headers and "targets" not in wrong:
        assert kept["targets"] == [table.ana.key, table.bo.key]


def without_nul(text: str | None) -> str:
    # A page cannot hold it: the parser puts another character in its place.
    return (text or "").replace("\x00", "").replace("\ufffd", "")


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_a_used_token_with_other_values_comes_back_under_a_new_one(
    table: Table, gm: Client, headers: dict[str, str]
) -> None:
    gm.post(address(table.gm, "hits/"), hit_form(table.ana, amount="1"))
    other = hit_form(table.ana, amount="5", note="claws")

    response = gm.post(address(table.gm, "hits/"), other, headers=headers)

    assert (response.status_code, table.boxes(table.ana)) == (422, "v.....")
    said = "This form was already sent. To send it once more, apply again."
    assert said in text_of(response.content)
    assert (values(response)["amount"], values(response)["note"]) == ("5", "claws")
    again = {**other, "token": token(response)}
    assert gm.post(address(table.gm, "hits/"), again).status_code == 303
    assert table.boxes(table.ana) == "v...v."


def test_a_target_removed_after_the_page_was_loaded_is_named(table: Table, gm: Client) -> None:
    remove_character(viewer=table.gm, character=table.bo)

    response = gm.post(address(table.gm, "hits/"), hit_form(table.ana, table.bo), headers=HTMX)

    assert response.status_code == 422
    assert "A target was removed meanwhile." in text_of(response.content)
    assert table.boxes(table.ana) == "......"


def values(response: Any) -> dict[str, Any]:
    """What the hit panel of an answer holds."""
    [amount] = nodes(response, "#hit-amount")
    [note] = nodes(response, "#hit-note")
    sources = [n["value"] for n in nodes(response, "[name=source]") if "checked" in n]
    targets = [n["value"] for n in nodes(response, "[name=targets]") if "checked" in n]
    return {
        "amount": amount.get("value"),
        "note": note.get("value"),
        "source": sources[0] if sources else None,
        "targets": targets,
    }


def token(response: Any) -> str | None:
    [hidden] = nodes(response, "#hitf [name=token]")
    return hidden["value"]


def csrf(response: Any) -> str | None:
    [hidden] = nodes(response, "#hitf [name=csrfmiddlewaretoken]")
    return hidden["value"]


def without_tokens(response: Any) -> str:
    source = response.content.decode()
    return re.sub(r'name="(token|csrfmiddlewaretoken)" value="[^"]*"', "", source)


# --- the preview


def test_a_preview_tells_what_would_happen_and_draws_it_in_pencil(table: Table, gm: Client) -> None:
    before = table.log()

    response = gm.post(address(table.gm, "preview/"), hit_form(table.ana, amount="4"), headers=HTMX)

    assert "Ana : Box 4 was free: bloodied in Vigor." in text_of(response.content)
    labels = [n["aria-label"] for n in nodes(response, f"#card-{table.ana.key} [data-amount]")]
    assert labels[3] == "Harm 4, bloodied, preview"
    assert (table.log(), table.boxes(table.ana)) == (before, "......")


def test_a_card_that_is_no_target_any_more_is_drawn_without_pencil(
    table: Table, gm: Client
) -> None:
    filled = hit_form(table.bo, amount="4", ghosted=f"{table.ana.key} unknown a\x00b")

    response = gm.post(address(table.gm, "preview/"), filled, headers=HTMX)

    labels = [n["aria-label"] for n in nodes(response, f"#card-{table.ana.key} [data-amount]")]
    assert labels[3] == "Harm 4, bloodied, free"


def test_half_filled_the_preview_says_what_is_missing(table: Table, gm: Client) -> None:
    half_filled: list[dict[str, Any]] = [{"amount": ""}, {"targets": []}, {"amount": "-1"}]
    for wrong in half_filled:
        filled = hit_form(table.ana) | wrong

        response = gm.post(address(table.gm, "preview/"), filled, headers=HTMX)

        assert response.status_code == 200
        assert "Pick a target and an amount" in text_of(response.content)
        assert nodes(response, ".card") == []


# --- rounds and undo


def test_a_round_is_answered_with_everything_that_is_live(table: Table, gm: Client) -> None:
    response = gm.post(address(table.gm, "boundaries/round/"), {"moment": "1.1"}, headers=HTMX)

    targets = re.findall('<hx-partial hx-target="#([^"]+)"', response.content.decode())
    assert targets == ["title", "clock", "roster", "log", "boundary"]
    assert "Round 2" in text_of(response.content)


def test_undo_of_the_newest_is_one_press(table: Table, gm: Client) -> None:
    hit = table.hit(3, table.ana)

    response = gm.post(address(table.gm, f"entries/{hit.key}/undo/"), headers=HTMX)

    assert (response.status_code, table.boxes(table.ana)) == (200, "......")
    [line] = nodes(response, f"#entry-{hit.key}")
    assert line["class"] == "undone"


def test_undo_of_an_older_one_lists_what_comes_off_and_does_it(table: Table, gm: Client) -> None:
    first = table.hit(3, table.ana)
    table.hit(2, table.bo)
    second = table.hit(1, table.ana)

    page = gm.get(address(table.gm, f"entries/{first.key}/"))

    assert "These 2 come off together" in text_of(page.content)
    expected = [n["value"] for n in nodes(page, "[name=expected]")]
    assert sorted(filter(None, expected)) == sorted([first.key, second.key])
    gm.post(address(table.gm, f"entries/{first.key}/undo/"), {"expected": expected})
    assert (table.boxes(table.ana), table.boxes(table.bo)) == ("......", ".v....")


def test_one_press_that_would_take_off_more_asks_first(table: Table, gm: Client) -> None:
    first = table.hit(3, table.ana)
    table.hit(1, table.ana)
    path = address(table.gm, f"entries/{first.key}/undo/")

    response = gm.post(path, headers=HTMX)

    assert response.headers["HX-Redirect"] == address(table.gm, f"entries/{first.key}/")
    assert table.boxes(table.ana) == "v.v..."


def test_a_list_that_is_out_of_date_is_shown_anew(table: Table, gm: Client) -> None:
    first = table.hit(3, table.ana)
    table.hit(1, table.ana)

    response = gm.post(address(table.gm, f"entries/{first.key}/undo/"), {"expected": [first.key]})

    assert response.status_code == 422
    assert "Meanwhile more happened that comes off with it." in text_of(response.content)
    assert len(nodes(response, "[name=expected]")) == 2
    assert table.boxes(table.ana) == "v.v..."


def test_undoing_twice_is_undoing_once(table: Table, gm: Client) -> None:
    hit = table.hit(3, table.ana)
    path = address(table.gm, f"entries/{hit.key}/undo/")

    responses = [gm.post(path, headers=headers) for headers in (HTMX, HTMX, {})]

    assert [r.status_code for r in responses] == [200, 200, 303]
    assert table.log()[:2] == ["undo", "harm"]


# --- the log


def test_older_lines_hang_below_the_newest(table: Table, gm: Client) -> None:
    for _ in range(queries.PAGE):
        table.hit(0, table.ana)
    page = gm.get(address(table.gm))
    [older] = nodes(page, ".older a")

    answer = gm.get(address(table.gm, older["href"] or ""), headers=HTMX)
    whole = gm.get(address(table.gm, older["href"] or ""))

    first = {n["id"] for n in nodes(page, "#log > li[id]")}
    second = {n["id"] for n in nodes(answer, "li[id]")}
    assert (len(first), len(second), first & second) == (queries.PAGE, 6, set())
    assert {n["id"] for n in nodes(whole, "main li[id]")} == second
    assert nodes(answer, "#log") == []


def test_a_table_where_nothing_happened_says_so(table: Table) -> None:
    response = browser_of(table.spectator.link).get(address(table.spectator))

    assert "Nothing has happened yet." in text_of(response.content)


# --- how much is asked of the database


@pages
def test_more_characters_and_more_lines_ask_no_more_of_the_database(
    table: Table, page: str
) -> None:
    counts = {}
    for size, (characters, lines) in {"small": (1, 3), "large": (3, 60)}.items():
        for number in range(characters):
            table.add(f"{size} {number}", kind=Kind.NPC if number % 2 else Kind.PC)
        for _ in range(lines):
            table.hit(0, table.ana)
        counts[size] = query_count(table, page)

    assert counts["small"] == counts["large"] <= 12


def query_count(table: Table, page: str) -> int:
    role, path = PAGES[page](table)
    viewer = table.viewer(role)
    browser = browser_of(viewer.link)
    rendering.kept.cache_clear()
    with CaptureQueriesContext(connection) as asked:
        browser.get(address(viewer, path))
    return len(asked)


def test_three_hundred_lines_ask_no_more_than_thirty(table: Table, gm: Client) -> None:
    def counts() -> list[int]:
        found = []
        for path in ("hits/", "preview/"):
            filled = hit_form(table.ana, amount="0", token=f"{path}{len(table.log())}")
            with CaptureQueriesContext(connection) as asked:
                gm.post(address(table.gm, path), filled, headers=HTMX)
            found.append(len(asked))
        return [*found, *(query_count(table, page) for page in ("console", "wall"))]

    for _ in range(30):
        table.hit(0, table.ana)
    before = counts()
    for _ in range(270):
        table.hit(0, table.ana)

    assert counts() == before

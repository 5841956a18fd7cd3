"""Everybody on every address: what is not allowed looks like what is not there."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.test import Client

from combat.live import bus
from sheets import links
from sheets.access import Viewer
from tests.combat.table import Table, address, browser_of, hit_form, text_of

NOT_OPENED = "This page opens with your link; ask your GM."


class Case(NamedTuple):
    """An address, how it is asked for, and the roles that may."""

    method: str
    path: Callable[[Table], str]
    roles: str
    values: Callable[[Table], dict[str, Any]] = lambda table: {}
    status: int = 200
    homeward: str = ""
    """The roles that are sent to their own page."""

    def status_for(self, role: str) -> int:
        return 302 if role in self.homeward.split() else self.status


def newest_hit(table: Table) -> str:
    return str(table.campaign.entries.filter(type="harm").latest("seq").key)


def healing(table: Table) -> dict[str, Any]:
    return {"token": "made-with-the-form", "character": table.ana.key, "do": "heal", "box": "1"}


CASES = {
    "table": Case("get", lambda t: "", "gm player spectator"),
    "wall": Case("get", lambda t: "wall/", "gm player spectator"),
    "own sheet": Case("get", lambda t: f"characters/{t.ana.key}/", "gm player", homeward="player"),
    "sheet of another": Case("get", lambda t: f"characters/{t.bo.key}/", "gm"),
    "sheet of the hidden": Case("get", lambda t: f"characters/{t.lich.key}/", "gm"),
    "log": Case("get", lambda t: f"log/?before={newest_hit(t)}", "gm player spectator"),
    "panel": Case("get", lambda t: "panels/hit/", "gm", status=302),
    "hit": Case("post", lambda t: "hits/", "gm", lambda t: hit_form(t.ana), 303),
    "preview": Case("post", lambda t: "preview/", "gm", lambda t: hit_form(t.ana)),
    "round": Case("post", lambda t: "boundaries/round/", "gm", lambda t: {"moment": t.moment}, 303),
    "recovery": Case("post", lambda t: "recoveries/", "gm", healing, 303),
    "entry": Case("get", lambda t: f"entries/{newest_hit(t)}/", "gm"),
    "undo": Case("post", lambda t: f"entries/{newest_hit(t)}/undo/", "gm", status=303),
}
HTMX = {"HX-Request": "true"}
personas = pytest.mark.parametrize(
    "persona", ["gm", "player", "spectator", "stranger", "other player", "gm of another table"]
)
cases = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


class Persona(NamedTuple):
    """Somebody's browser, and the link whose addresses they use."""

    browser: Client
    viewer: Viewer
    role: str


@pytest.fixture
def hurt(table: Table) -> Table:
    table.hit(1, table.ana)
    return table


def come(table: Table, persona: str) -> Persona:
    if persona in ("gm", "player", "spectator"):
        viewer = table.viewer(persona)
        return Persona(browser_of(viewer.link), viewer, persona)
    if persona == "other player":
        # Plays Bo, and tries at the addresses of the GM.
        link = links.create_player_link(viewer=table.gm, character=table.bo)
        return Persona(browser_of(link), table.gm, "")
    browser = browser_of(Table("Elsewhere").gm.link) if "another" in persona else Client()
    return Persona(browser, table.gm, "")


def ask(table: Table, who: Persona, case: Case, **options: Any) -> Any:
    send = getattr(who.browser, case.method)
    return send(address(who.viewer, case.path(table)), case.values(table), **options)


@personas
@cases
def test_each_persona_at_each_address(
    hurt: Table, case: Case, persona: str, signals: list[bus.Signal]
) -> None:
    who = come(hurt, persona)
    signals.clear()
    before = (hurt.log(), hurt.boxes(hurt.ana), hurt.campaign.clock)

    response = ask(hurt, who, case)

    if who.role in case.roles.split():
        assert response.status_code == case.status_for(who.role)
    else:
        assert (response.status_code, NOT_OPENED in text_of(response.content)) == (404, True)
        assert (hurt.log(), hurt.boxes(hurt.ana), hurt.campaign.clock) == before
        assert signals == []


@pytest.mark.parametrize("persona", ["player", "spectator", "stranger", "gm of another table"])
@cases
def test_htmx_is_told_in_a_message_and_never_by_a_page(
    hurt: Table, case: Case, persona: str
) -> None:
    who = come(hurt, persona)
    if who.role in case.roles.split():
        return

    response = ask(hurt, who, case, headers=HTMX)

    assert (response.status_code, response.headers["HX-Reswap"]) == (404, "none")
    assert 'hx-target="#messages"' in response.content.decode()
    assert "<html" not in response.content.decode()


# An end of time is looked at and crossed at the same address.
ONE_METHOD = {name: case for name, case in CASES.items() if name != "round"}


@pytest.mark.parametrize("case", ONE_METHOD.values(), ids=ONE_METHOD)
def test_an_address_knows_one_method(hurt: Table, case: Case) -> None:
    who = come(hurt, "gm")
    before = hurt.log()
    other = "get" if case.method == "post" else "post"

    response = getattr(who.browser, other)(address(who.viewer, case.path(hurt)))

    assert response.status_code == 405
    assert hurt.log() == before


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
@cases
def test_no_address_knows_rarer_methods(hurt: Table, case: Case, method: str) -> None:
    who = come(hurt, "gm")
    before = hurt.log()

    response = getattr(who.browser, method)(address(who.viewer, case.path(hurt)))

    assert response.status_code == 405
    assert hurt.log() == before


# --- things of another table, and things that never were


@pytest.fixture
def elsewhere(db: None) -> Table:
    table = Table("Elsewhere")
    table.hit(1, table.ana)
    return table


def test_a_gm_hits_nobody_of_another_table(hurt: Table, elsewhere: Table) -> None:
    browser = browser_of(hurt.gm.link)

    response = browser.post(address(hurt.gm, "hits/"), hit_form(elsewhere.bo))

    assert response.status_code == 422
    assert elsewhere.boxes(elsewhere.bo) == "......"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "characters/{}/"),
        ("get", "entries/{}/"),
        ("post", "entries/{}/undo/"),
        ("get", "log/?before={}"),
    ],
)
@pytest.mark.parametrize(
    "key", ["of another table", "unknown", "1" + "0" * 30, "a%00b", "-1", "%2e"]
)
def test_what_is_of_another_table_is_as_if_it_never_was(
    hurt: Table, elsewhere: Table, method: str, path: str, key: str
) -> None:
    browser = browser_of(hurt.gm.link)
    if key == "of another table":
        key = elsewhere.bo.key if "characters" in path else newest_hit(elsewhere)

    response = getattr(browser, method)(address(hurt.gm, path.format(key)))

    assert (response.status_code, NOT_OPENED in text_of(response.content)) == (404, True)
    assert elsewhere.boxes(elsewhere.ana) == "v....."


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_the_log_does_not_page_from_an_entry_that_is_not_seen(table: Table, role: str) -> None:
    table.hit(1, table.ana)
    hidden = table.hit(1, table.lich)
    viewer = table.viewer(role)

    response = browser_of(viewer.link).get(address(viewer, f"log/?before={hidden.key}"))

    assert (response.status_code, NOT_OPENED in text_of(response.content)) == (404, True)


def test_a_player_takes_back_nothing_by_its_address(hurt: Table) -> None:
    browser = browser_of(hurt.player.link)
    path = f"entries/{newest_hit(hurt)}/undo/"

    response = browser.post(address(hurt.player, path))

    assert (response.status_code, hurt.boxes(hurt.ana)) == (404, "v.....")


def test_a_player_takes_back_an_own_edit_by_its_address(hurt: Table) -> None:
    entry = hurt.edit(hurt.ana, by=hurt.player, name="Anežka")
    assert entry is not None
    browser = browser_of(hurt.player.link)

    response = browser.post(address(hurt.player, f"entries/{entry.key}/undo/"))

    hurt.ana.refresh_from_db()
    assert (response.status_code, hurt.ana.name) == (303, "Ana")


# --- revoked links, foreign forms


@cases
def test_a_revoked_link_opens_nothing_and_says_so(hurt: Table, case: Case) -> None:
    who = come(hurt, "player")
    links.revoke_link(viewer=hurt.gm, link=hurt.player.link)
    before = hurt.log()

    response = ask(hurt, who, case)

    assert response.status_code == 410
    assert "This link was revoked. Ask your GM for a new one." in text_of(response.content)
    assert hurt.log() == before


@pytest.mark.parametrize("path", ["hits/", "preview/", "boundaries/round/"])
def test_a_form_from_elsewhere_changes_nothing(hurt: Table, path: str) -> None:
    browser = browser_of(hurt.gm.link, enforce_csrf_checks=True)
    before = hurt.log()
    values = {**hit_form(hurt.ana), "moment": "1.1"}

    page = browser.post(address(hurt.gm, path), values)
    message = browser.post(address(hurt.gm, path), values, headers=HTMX)

    assert (page.status_code, message.status_code) == (403, 403)
    assert "This page was too old" in text_of(page.content)
    assert 'hx-target="#messages"' in message.content.decode()
    assert hurt.log() == before


def test_an_origin_that_is_null_is_refused_readably(hurt: Table) -> None:
    browser = browser_of(hurt.gm.link, enforce_csrf_checks=True)

    origin = {"Origin": "null"}
    response = browser.post(address(hurt.gm, "hits/"), hit_form(hurt.ana), headers=origin)

    assert response.status_code == 403
    assert "Load the page again" in text_of(response.content)
    assert hurt.boxes(hurt.ana) == "v....."


@pytest.mark.parametrize("role", ["gm", "player"])
def test_nobody_passes_on_an_invoke_where_the_rules_have_none(table: Table, role: str) -> None:
    browser = browser_of(table.viewer(role).link)
    sent = {"slot": "mild", "by": "Ana", "to": "Bo"}

    where = address(table.viewer(role), f"characters/{table.ana.key}/invokes/")

    assert [browser.post(where, form).status_code for form in (sent, {})] == [404, 404]

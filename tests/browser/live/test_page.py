"""The page's side of the live push, in Chromium."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from tests.live.server import Server, running, until

Open = Callable[..., Page]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path) as server:
        yield server


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def open_page(server: Server, context: BrowserContext) -> Open:
    def open_page(
        link: str = "player-a", *, prepare: Callable[[Page], object] | None = None
    ) -> Page:
        page = context.new_page()
        if prepare:
            prepare(page)
        page.goto(f"{server.url}/page/{link}/")
        return page

    return open_page


def connected(page: Page, server: Server, count: int = 1) -> None:
    _until(page, lambda: server.counts()["open"] == count)


def test_a_hit_shows_on_another_page_without_a_reload(server: Server, open_page: Open) -> None:
    gm, player = open_page("gm-a"), open_page()
    connected(gm, server, 2)

    gm.get_by_label("Hit").fill("vlkodlak")
    gm.get_by_role("button", name="Apply").click()

    expect(player.get_by_role("status").and_(player.locator("output"))).to_have_text("1")
    expect(player.get_by_role("listitem")).to_have_text("vlkodlak")
    expect(gm.get_by_role("listitem")).to_have_text("vlkodlak")


def test_a_text_with_line_breaks_shows_as_it_was_written(server: Server, open_page: Open) -> None:
    page = open_page()
    connected(page, server)

    server.post("/hit/", text="cut\revent: revoked\n\ndata: <b>x</b>")

    expect(page.get_by_role("listitem")).to_have_text("cut event: revoked data: <b>x</b>")


def test_a_restarted_server_is_found_again_with_what_was_missed(
    server: Server, open_page: Open
) -> None:
    page = open_page()
    connected(page, server)
    server.post("/hit/", text="before")
    expect(page.get_by_role("listitem")).to_have_text("before")

    server.stop()
    _store(server, ["before", "meanwhile"])
    server.start()

    expect(page.get_by_role("listitem")).to_have_text(["before", "meanwhile"])


def test_a_reconnect_without_news_changes_nothing_on_the_page(
    server: Server, open_page: Open
) -> None:
    page = open_page()
    connected(page, server)
    server.post("/hit/", text="before")
    expect(page.get_by_role("listitem")).to_have_text("before")
    page.evaluate(
        "window.changes = 0;"
        "new MutationObserver(all => window.changes += all.length).observe("
        "document.querySelector('main'), {childList: true, subtree: true, characterData: true})"
    )

    server.stop()
    server.start()
    connected(page, server)
    server.post("/hit/", text="after")
    expect(page.get_by_role("listitem")).to_have_text(["before", "after"])

    # The number and the new line; the old line stayed what it was.
    assert page.evaluate("window.changes") <= 3
    assert server.counts()["enter"] == 1


@pytest.mark.parametrize("failure", ["refused", "unavailable"])
def test_a_first_connection_that_fails_is_tried_again(
    server: Server, open_page: Open, failure: str
) -> None:
    tries: list[Route] = []

    def fail_twice(route: Route) -> None:
        tries.append(route)
        if len(tries) > 2:
            route.continue_()
        elif failure == "refused":
            route.abort("connectionrefused")
        else:
            route.fulfill(status=503)

    page = open_page(prepare=lambda page: page.route("**/stream/**", fail_twice))
    connected(page, server)
    server.post("/hit/", text="vlkodlak")

    expect(page.get_by_role("listitem")).to_have_text("vlkodlak")
    assert len(tries) == 3


def test_a_revoked_link_says_so_and_asks_no_more(server: Server, open_page: Open) -> None:
    page = open_page()
    connected(page, server)
    requests = _watch_requests(page)

    server.post("/revoke/", link="player-a")

    expect(page.get_by_role("heading")).to_have_text("This link was revoked")
    expect(page.get_by_role("button", name="Dock")).to_be_disabled()
    expect(page.locator("main")).not_to_contain_text("Apply")
    page.wait_for_timeout(1500)
    assert requests == []


def test_a_page_of_a_link_revoked_meanwhile_is_refused_once(
    server: Server, open_page: Open
) -> None:
    server.post("/revoke/", link="player-a")
    requests: list[str] = []

    page = open_page(prepare=lambda page: _count_into(page, requests))

    expect(page.get_by_role("heading")).to_have_text("This link was revoked")
    page.wait_for_timeout(1500)
    assert len(requests) == 1


def test_a_hidden_page_lets_its_stream_go_and_is_current_on_return(
    server: Server, open_page: Open
) -> None:
    page = open_page()
    connected(page, server)

    _hide(page, True)
    connected(page, server, 0)
    server.post("/hit/", text="unseen")
    page.wait_for_timeout(500)
    assert page.get_by_role("listitem").count() == 0
    _hide(page, False)

    expect(page.get_by_role("listitem")).to_have_text("unseen")
    expect(page.locator("#net")).to_be_hidden()


def test_a_page_opened_in_the_background_connects_when_it_is_looked_at(
    server: Server, open_page: Open
) -> None:
    page = open_page(prepare=lambda page: page.add_init_script(_HIDE % "true"))
    page.wait_for_timeout(500)
    assert server.counts()["open"] == 0

    _hide(page, False)

    connected(page, server)


def test_a_page_hidden_while_it_connects_lets_the_stream_go(
    server: Server, open_page: Open
) -> None:
    held: list[Route] = []
    page = open_page(
        # Playwright cannot take a method of a list.
        prepare=lambda page: page.route("**/stream/**", lambda route: held.append(route))  # noqa: PLW0108
    )
    _until(page, lambda: held)

    _hide(page, True)
    held[0].continue_()
    page.unroute("**/stream/**")
    page.wait_for_timeout(500)

    connected(page, server, 0)
    _hide(page, False)
    connected(page, server)


def test_what_is_being_typed_survives_a_hit(server: Server, open_page: Open) -> None:
    page = open_page()
    connected(page, server)
    note = page.get_by_label("Note")
    note.fill("claws")
    note.press("ArrowLeft")

    server.post("/hit/", text="vlkodlak")
    expect(page.get_by_role("listitem")).to_have_text("vlkodlak")
    page.keyboard.type("w")

    expect(note).to_have_value("clawws")
    expect(note).to_be_focused()


def test_an_answer_older_than_the_page_is_not_swapped_in(server: Server, open_page: Open) -> None:
    page = open_page()
    connected(page, server)
    server.post("/hit/", text="new")
    expect(page.get_by_role("listitem")).to_have_text("new")
    old = '<article id="card" data-version="0"><ol><li>old</li></ol></article>'
    page.route(
        "**/hit/",
        lambda route: route.fulfill(
            content_type="text/html",
            body=f'<hx-partial hx-target="#card" hx-swap="outerMorph">{old}</hx-partial>'
            '<hx-partial hx-target="#here">answered</hx-partial>',
        ),
    )

    page.get_by_role("button", name="Apply").click()

    expect(page.locator("#here")).to_have_text("answered")
    expect(page.get_by_role("listitem")).to_have_text("new")


def test_an_older_card_inside_a_newer_region_stays_as_it_is(
    server: Server, open_page: Open
) -> None:
    page = open_page()
    connected(page, server)
    server.post("/hit/", text="new")
    expect(page.get_by_role("listitem")).to_have_text("new")
    old = '<article id="card" data-version="0"><ol><li>old</li></ol></article>'
    page.route(
        "**/hit/",
        lambda route: route.fulfill(
            content_type="text/html",
            body='<hx-partial hx-target="main" hx-swap="innerMorph">'
            f"{old}<h2>More</h2></hx-partial>",
        ),
    )

    page.get_by_role("button", name="Apply").click()

    expect(page.get_by_role("heading")).to_have_text("More")
    expect(page.get_by_role("listitem")).to_have_text("new")


def test_a_lost_server_is_said_after_a_while_and_forgotten_on_return(
    server: Server, open_page: Open
) -> None:
    page = open_page()
    connected(page, server)
    net, apply = page.locator("#net"), page.get_by_role("button", name="Apply")

    server.stop()
    page.wait_for_timeout(1500)
    expect(net).to_be_hidden()

    expect(net).to_be_visible()
    expect(net).to_have_text(re.compile(r"Lost since \d+:\d\d:\d\d"))
    expect(apply).to_be_disabled()
    expect(page.get_by_label("Note")).to_be_editable()
    server.start()
    expect(net).to_be_hidden()
    expect(apply).to_be_enabled()


def test_a_server_gone_silent_is_given_up_and_found_again(server: Server, open_page: Open) -> None:
    page = open_page(prepare=lambda page: page.clock.install())
    until(lambda: server.counts()["open"] == 1)
    net = page.locator("#net")

    server.freeze()
    page.clock.run_for(20_000)
    expect(net).to_be_hidden()
    page.clock.run_for(10_000)
    expect(net).to_be_visible()
    # Before the thaw: the page's new question may already wait for the frozen server.
    _store(server, ["meanwhile"])
    server.thaw()
    page.clock.resume()

    expect(page.get_by_role("listitem")).to_have_text("meanwhile", timeout=10_000)
    expect(net).to_be_hidden()


def test_a_first_connection_without_an_answer_is_given_up_and_tried_again(
    server: Server, open_page: Open
) -> None:
    tries: list[Route] = []

    def keep_silent_once(route: Route) -> None:
        tries.append(route)
        if len(tries) > 1:
            route.continue_()

    def prepare(page: Page) -> None:
        page.clock.install()
        page.route("**/stream/**", keep_silent_once)

    page = open_page(prepare=prepare)
    _until(page, lambda: tries)
    page.clock.run_for(30_000)
    page.clock.resume()

    connected(page, server)
    assert len(tries) == 2


def test_a_stream_that_does_not_bring_what_an_answer_left_to_it_is_made_anew(
    server: Server, open_page: Open
) -> None:
    page = open_page()
    connected(page, server)
    server.post("/hit/", text="heard")
    expect(page.get_by_role("listitem")).to_have_text("heard")

    def answer(route: Route) -> None:
        assert route.request.headers["x-stream"] == "open"
        # Without a word to the stream, as if that were dead.
        _store(server, ["heard", "unheard"])
        route.fulfill(headers={"HX-Trigger": "streamed"}, body="")

    page.route("**/hit/", answer)
    page.get_by_role("button", name="Apply").click()

    expect(page.get_by_role("listitem")).to_have_text(["heard", "unheard"])


def test_an_action_that_reaches_no_server_says_so(server: Server, open_page: Open) -> None:
    page = open_page()
    connected(page, server)
    page.route("**/hit/", lambda route: route.abort())

    page.get_by_role("button", name="Apply").click()

    expect(page.locator("#messages")).to_have_text("The server did not answer")


_HIDE = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true})"


def _until(page: Page, condition: Callable[[], object]) -> None:
    for _ in range(500):
        if condition():
            return
        # Routes are served only while Playwright waits.
        page.wait_for_timeout(20)
    pytest.fail("this did not happen in time")


def _hide(page: Page, is_hidden: bool) -> None:
    page.evaluate(_HIDE % str(is_hidden).lower())
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def _store(server: Server, hits: list[str]) -> None:
    (server.folder / "table.json").write_text(json.dumps({"hits": hits, "revoked": []}))


def _watch_requests(page: Page) -> list[str]:
    requests: list[str] = []
    _count_into(page, requests)
    return requests


def _count_into(page: Page, requests: list[str]) -> None:
    def note(request: Request) -> None:
        if "/stream/" in request.url:
            requests.append(request.url)

    page.on("request", note)

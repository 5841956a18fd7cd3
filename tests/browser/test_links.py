"""The page of the GM's links, while things happen elsewhere."""

from playwright.sync_api import expect

from sheets import links
from tests.browser.conftest import Come
from tests.combat.table import Table

REFRESHED = 20_000  # so often it asks who is there


def test_the_links_page_of_a_revoked_link_says_so_and_asks_no_more(
    table: Table, come: Come
) -> None:
    gm = come(table.gm)
    gm.expects_trouble = True
    page = gm.page
    page.clock.install()
    page.get_by_role("link", name="Links").click()
    expect(page.get_by_role("heading", name="Links to the table")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.clock.run_for(REFRESHED)
    expect(page.get_by_role("heading", name="Players")).to_be_visible()
    assert [url for url in asked if url.endswith("/links/")] != []
    links.renew_link(viewer=table.gm, link=table.gm.link)
    page.clock.run_for(REFRESHED)

    expect(page.get_by_role("heading", name="Link revoked")).to_be_visible()
    asked.clear()
    page.clock.run_for(3 * REFRESHED)
    assert asked == []

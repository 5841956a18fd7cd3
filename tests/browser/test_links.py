"""The page of the GM's links, while things happen elsewhere."""

from playwright.sync_api import Request, Response, expect

from sheets import links
from tests.browser.conftest import Come
from tests.combat.table import Table

REFRESHED = 20_000  # so often it asks who is there
SETTLED = 300


def test_the_links_page_of_a_revoked_link_says_so_and_asks_no_more(
    table: Table, come: Come
) -> None:
    gm = come(table.gm)
    gm.expects_trouble = True
    page = gm.page
    page.clock.install()
    page.get_by_role("link", name="Links").click()
    page.wait_for_load_state()
    with page.expect_response(is_page_of_links):
        page.clock.run_for(REFRESHED)
    expect(page.get_by_role("heading", name="Players")).to_be_visible()

    links.renew_link(viewer=table.gm, link=table.gm.link)
    page.clock.run_for(REFRESHED)

    expect(page.get_by_role("heading", name="Link revoked")).to_be_visible()
    asked: list[bool] = []
    page.on("request", lambda request: asked.append(is_page_of_links(request)))
    page.clock.run_for(3 * REFRESHED)
    page.wait_for_timeout(SETTLED)
    assert True not in asked


def is_page_of_links(asked: Request | Response) -> bool:
    return asked.url.endswith("/links/")

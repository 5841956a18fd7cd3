from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from playwright.sync_api import Browser, BrowserContext

from sheets.access import Viewer
from tests.browser.guest import Guest, new_context
from tests.browser.site import Site
from tests.combat.table import Table

Come = Callable[..., Guest]

KEEPS_WHAT_IS_READ = """
const real = window.fetch;
window.streamed = "";
window.fetch = async (...asked) => {
  const answer = await real(...asked);
  if (!String(asked[0]?.url ?? asked[0]).includes("/stream/")) return answer;
  const [one, other] = answer.body.tee();
  const reader = one.pipeThrough(new TextDecoderStream()).getReader();
  (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      window.streamed += value;
    }
  })();
  return new Response(other, { status: answer.status, headers: answer.headers });
};
"""


@pytest.fixture(scope="session")
def running_site(django_db_setup: None) -> Iterator[Site]:
    if not staticfiles_storage.exists("staticfiles.json"):
        call_command("collectstatic", interactive=False, verbosity=0)
    site = Site()
    site.start()
    yield site
    site.stop()


@pytest.fixture
def site(running_site: Site, transactional_db: None) -> Site:
    """The server over this test's database."""
    return running_site


@pytest.fixture
def table(site: Site) -> Table:
    return Table()


@pytest.fixture
def come(browser: Browser, site: Site) -> Iterator[Come]:
    """Let somebody in through a link, by default in a browser of their own.

    Afterwards no page may have complained, unless its guest expected trouble.
    """
    guests: list[Guest] = []
    contexts: list[BrowserContext] = []

    def come(
        viewer: Viewer, path: str = "", context: BrowserContext | None = None, **options: Any
    ) -> Guest:
        if context is None:
            context = new_context(browser, **options)
            contexts.append(context)
        guest = Guest(site, context, viewer)
        guest.has_scripts = options.get("java_script_enabled", True)
        guests.append(guest)
        guest.come_in(path)
        return guest

    yield come
    for context in contexts:
        context.close()
    content = [guest for guest in guests if not guest.expects_trouble]
    assert [guest.complaints for guest in content if guest.complaints] == []


@pytest.fixture
def listening_context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser whose pages keep in `window.streamed` what their streams brought."""
    context = new_context(browser)
    context.add_init_script(KEEPS_WHAT_IS_READ)
    yield context
    context.close()

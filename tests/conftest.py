"""What every test may ask for: a database server, a browser, and the judges of a page."""

import os
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import hypothesis
import psycopg
import pytest
from axe_playwright_python.sync_playwright import Axe
from justhtml import JustHTML
from playwright.sync_api import Browser, Page, sync_playwright

# The machine's load is no property of the code.
hypothesis.settings.register_profile("denik", hypothesis.settings.default, deadline=None)
hypothesis.settings.load_profile("denik")

CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).with_name("browser") in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A browser test that did not run has shown nothing."""
    report = yield
    if report.skipped and item.get_closest_marker("browser"):
        report.outcome = "failed"
        report.longrepr = f"a browser test may not be skipped: {item.nodeid}"
    return report


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """Address of a PostgreSQL server whose user may make databases."""
    url = os.environ.get("DENIK_TEST_POSTGRES")
    if not url:
        pytest.fail("DENIK_TEST_POSTGRES is not set: sh scripts/with-postgres.sh pytest …")
    return url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """Address of an empty PostgreSQL database of this test's own."""
    name = f"denik_{secrets.token_hex(8)}"
    with psycopg.connect(postgres_server, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield f"{postgres_server.rpartition('/')[0]}/{name}"
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, the same process for all tests; each test makes its own contexts."""
    executable = shutil.which(os.environ.get("DENIK_CHROMIUM", "chromium"))
    if not executable:
        pytest.fail("No Chromium found: install it, or name it with DENIK_CHROMIUM")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread, which Django takes for async code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_ARGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def accessibility_problems() -> Callable[[Page], list[str]]:
    """What axe-core finds wrong on the page as it stands: rule and places, one line each."""
    axe = Axe()

    def problems(page: Page) -> list[str]:
        return [
            f"{violation['id']}: {', '.join(str(node['target']) for node in violation['nodes'])}"
            for violation in axe.run(page).response["violations"]
        ]

    return problems


@pytest.fixture(scope="session")
def html_problems() -> Callable[[str], list[str]]:
    """What is not HTML in a page's source: the parser's errors, and ids that stand twice."""

    def problems(source: str) -> list[str]:
        page = JustHTML(source, collect_errors=True, sanitize=False)
        ids = Counter((node.attrs or {})["id"] for node in page.query("[id]"))
        return [f"line {e.line}: {e.message}" for e in page.errors] + [
            f"id {name} stands {count} times" for name, count in ids.items() if count > 1
        ]

    return problems

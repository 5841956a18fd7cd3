"""Somebody at the table with a browser of their own, and what they see on its page."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Response

from sheets.access import Viewer, token_of
from sheets.models import Character
from tests.browser.site import Site
from tests.combat.table import address


class Guest:
    has_scripts = True
    expects_trouble = False
    """Whether errors in the console belong to what is tried."""

    def __init__(self, site: Site, context: BrowserContext, viewer: Viewer) -> None:
        self.site = site
        self.context = context
        self.viewer = viewer
        self.complaints: list[str] = []
        self.page = context.new_page()
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def come_in(self, path: str = "") -> None:
        """Open the link, then the page, and wait until it is live."""
        self.page.goto(f"{self.site.url}/open/{token_of(self.viewer.link)}")
        self.go(path)

    def go(self, path: str = "") -> None:
        url = self.site.url + address(self.viewer, path)
        if not self.has_scripts:
            self.page.goto(url)
            return
        with self.page.expect_response(_is_stream):
            self.page.goto(url)

    def card(self, character: Character) -> Locator:
        heading = self.page.get_by_role("heading", name=character.name, exact=True)
        return self.page.get_by_role("article").filter(has=heading)

    def track(self, character: Character | None = None) -> Locator:
        """The drawing of a track, where it is no control: of a card, or of the own sheet."""
        where: Any = self.card(character) if character else self.page.get_by_role("main")
        return (
            where.get_by_role("img", name="Harm:")
            .or_(where.get_by_role("img", name="Harm: none"))
            .first
        )

    def box(self, character: Character, number: int) -> Locator:
        """A box of a card that the GM can press."""
        return self.card(character).get_by_role("button", name=f"Harm {number}")

    def target(self, character: Character) -> Locator:
        return self.page.get_by_role("checkbox", name=f"target: {character.name}")

    def apply(self) -> None:
        self.page.get_by_role("button", name="Write in ink").click()

    def end_round(self) -> None:
        """Look at what the end of the round would do, and end it."""
        self.page.get_by_role("link", name="Next round…").click()
        self.page.get_by_role("button", name="Next round").click()

    def line(self, text: str) -> Locator:
        """Lines of the log that say something."""
        return self.page.get_by_role("listitem").filter(has_text=text)

    def send(self, path: str, **values: Any) -> int:
        """Post a form with this browser's rights, apart from its page; the answer's status."""
        url = self.site.url + address(self.viewer, path)
        tokens = {c["name"]: c["value"] for c in self.context.cookies() if "name" in c}
        headers = {"X-CSRFToken": tokens["csrftoken"]}
        answer = self.context.request.post(url, form=values, headers=headers, max_redirects=0)
        return answer.status

    def _note(self, message: Any) -> None:
        # htmx reports a preview that a newer one replaced.
        if message.type == "error" and "AbortError" not in message.text:
            self.complaints.append(message.text)


def _is_stream(response: Response) -> bool:
    return "/stream/" in response.url


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    return browser.new_context(
        **{"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", **options}
    )

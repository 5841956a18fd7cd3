"""What stands in docs/rules, as HTML to look things up in at the table."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from combat.rules import RULESETS

FOLDER: Path = settings.BASE_DIR / "docs" / "rules"
# No raw HTML comes through: what looks like a tag is shown as it was typed.
_MARKDOWN = MarkdownIt("js-default")


class Part(NamedTuple):
    """A heading to jump to."""

    anchor: str
    heading: str


@dataclass(frozen=True)
class Rulebook:
    """The rules of one ruleset in one language."""

    language: str
    title: str
    parts: list[Part]
    html: SafeString


def find_rulebook(slug: str, language: str) -> Rulebook | None:
    """The rules of a ruleset in this language, else in English, else nothing."""
    if slug not in RULESETS:
        return None
    for spoken in (language, "en"):
        file = FOLDER / f"{slug}.{spoken}.md"
        if spoken in dict(settings.ALL_LANGUAGES) and file.exists():
            return _rendered(file, spoken, file.stat().st_mtime_ns)
    return None


@lru_cache(maxsize=32)
def _rendered(file: Path, language: str, _changed: int) -> Rulebook:
    # Each file begins with its title: where a heading opens, its text, where it closes.
    _, title, _, *tokens = _MARKDOWN.parse(file.read_text(encoding="utf-8"))
    parts = _anchored(tokens)
    html = _MARKDOWN.renderer.render(_fit(tokens), _MARKDOWN.options, {})
    return Rulebook(language, _text(title), parts, mark_safe(html))  # noqa: S308  from our files


def _anchored(tokens: list[Token]) -> list[Part]:
    """The parts; a translation that keeps them in order has the same anchors."""
    parts: list[Part] = []
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2":
            parts.append(Part(f"part-{len(parts) + 1}", _text(inline)))
            opening.attrSet("id", parts[-1].anchor)
    return parts


def _text(inline: Token) -> str:
    return "".join(token.content for token in inline.children or ())


def _fit(tokens: list[Token]) -> list[Token]:
    """Tables that scroll by themselves on a phone, without what our pages do not allow."""
    fit: list[Token] = []
    for number, token in enumerate(tokens):
        # Alignment would be a style attribute, which the content policy refuses.
        token.attrs.pop("style", None)
        if token.type == "th_open" and not tokens[number + 1].content:
            # An empty cell heads nothing.
            token.tag = tokens[number + 2].tag = "td"
        match token.type:
            case "table_open":
                fit += [_html('<div class="scroll" tabindex="0">'), token]
            case "table_close":
                fit += [token, _html("</div>")]
            case _:
                fit.append(token)
    return fit


def _html(markup: str) -> Token:
    return Token("html_block", "", 0, content=markup)

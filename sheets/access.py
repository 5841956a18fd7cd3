"""Every "may they?": opening links, who is looking, and what they may see and do."""

import base64
import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, Concatenate, NamedTuple, Protocol

from cryptography.fernet import Fernet
from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation

from sheets.models import Campaign, Character, Link, Role, Visibility
from sheets.prepared import Prepared, Slot

# The session is a cookie, and a cookie holds 4 kB: with keys of 12 letters this stays below 3.
MOST_GRANTS = 100


class Gone(Exception):
    """The link was good once and was revoked."""


class Audience(NamedTuple):
    """Viewers that see the same bytes."""

    role: str
    language: str
    view: str
    character: str = ""

    @property
    def is_gm(self) -> bool:
        return self.role == Role.GM

    def sees(self, character: Character) -> str:
        """How much of a character this audience sees: all, name or hidden."""
        if self.is_gm or character.key == self.character:
            return Visibility.ALL
        return Visibility.HIDDEN if character.removed else character.visibility


@dataclass(frozen=True)
class Viewer:
    """Who is looking, through which link."""

    link: Link

    @property
    def campaign(self) -> Campaign:
        return self.link.campaign

    @property
    def role(self) -> str:
        return self.link.role

    @property
    def is_gm(self) -> bool:
        return self.role == Role.GM

    @property
    def own(self) -> Character | None:
        """The character this viewer plays."""
        return self.link.character if self.role == Role.PLAYER else None

    def audience(self, view: str, language: str, character: str = "") -> Audience:
        """Whose bytes this viewer sees in a view; a wall shows everybody what it shows a spectator,
        since a GM's screen may be the one that hangs there."""
        if view == "wall":
            return Audience(Role.SPECTATOR, language, view)
        own = self.own.key if self.own else character if self.is_gm else ""
        return Audience(self.role, language, view, own)

    def may_edit(self, character: Character) -> bool:
        return self.is_gm or self._plays(character)

    def may_edit_numbers(self, character: Character) -> bool:
        """Whether the numbers that the rules use may be changed."""
        return self.is_gm or (self._plays(character) and self.campaign.players_edit_numbers)

    def _plays(self, character: Character) -> bool:
        return self.own is not None and self.own.pk == character.pk


# --- tokens


class Token(NamedTuple):
    """A new secret in the two forms in which it is stored."""

    hash: str
    sealed: str


def new_token() -> Token:
    """A secret of 192 random bits."""
    secret = secrets.token_urlsafe(24)
    return Token(_hash(secret), _seal().encrypt(secret.encode()).decode())


def token_of(link: Link) -> str:
    """The secret of a link, to be shown to the GM."""
    return _seal().decrypt(link.token_sealed.encode()).decode()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@cache
def _seal() -> Fernet:
    digest = hashlib.sha256(b"denik link tokens" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))


# --- opening links


class _HasSession(Protocol):
    @property
    def session(self) -> Any: ...


def open_link(request: HttpRequest, token: str) -> Link:
    """Let this browser in by a secret token.

    Raises Http404 for a token that never was, Gone for a revoked one. The CSRF token stays as
    it is: turning it over would break the forms of tabs that are open.
    """
    link = Link.objects.filter(token_hash=_hash(token)).first()
    if link is None:
        raise Http404
    if link.revoked:
        raise Gone
    grant(request, link)
    return link


def grant(request: _HasSession, link: Link) -> None:
    """Remember that this browser has opened a link; the oldest grants drop out."""
    others = [key for key in granted(request) if key != link.key]
    request.session["links"] = [*others, link.key][-MOST_GRANTS:]


def granted(request: _HasSession) -> list[str]:
    """Public keys of the links this browser has opened, oldest first."""
    keys = request.session.get("links")
    return keys if isinstance(keys, list) else []


def viewer_of(request: _HasSession, link_key: str) -> Viewer:
    """Who looks through a link in this browser.

    Raises Http404 where the link does not exist or was never opened here, Gone where it was
    revoked.
    """
    if link_key not in granted(request):
        raise Http404
    link = next(iter(_links_by_key(link_key)), None)
    if link is None:
        raise Http404
    if link.revoked:
        raise Gone
    return Viewer(link)


@Prepared
def _links_by_key(key: Slot) -> QuerySet[Link]:
    return Link.objects.select_related("campaign", "character").filter(key=key)


type View[**P] = Callable[Concatenate[HttpRequest, Viewer, P], HttpResponse]


def opens[**P](*roles: str) -> Callable[[View[P]], Callable[..., HttpResponse]]:
    """Let a view be reached through links of these roles only (all, when none is named)."""

    def decorate(view: View[P]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(
            request: HttpRequest, link: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            if "\x00" in request.path:
                # No key holds it, and PostgreSQL refuses to look.
                raise Http404
            viewer = viewer_of(request, link)
            if roles and viewer.role not in roles:
                raise Http404
            request.viewer = viewer  # type: ignore[attr-defined]
            if not getattr(request, "wanted_language", ""):
                _speak_as(viewer.campaign)
            return view(request, viewer, *args, **kwargs)

        return guarded

    return decorate


def _speak_as(campaign: Campaign) -> None:
    """A browser that asks for no language we have is spoken to as its campaign is."""
    if campaign.language in dict(settings.LANGUAGES):
        translation.activate(campaign.language)


def character_of(viewer: Viewer, key: str) -> Character:
    """A character of the viewer's campaign that the viewer may see in full; Http404 otherwise."""
    character = Character.objects.filter(campaign=viewer.campaign, key=key, removed=False).first()
    if character is None:
        raise Http404
    # One campaign object, so that settings read through either are the same.
    character.campaign = viewer.campaign
    if viewer.audience("sheet", "").sees(character) != Visibility.ALL:
        raise Http404
    return character


def seen_now(keys: list[str]) -> None:
    """Note that these links are in use."""
    Link.objects.filter(key__in=keys).update(last_seen=timezone.now())

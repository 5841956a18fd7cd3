"""The boundaries of time."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from combat import services
from combat.views.pages import home_again
from sheets.access import Viewer, opens
from sheets.journal import Stale
from sheets.models import Role


@require_POST
@opens(Role.GM)
def rounds(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The next round begins."""
    ending = request.POST.get("ending", "")
    if not (ending.isascii() and ending.isdigit() and len(ending) < 10):
        raise Http404
    try:
        services.end_round(viewer=viewer, ending=int(ending))
    except Stale:
        # Somebody else ended it a moment ago; the table as it is now says so.
        pass
    return home_again(request, viewer)

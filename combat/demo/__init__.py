"""The demo campaigns, one for each ruleset, made through the same services as any campaign."""

from combat.demo import harm, stress
from sheets import queries, services
from sheets.access import Viewer
from sheets.models import Campaign, Role

STORIES = {"harm": harm, "stress": stress}


def shared(ruleset: str) -> Campaign:
    """The demo that everybody on this server shares; made when it is not there."""
    found = queries.shared_demo(ruleset)
    if found is None:
        story = STORIES[ruleset]
        found = private(ruleset, language=story.LANGUAGE, time_zone=story.TIME_ZONE)
        services.keep_demo(campaign=found)
    return found


def private(ruleset: str, *, language: str, time_zone: str) -> Campaign:
    """A copy of the demo of one's own, which is deleted after a day."""
    story = STORIES[ruleset]
    campaign = services.create_campaign(
        name=story.NAME, ruleset=ruleset, language=language, time_zone=time_zone, is_demo=True
    )
    story.play(game_master(campaign))
    return campaign


def game_master(campaign: Campaign) -> Viewer:
    """The GM of a campaign, by the link that works."""
    links = campaign.links.select_related("campaign")
    return Viewer(links.get(role=Role.GM, revoked=None))

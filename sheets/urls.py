from django.urls import include, path

from sheets.views import entering, landing, links, settings, switches, table

urlpatterns = [
    path("", landing.landing, name="landing"),
    path("campaigns/", landing.campaigns, name="campaigns"),
    path("language/", switches.language, name="language"),
    path("theme/", switches.theme, name="theme"),
    path("open/<str:token>", entering.open, name="open"),
    path("t/<str:link>/choose/", entering.choose, name="choose"),
    path("t/<str:link>/links/", links.links, name="links"),
    path("t/<str:link>/links/<str:key>/revocation/", links.revocation, name="revocation"),
    path("t/<str:link>/links/<str:key>/renewal/", links.renewal, name="renewal"),
    path("t/<str:link>/links/<str:key>/label/", links.label, name="label"),
    path("t/<str:link>/settings/", settings.settings, name="settings"),
    path("t/<str:link>/settings/rules/", table.table_rules, name="table_rules"),
    path("t/<str:link>/deletion/", settings.deletion, name="deletion"),
    path("", include("sheets.character_urls")),
]

from django.urls import include, path

from combat.views import hits, log, pages, rules, time

urlpatterns = [
    path("", include("combat.demo_urls")),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
    path("t/<str:link>/", pages.table, name="table"),
    path("t/<str:link>/wall/", pages.wall, name="wall"),
    path("t/<str:link>/characters/<str:character>/", pages.sheet, name="sheet"),
    path("t/<str:link>/log/", log.log, name="log"),
    path("t/<str:link>/panels/<slug:panel>/", pages.panel, name="panel"),
    path("t/<str:link>/hits/", hits.hits, name="hits"),
    path("t/<str:link>/preview/", hits.preview, name="preview"),
    path("t/<str:link>/rounds/", time.rounds, name="rounds"),
    path("t/<str:link>/entries/<str:entry>/", log.entry, name="entry"),
    path("t/<str:link>/entries/<str:entry>/undo/", log.undo, name="undo"),
]

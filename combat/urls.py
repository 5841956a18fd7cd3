from django.urls import include, path

from combat.views import (
    absorbing,
    conflict,
    exchanges,
    hits,
    log,
    pages,
    recovery,
    rolls,
    rules,
    time,
    waiting,
)

_ONE_CHARACTER = [
    path("waiting/", absorbing.choice, name="choice"),
    path("waiting/<str:hit>/", absorbing.answer, name="answer"),
    path("waiting/<str:hit>/withdrawal/", absorbing.withdrawal, name="withdrawal"),
    path("conflict/", conflict.conflict, name="conflict"),
    path("concession/", conflict.concession, name="concession"),
    path("points/", conflict.points, name="points"),
    path("aspects/", conflict.aspects, name="aspects"),
    path("invokes/", conflict.invokes, name="invokes"),
]

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
    path("t/<str:link>/waiting/", waiting.hits, name="declared_hits"),
    path("t/<str:link>/waiting/preview/", waiting.preview, name="declared_preview"),
    path("t/<str:link>/characters/<str:character>/", include(_ONE_CHARACTER)),
    path("t/<str:link>/rolls/", rolls.rolls, name="rolls"),
    path("t/<str:link>/rolls/plan/", rolls.plan, name="plan"),
    path("t/<str:link>/exchanges/", exchanges.exchanges, name="exchanges"),
    path("t/<str:link>/exchanges/preview/", exchanges.preview, name="exchange_preview"),
    path("t/<str:link>/exchanges/rolls/<slug:side>/", exchanges.rolls, name="exchange_rolls"),
    path("t/<str:link>/exchanges/escalation/", exchanges.escalation, name="escalation"),
    path("t/<str:link>/boundaries/<slug:boundary>/", time.boundary, name="boundary"),
    path("t/<str:link>/boundaries/<slug:boundary>/offers/", time.offers, name="offers"),
    path("t/<str:link>/recoveries/", recovery.recoveries, name="recoveries"),
    path("t/<str:link>/own/", recovery.own, name="own"),
    path("t/<str:link>/entries/<str:entry>/", log.entry, name="entry"),
    path("t/<str:link>/entries/<str:entry>/undo/", log.undo, name="undo"),
    path("t/<str:link>/entries/<str:entry>/redo/", log.redo, name="redo"),
]

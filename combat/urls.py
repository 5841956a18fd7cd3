from django.urls import include, path

from combat import views

urlpatterns = [
    path("", include("combat.demo_urls")),
    path("t/<str:link>/", views.table, name="table"),
    path("t/<str:link>/wall/", views.wall, name="wall"),
    path("t/<str:link>/characters/<str:character>/", views.sheet, name="sheet"),
    path("t/<str:link>/log/", views.log, name="log"),
    path("t/<str:link>/hits/", views.hits, name="hits"),
    path("t/<str:link>/preview/", views.preview, name="preview"),
    path("t/<str:link>/rounds/", views.rounds, name="rounds"),
    path("t/<str:link>/entries/<str:entry>/", views.entry, name="entry"),
    path("t/<str:link>/entries/<str:entry>/undo/", views.undo, name="undo"),
]

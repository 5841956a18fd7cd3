from django.urls import include, path

urlpatterns = [
    path("", include("sheets.urls")),
    path("", include("combat.urls")),
]

handler400 = "sheets.views.errors.bad_request"
handler403 = "sheets.views.errors.forbidden"
handler404 = "sheets.views.errors.not_found"
handler500 = "sheets.views.errors.server_error"

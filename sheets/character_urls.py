from django.urls import path

from sheets.views import characters

urlpatterns = [
    path("t/<str:link>/characters/new/", characters.new_character, name="new_character"),
    path(
        "t/<str:link>/characters/<str:character>/edit/",
        characters.character_edit,
        name="character_edit",
    ),
    path(
        "t/<str:link>/characters/<str:character>/copies/",
        characters.copies,
        name="character_copies",
    ),
    path(
        "t/<str:link>/characters/<str:character>/removal/",
        characters.removal,
        name="character_removal",
    ),
]

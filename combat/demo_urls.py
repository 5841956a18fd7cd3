from django.urls import path

from combat import demo_views

urlpatterns = [path("demo/", demo_views.demo, name="demo")]

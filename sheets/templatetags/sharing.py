"""Addresses, their pictures, and the tokens of forms that must not be sent twice."""

from django import template

from sheets.models import new_key
from sheets.sharing import address_of, qr_code

register = template.Library()

register.filter("address", address_of)
register.filter("qr_code", qr_code)
register.simple_tag(new_key, name="request_token")

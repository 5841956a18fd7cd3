"""Columns that Django has in a slower form."""

from typing import Any

import msgspec
from django.db import models


class JSONField(models.JSONField):
    """As Django's, but read by msgspec: a hit reads some hundred of them."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if isinstance(value, str):
            try:
                return msgspec.json.decode(value)
            except msgspec.DecodeError:
                # What only Python's own reader accepts, like half of a surrogate pair.
                pass
        return super().from_db_value(value, expression, connection)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

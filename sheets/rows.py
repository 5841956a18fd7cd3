"""Rows written with SQL that is built once.

As with queries, Django builds the SQL of each write anew; a hit writes the same few columns of
four rows each time. What `save` does besides, signals and looking after other tables, none of
these rows has any use for.
"""

from functools import cache
from typing import Any, NamedTuple, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model


def insert(row: Model) -> None:
    """Store a new row; it gets its number."""
    write, connection = _insertion(type(row)), connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        cursor.execute(write.sql, write.values(row, connection, is_new=True))
        [(row.pk,)] = cursor.fetchall()
    state = row._state  # noqa: SLF001  where Django documents that a row is known to be stored
    state.adding, state.db = False, connection.alias


def update(row: Model, *names: str) -> None:
    """Store the fields of these names; NotUpdated when the row is gone."""
    write, connection = _update(type(row), names), connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        cursor.execute(write.sql, [*write.values(row, connection, is_new=False), row.pk])
        if not cursor.rowcount:
            raise cast(Any, row).NotUpdated


class _Write(NamedTuple):
    """The SQL that writes some fields of a row, with a place for each."""

    sql: str
    fields: "tuple[Field[Any, Any], ...]"

    def values(self, row: Model, connection: BaseDatabaseWrapper, *, is_new: bool) -> list[Any]:
        return [
            field.get_db_prep_save(field.pre_save(row, is_new), connection) for field in self.fields
        ]


@cache
def _insertion(model: type[Model]) -> _Write:
    fields = tuple(field for field in model._meta.concrete_fields if not field.primary_key)
    columns = ", ".join(map(_column, fields))
    places = ", ".join(["%s"] * len(fields))
    # Nothing in it but names of our tables and columns, as below.
    into = f"INSERT INTO {_table(model)} ({columns}) VALUES ({places})"  # noqa: S608
    return _Write(f"{into} RETURNING {_number(model)}", fields)


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> _Write:
    fields = tuple(cast("Field[Any, Any]", model._meta.get_field(name)) for name in names)
    values = ", ".join(f"{_column(field)} = %s" for field in fields)
    sql = f"UPDATE {_table(model)} SET {values} WHERE {_number(model)} = %s"  # noqa: S608
    return _Write(sql, fields)


def _table(model: type[Model]) -> str:
    return _quoted(model._meta.db_table)


def _number(model: type[Model]) -> str:
    return _column(model._meta.pk)


def _column(field: "Field[Any, Any]") -> str:
    return _quoted(cast(str, field.column))


def _quoted(name: str) -> str:
    return str(connections[DEFAULT_DB_ALIAS].ops.quote_name(name))

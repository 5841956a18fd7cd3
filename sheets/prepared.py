"""Queries whose SQL is built once.

Django builds the SQL of a query anew each time, which takes several times as long as SQLite takes
to answer; a hit and its push ask the same few questions over and over.
"""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connections
from django.db.models import QuerySet
from django.db.models.expressions import Expression
from django.db.models.sql.compiler import SQLCompiler


class Slot(Expression):
    """The place in a query where a value goes that is given when it is asked."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


class Prepared[R]:
    """A function from slots to a query, called with values in their place; gives a list."""

    def __init__(self, build: Callable[..., QuerySet[Any, R]]) -> None:
        self._build = build
        self._slots = [Slot(number) for number in range(build.__code__.co_argcount)]
        # A compiler belongs to a connection, and a connection to a thread.
        self._kept = threading.local()

    def __call__(self, *values: Any) -> list[R]:
        question = getattr(self._kept, "question", None)
        if question is None or not question.is_current:
            question = self._kept.question = _Question(self._build(*self._slots))
        return question.ask(values)


class _Question[R]:
    def __init__(self, queryset: QuerySet[Any, R]) -> None:
        self._queryset = queryset
        self._compiler: SQLCompiler = queryset.query.get_compiler(queryset.db)
        self._sql, self._parameters = self._compiler.as_sql()
        converters = self._compiler.get_converters([column for column, *_ in self._compiler.select])
        # What turns rows into models asks the query for its compiler, and that for its SQL and
        # for how each column is read.
        queryset.query.get_compiler = lambda *args, **kwargs: self._compiler  # type: ignore[method-assign]
        self._compiler.get_converters = lambda *args: converters  # type: ignore[method-assign]

    @property
    def is_current(self) -> bool:
        return self._compiler.connection is connections[self._queryset.db]

    def ask(self, values: tuple[Any, ...]) -> list[R]:
        filled = tuple(
            values[given.number] if isinstance(given, Slot) else given for given in self._parameters
        )
        self._compiler.as_sql = lambda *args, **kwargs: (self._sql, filled)  # type: ignore[method-assign]
        queryset: Any = self._queryset
        rows = queryset._iterable_class(queryset)  # noqa: SLF001
        return list(rows)

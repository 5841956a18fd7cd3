"""Queries whose SQL is built once.

Django builds the SQL of a query anew each time, which takes several times as long as SQLite takes
to answer; a hit and its push ask the same few questions over and over.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import connections
from django.db.models import QuerySet
from django.db.models.expressions import Expression


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
    """A query as one thread asks it: SQL, the way back from rows, nothing in between."""

    def __init__(self, queryset: QuerySet[Any, R]) -> None:
        self._queryset = queryset
        self._compiler: Any = queryset.query.get_compiler(queryset.db)
        self._connection = self._compiler.connection
        self._sql, self._parameters = self._compiler.as_sql()
        columns = [column for column, *_ in self._compiler.select]
        self._converters = self._compiler.get_converters(columns)
        self._answer: Iterable[list[Any]] = ()
        # What turns rows into models asks the query for its compiler, and that for the rows.
        queryset.query.get_compiler = lambda *args, **kwargs: self._compiler  # type: ignore[method-assign]
        self._compiler.execute_sql = lambda *args, **kwargs: None
        self._compiler.results_iter = self._results

    @property
    def is_current(self) -> bool:
        return self._connection is connections[self._queryset.db]

    def _results(
        self, *_args: Any, tuple_expected: bool = False, **_options: Any
    ) -> Iterable[Sequence[Any]]:
        return map(tuple, self._answer) if tuple_expected else self._answer

    def ask(self, values: tuple[Any, ...]) -> list[R]:
        filled = [
            values[given.number] if isinstance(given, Slot) else given for given in self._parameters
        ]
        with self._connection.cursor() as cursor:
            cursor.execute(self._sql, filled)
            rows = cursor.fetchall()
        self._answer = self._compiler.apply_converters(rows, self._converters)
        queryset: Any = self._queryset
        return list(queryset._iterable_class(queryset))  # noqa: SLF001

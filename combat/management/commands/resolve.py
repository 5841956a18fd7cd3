import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from combat.rules.batch import Source, answers


class Command(BaseCommand):
    help = "Answers requests to the rules: JSON Lines in, JSON Lines out."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="standard input when none")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        if sys.stdout is None:
            raise CommandError("The answers cannot be written: standard output is closed.")
        well = [self._resolve_file(name) for name in files] or [self._resolve_input()]
        if not all(well):
            sys.exit(1)

    def _resolve_file(self, name: str) -> bool:
        try:
            with Path(name).open("rb") as source:
                return _resolve(source)
        except (OSError, ValueError) as error:
            return self._complain(name, error)

    def _resolve_input(self) -> bool:
        try:
            with os.fdopen(0, "rb", closefd=False) as source:
                return _resolve(source)
        except OSError as error:
            return self._complain("Standard input", error)

    def _complain(self, name: str, error: Exception) -> bool:
        reason = getattr(error, "strerror", None) or error
        self.stderr.write(f"{name} cannot be read: {reason}.")
        return False


def _resolve(source: Source) -> bool:
    well = True
    for text, ok in answers(source):
        _write(text)
        well = well and ok
    return well


def _write(text: bytes) -> None:
    try:
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()
    except OSError as error:
        # What is left in the buffer must not fail a second time when Python closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise CommandError(f"The answers cannot be written: {error.strerror}.") from None

"""Dice that fall as a test says."""

from collections.abc import Iterable


class Scripted:
    """Gives these faces one after another."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = iter(faces)

    def randint(self, a: int, b: int, /) -> int:
        face = next(self._faces)
        assert a <= face <= b
        return face

"""The native module: requests in, documents out."""

from collections.abc import Callable, Sequence

def ask(
    question: str,
    request: str,
    threads: int | None = None,
    progress: Callable[[int, int, str], object] | None = None,
) -> str: ...
def ask_with(
    question: str,
    request: str,
    seats: Sequence[tuple[str, list[str], Callable[[str], int | None]] | None],
    progress: Callable[[int, int, str], object] | None = None,
) -> str: ...
def decision_points(system: str) -> tuple[bool, list[str]] | None: ...
def chart(document: str) -> tuple[str, str, str]: ...
def command(arguments: Sequence[str]) -> int: ...

class Table:
    def __new__(
        cls,
        request: str,
        name: str,
        points: list[str],
        opponent: tuple[str, list[str], Callable[[str], int | None]] | None,
    ) -> Table: ...
    def battle(self, battle: int) -> tuple[bool, str]: ...
    def answer(self, place: int) -> tuple[bool, str]: ...

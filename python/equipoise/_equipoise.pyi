"""The native module: requests in, documents out."""

from collections.abc import Callable, Sequence

def ask(
    question: str,
    request: str,
    threads: int | None = None,
    progress: Callable[[int, int, str], object] | None = None,
) -> str: ...
def chart(document: str) -> tuple[str, str, str]: ...
def command(arguments: Sequence[str]) -> int: ...

"""Docstrings: everything public has one, and their examples hold."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from typing import Any

import pdoc.doc
import pytest

import equipoise as eq
import equipoise.ray
from equipoise import _env, _policies, _system


def undocumented(of: pdoc.doc.Namespace[Any]) -> Iterator[str]:
    """Names that the generated reference shows without a word: modules, functions, classes, methods, fields."""
    if not of.docstring:
        yield of.fullname
    for name, member in of.members.items():
        module, _ = member.taken_from
        # Not what object, tuple or Exception bring.
        if name.startswith("_") or not module.startswith("equipoise"):
            continue
        if isinstance(member, pdoc.doc.Class):
            yield from undocumented(member)
        elif not member.docstring:
            yield member.fullname


@pytest.mark.parametrize("module", [eq, equipoise.ray])
def test_everything_in_the_reference_is_documented(module: Any) -> None:
    reference = pdoc.doc.Module(module)
    assert set(reference.members) == set(module.__all__)
    assert list(undocumented(reference)) == []


def test_arguments_of_questions_are_documented() -> None:
    of_system = (eq.System.duel, eq.System.battle, eq.System.env, eq.System.sweep, eq.System.points)
    of_play = (eq.System.variant, eq.System.ladder, eq.System.audit_play, eq.System.audit_upgrades)
    others = (eq.merge, eq.resume, eq.selfcheck, eq.coverage, eq.ray.sweep)
    for question in (*of_system, *of_play, *others):
        text = inspect.getdoc(question) or ""
        for name in set(inspect.signature(question).parameters) - {"self"}:
            assert f"\n    {name}: " in text, f"{question.__name__}: {name}"


def test_examples_of_docstrings_hold() -> None:
    for module in (eq, _env, _policies, _system):
        tried = doctest.testmod(module)
        assert tried.attempted > 0 and tried.failed == 0, module.__name__

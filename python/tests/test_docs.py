"""Docstrings: everything public has one, and their examples hold."""

from __future__ import annotations

import doctest
import inspect

import equipoise as eq
import equipoise.ray
from equipoise import _system


def test_everything_public_has_a_docstring() -> None:
    missing = []
    for name in eq.__all__:
        member = getattr(eq, name)
        missing += [name] if not inspect.getdoc(member) else []
        if not inspect.isclass(member):
            continue
        for attribute, value in vars(member).items():
            documented = inspect.isfunction(value) or isinstance(value, property)
            if documented and not attribute.startswith("_") and not inspect.getdoc(value):
                missing.append(f"{name}.{attribute}")
    assert missing == []


def test_arguments_of_questions_are_documented() -> None:
    of_system = (eq.System.duel, eq.System.battle, eq.System.sweep, eq.System.points, eq.System.variant)
    of_play = (eq.System.ladder, eq.System.audit_play, eq.System.audit_upgrades)
    others = (eq.merge, eq.resume, eq.selfcheck, eq.coverage, eq.ray.sweep)
    for question in (*of_system, *of_play, *others):
        text = inspect.getdoc(question) or ""
        for name in set(inspect.signature(question).parameters) - {"self"}:
            assert f"\n    {name}: " in text, f"{question.__name__}: {name}"


def test_examples_of_docstrings_hold() -> None:
    for module in (eq, _system):
        tried = doctest.testmod(module)
        assert tried.attempted > 0 and tried.failed == 0, module.__name__

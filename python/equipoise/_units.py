"""Units as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from equipoise._checks import option_text, text, texts
from equipoise._errors import EquipoiseError, UnknownUnitError
from equipoise._results import frame, html_table

if TYPE_CHECKING:
    import polars


@dataclass(frozen=True)
class Unit:
    """A unit of a dataset, perhaps changed. It is a value: :meth:`replace` makes another one."""

    name: str
    """Its name in the dataset; a change does not alter it."""
    fields: tuple[tuple[str, Any], ...]
    """What ``equipoise list units`` shows of it, by name: HP, points and whatever the game has besides."""
    changes: tuple[str, ...] = ()
    """Changed fields, as ``equipoise variant --set`` has them."""
    upgrades: tuple[str, ...] = ()
    """Upgrades that it has besides."""

    def __getitem__(self, field: str) -> Any:
        """A field as the dataset lists it, such as ``unit["points"]``; changes do not show."""
        return dict(self.fields)[field]

    @property
    def changed(self) -> bool:
        """Whether it differs from the unit of the dataset."""
        return bool(self.changes or self.upgrades)

    def replace(self, *, upgrades: Sequence[str] = (), **fields: Any) -> Unit:
        """The unit with other values of some fields, and perhaps with upgrades.

        Fields are those of the dataset's files: ``unit.replace(hp=4800)``. An element of a list is named by its
        number from 0: ``unit.replace(**{"weapons.0.dmg": 600})``. :meth:`System.variant` says what the change does.
        """
        added = tuple(f"{name}={option_text(name, value)}" for name, value in fields.items())
        more = tuple(texts("upgrades", upgrades))
        return replace(self, changes=self.changes + added, upgrades=self.upgrades + more)

    def __str__(self) -> str:
        with_changes = ", ".join((*self.changes, *self.upgrades))
        return f"{self.name} with {with_changes}" if with_changes else self.name

    def __repr__(self) -> str:
        return f"<Unit {self}>"


class Units(Mapping[str, Unit]):
    """Units by name, in the order of the dataset."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows
        self._units = {row["name"]: _unit(row) for row in rows}

    def __getitem__(self, name: str) -> Unit:
        try:
            return self._units[name]
        except KeyError:
            raise UnknownUnitError(f"no unit named {name!r}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)

    def to_polars(self) -> polars.DataFrame:
        """A row for each unit; needs Polars."""
        return frame(self._rows)

    def _repr_html_(self) -> str:
        return html_table(f"{len(self)} units", self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)} units: {', '.join(list(self)[:3])} …>"


def _unit(row: dict[str, Any]) -> Unit:
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Unit(row["name"], tuple(fields.items()))


def unit_name(name: str, unit: Unit | str) -> str:
    """The name of a unit as the dataset has it."""
    if not isinstance(unit, Unit):
        return text(name, unit)
    if unit.changed:
        raise EquipoiseError(
            f"{name}: {unit} is not a unit of the dataset; System.variant sets a changed unit against the unit as it is"
        )
    return unit.name


def unit_names(name: str, units: Sequence[Unit | str]) -> list[str]:
    """The names of units as the dataset has them."""
    if isinstance(units, (str, Unit)):
        raise EquipoiseError(f"{name}: expected a list of units, got {units!r}")
    return [unit_name(name, unit) for unit in units]

"""Is a unit worth its points? Monte-Carlo balance analysis for tabletop mecha wargames.

>>> import equipoise as eq
>>> ms = eq.System("mechastellar")
>>> ms.duel("White Asura", "Blue Djinn", runs=1000).battles
1000

Everything is computed by the program that the ``equipoise`` command runs: the same plan and seed give the same
result, to the bit, on any number of threads. Battles are played without Python's lock, and Ctrl-C interrupts them.
What the program has to note goes to the logger ``equipoise``.
"""

from importlib.metadata import version

from equipoise._env import Env
from equipoise._errors import (
    DatasetError,
    EquipoiseError,
    InternalError,
    Problem,
    UnknownUnitError,
)
from equipoise._policies import Decision, Policy
from equipoise._questions import (
    compare,
    coverage,
    gate,
    merge,
    meta,
    open_result,
    open_run,
    ratings,
    resume,
    selfcheck,
    sprt,
    validate,
)
from equipoise._results import (
    BaselineResult,
    BattleResult,
    ChangeResult,
    Chart,
    Comparison,
    CoverageResult,
    DuelResult,
    Fought,
    GateResult,
    Interval,
    LadderResult,
    MetaResult,
    OddsResult,
    PlayAuditResult,
    PointsResult,
    PricedUnit,
    PriceMapResult,
    RatingsResult,
    ReplayResult,
    Result,
    Score,
    SelfcheckResult,
    Spread,
    SprtResult,
    UpgradeAuditResult,
    ValidateResult,
)
from equipoise._runs import SweepResult
from equipoise._system import System, systems
from equipoise._units import Unit, Units

__version__ = version("equipoise")

__all__ = [
    "BaselineResult",
    "BattleResult",
    "ChangeResult",
    "Chart",
    "Comparison",
    "CoverageResult",
    "DatasetError",
    "Decision",
    "DuelResult",
    "Env",
    "EquipoiseError",
    "Fought",
    "GateResult",
    "InternalError",
    "Interval",
    "LadderResult",
    "MetaResult",
    "OddsResult",
    "PlayAuditResult",
    "PointsResult",
    "Policy",
    "PriceMapResult",
    "PricedUnit",
    "Problem",
    "RatingsResult",
    "ReplayResult",
    "Result",
    "Score",
    "SelfcheckResult",
    "Spread",
    "SprtResult",
    "SweepResult",
    "System",
    "Unit",
    "Units",
    "UnknownUnitError",
    "UpgradeAuditResult",
    "ValidateResult",
    "compare",
    "coverage",
    "gate",
    "merge",
    "meta",
    "open_result",
    "open_run",
    "ratings",
    "resume",
    "selfcheck",
    "sprt",
    "systems",
    "validate",
]

"""Policies written in Python, and duels played step by step."""

from __future__ import annotations

import os
import pickle
import random
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq

GUARD, RAM = 30, 70
"""Strengths of two units of the toy; the sum of them is that of all numbers that may be drawn."""


class Near(eq.Policy):
    """Demands a second draw if the first was lost by few."""

    def __init__(self, margin: int) -> None:
        self.margin = margin
        self.asked = 0

    @property
    def name(self) -> str:
        return f"Near {self.margin}"

    def demand(self, decision: eq.Decision) -> str:
        self.asked += 1
        missed = decision.view["number"] - decision.view["strengths"]["a"]
        by = missed if decision.side == "a" else -1 - missed
        assert by >= 0
        return "demand" if by < self.margin else "accept"


class Undecided(eq.Policy):
    """Looks at every decision and makes none."""

    def __init__(self, otherwise: str | None = None) -> None:
        self.otherwise = otherwise
        self.seen: list[eq.Decision] = []

    def choose(self, decision: eq.Decision) -> None:
        self.seen.append(decision)


class Whim(eq.Policy):
    """Any legal choice, or its place."""

    def __init__(self) -> None:
        self.random = random.Random(7)
        self.points: set[str] = set()

    def choose(self, decision: eq.Decision) -> Any:
        self.points.add(decision.point)
        place = self.random.randrange(len(decision.choices))
        return self.random.choice([place, decision.choices[place]])


class Wrong(eq.Policy):
    """Answers or raises whatever it was made with."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, decision: eq.Decision) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@pytest.fixture(scope="module")
def bullseye() -> eq.System:
    return eq.System("bullseye")


def test_a_policy_that_looks_at_the_number_wins_as_often_as_worked_out(toy: eq.System) -> None:
    # Of 100 numbers Guard has 30; it demands another at 20 of the rest, and then has 30 of 100 again.
    near = Near(20)
    duel = toy.duel("Guard", "Ram", policy_a=near, runs=20_000)
    assert duel.policy == "Near 20, else accept against accept"
    # By Hoeffding's inequality off by so much in less than one of 10^9 runs.
    assert duel.score.estimate == pytest.approx(0.3 + 0.2 * 0.3, abs=0.0233)
    assert duel.wins_b is not None and near.asked > duel.wins_b


@pytest.mark.parametrize(("margin", "policy"), [(0, "accept"), (100, "demand")])
def test_a_policy_that_plays_as_one_of_the_game_has_its_battles(toy: eq.System, margin: int, policy: str) -> None:
    own = toy.duel("Guard", "Ram", policy_a=Near(margin), policy_b="demand", runs=500, battles=True)
    known = toy.duel("Guard", "Ram", policy_a=policy, policy_b="demand", runs=500, battles=True)
    assert own.records.equals(known.records) and own.digest != known.digest
    again = toy.duel("Guard", "Ram", policy=(Near(margin), "demand"), runs=500)
    assert again == own


@pytest.mark.parametrize("otherwise", [None, "rulebook"])
def test_decisions_that_are_left_are_made_by_the_other_policy(bullseye: eq.System, otherwise: str | None) -> None:
    undecided = Undecided(otherwise)
    own = bullseye.duel("Bastion", "Red Mauler", policy=undecided, runs=40, battles=True)
    known = bullseye.duel("Bastion", "Red Mauler", policy=otherwise, runs=40, battles=True)
    assert own.records.equals(known.records)
    assert {decision.side for decision in undecided.seen} == {"a", "b"}
    decision = undecided.seen[0]
    assert len(decision.choices) > 1 and {"unit", "units", "marker", "round"} <= set(decision.view)
    assert decision.view["units"][decision.view["unit"]]["side"] == decision.side


def test_every_decision_can_be_made_and_the_same_seed_gives_the_same_battles(bullseye: eq.System) -> None:
    system = eq.System("bullseye", options={"tactical_points": 2})
    one, two = Whim(), Whim()
    duel, again = (system.duel("Bastion", "Far Owl", policy=(whim, "random"), runs=300, battles=True) for whim in (one, two))
    assert duel == again and duel.records.equals(again.records)
    assert one.points == set(system.decision_points) == set(bullseye.decision_points)


def test_a_method_plays_its_point_alone(bullseye: eq.System) -> None:
    class Miser(eq.Policy):
        asked = 0

        def bid(self, decision: eq.Decision) -> dict[str, int]:
            self.asked += 1
            assert decision.point == "bid" and decision.view["lacking"] >= 0
            return {"points": 0}

    miser = Miser()
    poor = bullseye.duel("Standard", "Standard", policy_a=miser, runs=400)
    assert miser.asked > 100
    assert poor.a == "Standard (Miser, else greedy)" and poor.b == "Standard (greedy)"


def test_scenarios_and_replays_take_policies_and_records_too(
    toy: eq.System, bullseye: eq.System, tmp_path: Path
) -> None:
    battle = toy.battle("even", policy_b=Near(100), runs=100, battles=tmp_path / "rows.parquet")
    known = toy.battle("even", policy_b="demand", runs=100, battles=True)
    assert battle.records.equals(known.records)
    undecided = Undecided()
    shown = bullseye.replay("Bastion", "Red Mauler", battle=3, policy_a=undecided)
    assert shown.log == bullseye.replay("Bastion", "Red Mauler", battle=3).log and undecided.seen


@pytest.mark.parametrize("answer", ["surrender", 2, -1, True, 0.0, {"points": 1}, [], object()])
def test_an_illegal_answer_is_one_exception(toy: eq.System, answer: Any) -> None:
    with pytest.raises(eq.EquipoiseError, match="Wrong: .* is none of the 2 choices at the decision point 'demand'"):
        toy.duel("Guard", "Ram", policy_a=Wrong(answer), runs=100)


def test_an_exception_of_a_policy_is_told_with_its_place_and_its_cause(toy: eq.System, tmp_path: Path) -> None:
    wrong = Wrong(ValueError("out of ideas"))
    with pytest.raises(eq.EquipoiseError, match="Wrong raised ValueError at .* 'demand': out of ideas") as raised:
        toy.duel("Guard", "Ram", policy_b=wrong, runs=100, battles=tmp_path / "rows.parquet")
    assert raised.value.__cause__ is wrong.answer and not list(tmp_path.iterdir())


def test_what_is_no_policy_is_told(ms: eq.System, toy: eq.System) -> None:
    class Empty(eq.Policy):
        pass

    class Accept(Near):
        name = "accept"

    refused: list[tuple[eq.System, Any, str]] = [
        (toy, Empty(), "Empty makes no decision of toy; write choose, or methods out of demand"),
        (toy, Empty, r"got its class; write Empty\(\)"),
        (toy, Accept(3), 'toy has a policy named "accept"; give yours another name'),
        (toy, Undecided("bold"), 'no policy named "bold"'),
        (toy, 3, "policy: expected a name, got 3"),
        (ms, Undecided(), "decisions of mechastellar cannot be made .* those of bullseye and toy can"),
    ]
    for system, policy, message in refused:
        with pytest.raises(eq.EquipoiseError, match=message):
            system.duel("Guard", "Ram", policy_a=policy, runs=10)
    with pytest.raises(eq.EquipoiseError, match="sampled duels without a trace"):
        toy.duel("Guard", "Ram", policy_a=Near(3), exact=True)
    with pytest.raises(eq.EquipoiseError, match="a name, or a name for each side"):
        toy.duel("Guard", "Ram", policy=(Near(3),), runs=10)  # type: ignore[arg-type]
    assert ms.decision_points == []


def test_ctrl_c_reaches_a_policy_and_the_time_between(toy: eq.System) -> None:
    class Slow(eq.Policy):
        def demand(self, decision: eq.Decision) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(1000):
                pass

    with pytest.raises(KeyboardInterrupt):
        toy.duel("Guard", "Ram", policy_a=Slow(), runs=100)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        toy.duel("Guard", "Ram", policy_a=Near(0), runs=100_000_000)
    timer.join()


def test_progress_is_called(toy: eq.System) -> None:
    calls: list[tuple[int, int, str]] = []
    toy.duel("Guard", "Ram", policy_a=Near(0), runs=20_000, progress=lambda *told: calls.append(told))
    assert calls[-1] == (20_000, 20_000, "battles") and len(calls) > 1


def played(env: eq.Env, battle: int, choice: Any) -> float:
    """Score of a battle in which every choice is the same."""
    decision, info = env.reset(battle=battle)
    reward = env.score
    while decision is not None:
        assert decision.choices == env.legal and not env.done and info["battle"] == battle
        decision, reward, terminated, truncated, info = env.step(choice)
        assert terminated == env.done == (decision is None) and not truncated
    assert reward == env.score and reward is not None and info["winner"] in ("a", "b", None)
    return reward


def scores(duel: eq.DuelResult) -> list[float]:
    return [{"a": 1.0, "b": 0.0, None: 0.5}[winner] for winner in duel.records["winner"]]


def test_steps_play_the_battles_of_a_duel(toy: eq.System, bullseye: eq.System) -> None:
    duel = toy.duel("Guard", "Ram", policy=("demand", "accept"), runs=60, battles=True)
    env = toy.env("Guard", "Ram", policy="accept")
    assert [played(env, battle, "demand") for battle in range(60)] == scores(duel)
    assert [played(env, battle, 1) for battle in range(60)] == scores(duel)
    # The policy of the game where the player leaves the decision.
    duel = bullseye.duel("Bastion", "Red Mauler", policy=("rulebook", "greedy"), runs=20, battles=True)
    env = bullseye.env("Bastion", "Red Mauler", otherwise="rulebook")
    assert [played(env, battle, None) for battle in range(20)] == scores(duel)
    env = bullseye.env("Bastion", "Red Mauler", points=["bid"], otherwise="rulebook")
    assert [played(env, battle, None) for battle in range(20)] == scores(duel)


def test_an_environment_goes_on_after_what_is_wrong_and_begins_anew_at_any_time(bullseye: eq.System) -> None:
    env = bullseye.env("Bastion", "Red Mauler", name="learner")
    assert env.legal == () and env.score is None and not env.done
    with pytest.raises(eq.EquipoiseError, match="no decision to be made; reset begins a battle"):
        env.step(0)
    first, info = env.reset()
    assert first is not None and info["battle"] == 0 and info["seat"] == first.side
    with pytest.raises(eq.EquipoiseError, match="learner: 'fly' is none of the"):
        env.step("fly")
    assert env.decision is first
    second, *_ = env.step(0)
    assert env.reset()[1]["battle"] == 1
    assert env.reset(battle=0)[0] == first and env.step(0)[0] == second
    with pytest.raises(eq.EquipoiseError, match="battle: expected a whole number"):
        env.reset(battle=-1)


def test_an_opponent_may_be_written_in_python(bullseye: eq.System) -> None:
    opponent = Undecided()
    env = bullseye.env("Bastion", "Red Mauler", policy=opponent)
    known = bullseye.env("Bastion", "Red Mauler")
    assert [played(env, battle, 0) for battle in range(10)] == [played(known, battle, 0) for battle in range(10)]
    assert opponent.seen
    env = bullseye.env("Bastion", "Red Mauler", policy=Wrong("no"))
    for _ in range(2):
        with pytest.raises(eq.EquipoiseError, match="Wrong: 'no' is none of"):
            played(env, 0, 0)


def test_what_cannot_be_stepped_is_told(ms: eq.System, toy: eq.System) -> None:
    with pytest.raises(eq.EquipoiseError, match="decisions of mechastellar cannot be made"):
        ms.env("White Asura", "Kestrel").reset()
    with pytest.raises(eq.EquipoiseError, match="no unit named"):
        toy.env("Gaurd", "Ram").reset()
    with pytest.raises(eq.EquipoiseError, match="points: expected one of demand, got 'bid'"):
        toy.env("Guard", "Ram", points=["bid"])
    env = toy.env("Gaurd", "Ram")
    for expected in ("no unit named", "has failed before; make another"):
        with pytest.raises(eq.EquipoiseError, match=expected):
            env.reset()


def test_ctrl_c_while_the_opponent_thinks_leaves_an_environment_in_order(bullseye: eq.System) -> None:
    class Interrupting(eq.Policy):
        again = True

        def choose(self, decision: eq.Decision) -> None:
            if self.again:
                self.again = False
                os.kill(os.getpid(), signal.SIGINT)
                threading.Event().wait(0.3)

    env = bullseye.env("Bastion", "Red Mauler", policy=Interrupting())
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            played(env, 0, 0)
    known = bullseye.env("Bastion", "Red Mauler")
    assert [played(env, battle, 0) for battle in range(5)] == [played(known, battle, 0) for battle in range(5)]


def test_decisions_are_values(toy: eq.System) -> None:
    undecided = Undecided()
    toy.duel("Guard", "Ram", policy=undecided, runs=10)
    decision = undecided.seen[0]
    assert pickle.loads(pickle.dumps(decision)) == decision
    with pytest.raises(AttributeError):
        decision.point = "other"  # type: ignore[misc]

"""What a policy in Python costs: battles and decisions in a second, beside those of a policy of the game."""

from __future__ import annotations

import time
from collections.abc import Callable

import equipoise as eq

UNITS = ("Bastion", "Red Mauler")


class Everywhere(eq.Policy):
    """Is asked at every decision point, and leaves every decision to the policy of the game."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, decision: eq.Decision) -> None:
        self.asked += 1


class AtBids(eq.Policy):
    """Is asked at one decision point."""

    def __init__(self) -> None:
        self.asked = 0

    def bid(self, decision: eq.Decision) -> None:
        self.asked += 1


def told(what: str, runs: int, play: Callable[[], int]) -> None:
    """Prints the rates of so many battles; `play` returns how many decisions Python was asked for."""
    started = time.perf_counter()
    asked = play()
    seconds = time.perf_counter() - started
    per_decision = f", {1e6 * seconds / asked:.0f} µs a decision, {asked / runs:.1f} decisions a battle" if asked else ""
    print(f"{what}: {runs / seconds:,.0f} battles a second{per_decision}")


def main() -> None:
    bullseye = eq.System("bullseye")

    def known() -> int:
        bullseye.duel(*UNITS, runs=100_000, threads=1)
        return 0

    def own(policy: Everywhere | AtBids, runs: int) -> int:
        bullseye.duel(*UNITS, policy_a=policy, runs=runs)
        return policy.asked

    def stepped(battles: int) -> int:
        env = bullseye.env(*UNITS)
        steps = 0
        for _ in range(battles):
            decision, _info = env.reset()
            while decision is not None:
                decision, *_rest = env.step(None)
                steps += 1
        return steps

    told("a policy of the game, one thread", 100_000, known)
    told("a policy in Python at every decision point", 1_000, lambda: own(Everywhere(), 1_000))
    told("a policy in Python at bids", 5_000, lambda: own(AtBids(), 5_000))
    told("step by step", 500, lambda: stepped(500))


if __name__ == "__main__":
    main()

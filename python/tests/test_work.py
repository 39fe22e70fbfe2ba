"""Budgets, Ctrl-C, threads, memory."""

from __future__ import annotations

import gc
import os
import pickle
import threading
from collections.abc import Iterator

import pytest
import upstar as up

#: A board whose value nobody reaches.
HUGE = "12x12"


@pytest.fixture
def usual_budget() -> Iterator[None]:
    yield
    up.set_default_budget(up.Budget())


def test_a_budget_ends_and_says_which_bound() -> None:
    with pytest.raises(up.BudgetExhausted) as caught:
        up.domineering(HUGE).find_value(budget=up.Budget(steps=50_000))
    assert caught.value.reason == "steps" and caught.value.steps >= 50_000
    with pytest.raises(TimeoutError):
        up.domineering(HUGE).find_value(budget=0.05)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.reason == "steps" and str(again) == str(caught.value)


def test_what_a_budget_leaves_is_an_answer() -> None:
    found = up.analyze(up.domineering("5x7"), budget=up.Budget(steps=100_000))
    assert not found.is_complete and found.stop == "steps"


def test_wrong_budgets_are_refused() -> None:
    with pytest.raises(ValueError):
        up.Budget(seconds=-1)
    with pytest.raises(TypeError):
        up.nim(3).find_value(budget="soon")  # type: ignore[arg-type]


@pytest.mark.usefixtures("usual_budget")
def test_the_default_budget_holds_for_properties() -> None:
    up.set_default_budget(up.Budget(steps=10_000))
    with pytest.raises(up.BudgetExhausted):
        up.domineering(HUGE).value


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize(
    "work",
    [
        lambda: up.domineering(HUGE).value,
        lambda: up.heaps("0.007").period(),
        lambda: up.table("domineering", rows=12, columns=12),
        lambda: up.evaluate('domineering("12x12").CanonicalForm'),
    ],
    ids=["value", "period", "table", "expression"],
)
def test_ctrl_c_stops_long_work(work: object) -> None:
    with pytest.raises(KeyboardInterrupt):
        work()  # type: ignore[operator]


def test_other_threads_run_while_the_engine_works() -> None:
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=count)
    thread.start()
    # On a busy machine the other thread may have to wait for its turn.
    for _ in range(100):
        with pytest.raises(up.BudgetExhausted):
            up.domineering(HUGE).find_value(budget=0.3)
        if ticks > 3:
            break
    done.set()
    thread.join()
    assert ticks > 3


def test_many_threads_ask_at_once() -> None:
    wanted = str(up.domineering("3x4").value)
    found: list[str] = []

    class Slow(up.Ruleset):
        impartial = True

        def options(self, position: int, player: str) -> list[int]:
            return list(range(position))

    own = Slow()

    def ask() -> None:
        found.append(str(up.domineering("3x4").value))
        found.append(str(own.position(40).value))
        found.append(str(up.game("{2||1|0}") + up.star(3)))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted([wanted, "*40", "{2+*3||1+*3|*3}"] * 8)


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="the system does not tell")
def test_memory_does_not_grow_with_games_that_are_dropped() -> None:
    kept = up.game("{2||1|0}")

    def make(start: int, end: int) -> None:
        for n in range(start, end):
            up.game(n) + kept

    # Some homes come and go before the first look.
    make(0, 300_000)
    gc.collect()
    before = resident()
    make(300_000, 1_300_000)
    gc.collect()
    assert resident() - before < 100 << 20
    assert str(kept + 1) == "{3||2|1}" and kept == up.game("{2||1|0}")


def test_games_of_old_homes_are_what_they_were() -> None:
    old = [up.game(text) for text in ("^*", "{2||1|0}", "1/3", "Tiny(2)", "5")]
    texts = [str(game) for game in old]
    hashes = [hash(game) for game in old]
    total = up.nim(3) + old[1]
    for n in range(300_000):
        up.game(n) + up.star(2)
    assert [str(game) for game in old] == texts
    assert [hash(up.game(text)) for text in texts] == hashes
    assert all(up.game(text) == game for text, game in zip(texts, old))
    assert total.value == up.star(3) + old[1]
    assert up.loopy("over") + old[0] == up.evaluate("over + ^*")

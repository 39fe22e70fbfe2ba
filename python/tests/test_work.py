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


class Walks(up.Ruleset):
    """Wythoff's game."""

    impartial = True

    def options(self, position: tuple[int, int], player: str) -> Iterator[tuple[int, int]]:
        a, b = position
        for k in range(1, max(a, b) + 1):
            yield from ((a - i, b - j) for i, j in ((k, 0), (0, k), (k, k)) if i <= a and j <= b)


def test_many_threads_ask_at_once() -> None:
    """Of objects that they share, and of their own; without a global lock truly at once."""
    shared = Walks()
    board, heaps = up.domineering("3x4"), up.heaps("0.77")
    graph = up.graph([(n, m) for n in range(60) for m in (n // 2, n // 3) if n])
    games = [up.game(text) for text in ("{2||1|0}", "+-1", "^*", "7/8")]

    def ask(thread: int) -> list[object]:
        own = Walks()
        found: list[object] = [own.position((n, 2 * n % 7)).grundy for n in range(12)]
        found += [shared.position((n, 2 * n % 7)).grundy for n in range(12)]
        found += [str(shared((4, n)) + own((n, 4))) for n in range(3)]
        found += [shared((5, 6)).misere_outcome, str(board.value), board.outcome]
        found += [str(g + h) for g in games for h in games]
        found += [g <= h for g in games for h in games]
        found += [str(up.domineering((2, n)).value.thermograph) for n in range(5)]
        solution = graph.solve()
        found += [solution.outcome(n) for n in range(60)]
        found += [heaps[n] for n in range(0, 3000, 50)]
        found += up.table(shared, rows=3, columns=3)["outcome"]
        found += [str(pickle.loads(pickle.dumps(game))) for game in games]
        with pytest.raises(up.BudgetExhausted):
            up.domineering(HUGE).find_value(budget=up.Budget(steps=5_000))
        return found

    def work(thread: int) -> None:
        barrier.wait()
        answers[thread] = ask(thread)

    count = 8
    barrier = threading.Barrier(count)
    answers: list[object] = [None] * count
    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [ask(0)] * count


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

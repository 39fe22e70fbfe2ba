"""Rulesets written in Python."""

from __future__ import annotations

import gc
import itertools
import os
import pickle
import random
import threading
import time
import traceback
import tracemalloc
import weakref
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest
import upstar as up


class TakeAway(up.Ruleset):
    """Nim on one heap, of which at most three may be taken."""

    impartial = True

    def options(self, position: int, player: str) -> list[int]:
        return [position - taken for taken in (1, 2, 3) if taken <= position]


class Dominoes(up.Ruleset):
    """Domineering on a set of cells, as (row, column)."""

    def options(
        self, position: frozenset[tuple[int, int]], player: str
    ) -> Iterable[frozenset[tuple[int, int]]]:
        down, across = (1, 0) if player == "left" else (0, 1)
        for row, column in position:
            other = (row + down, column + across)
            if other in position:
                yield position - {(row, column), other}

    def show(self, position: frozenset[tuple[int, int]]) -> str:
        return " ".join(f"{row}{column}" for row, column in sorted(position)) or "-"


class SmartDominoes(Dominoes):
    """The same in parts, each as far up and to the left as it goes."""

    def components(
        self, position: frozenset[tuple[int, int]]
    ) -> Iterable[frozenset[tuple[int, int]]]:
        left = set(position)
        while left:
            part, edge = set[tuple[int, int]](), [left.pop()]
            while edge:
                row, column = edge.pop()
                part.add((row, column))
                for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                    if cell in left:
                        left.remove(cell)
                        edge.append(cell)
            yield frozenset(part)

    def normalize(self, position: frozenset[tuple[int, int]]) -> Hashable:
        if not position:
            return position
        top = min(row for row, _ in position)
        side = min(column for _, column in position)
        return frozenset((row - top, column - side) for row, column in position)


def board(rows: int, columns: int) -> frozenset[tuple[int, int]]:
    return frozenset((row, column) for row in range(rows) for column in range(columns))


def test_the_same_moves_need_not_be_declared() -> None:
    class Same(up.Ruleset):
        def options(self, position: int, player: str) -> list[int]:
            return [position - k for k in (1, 2, 3) if k <= position]

    class Left(up.Ruleset):
        def options(self, position: int, player: str) -> list[int]:
            return [position - 1] if position and player == "left" else []

    game = Same()
    assert [game.position(n).grundy for n in range(9)] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert (game.position(7) + up.nim(5)).grundy == 6
    assert Left().position(0).grundy == 0
    with pytest.raises(up.NotDefinedError, match="no nimber"):
        _ = Left().position(1).grundy


def test_an_impartial_game() -> None:
    game = TakeAway()
    assert [game.position(n).grundy for n in range(9)] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert game.position(7).outcome == "N" and game(8).outcome == "P"
    assert [str(after) for after in game.position(7).winning_moves()] == ["TakeAway(4)"]
    assert game.position(6).value == up.star(2)
    assert game.position(5).misere_outcome == "P"


@pytest.mark.parametrize("ruleset", [Dominoes(), SmartDominoes()], ids=["plain", "smart"])
@pytest.mark.parametrize("size", [(1, 3), (2, 2), (2, 3), (3, 3)], ids=str)
def test_a_partizan_game_agrees_with_the_built_in_one(
    ruleset: up.Ruleset, size: tuple[int, int]
) -> None:
    position, built_in = ruleset.position(board(*size)), up.domineering(size)
    assert position.value == built_in.value
    assert position.outcome == built_in.outcome
    assert position.misere_outcome == built_in.misere_outcome
    assert len(position.winning_moves("left")) == len(built_in.winning_moves("left"))
    assert (position - built_in).outcome == "P"
    assert position.thermograph == built_in.thermograph


def names(number: int) -> list[Hashable]:
    """Objects of many kinds for a number, each kind with its own way into the tables."""
    return [
        number,
        number - 10,
        number << 40,
        (number,),
        (number - 5, -number),
        (number, number > 3, 0),
        (1, 2, 3, number),
        (1, 2, 3, 4, number),
        (2**31, number),
        (number, str(number)),
        str(number),
        frozenset({number}),
        (float(number), None),
        -(number << 70),
        bool(number % 2) if number < 2 else (True, number),
    ]


@pytest.mark.parametrize("kind", range(len(names(0))))
def test_grundy_values_are_those_of_the_definition(kind: int) -> None:
    chance = random.Random(kind)
    size = 60
    moves = [[chance.randrange(n) for _ in range(chance.randrange(6))] if n else [] for n in range(size)]
    values: list[int] = []
    for after in moves:
        met = {values[n] for n in after}
        values.append(next(value for value in range(size) if value not in met))

    class Walk(up.Ruleset):
        impartial = True

        def options(self, position: Hashable, player: str) -> Iterable[Hashable]:
            return [names(n)[kind] for n in moves[numbers[position]]]

    numbers = {names(n)[kind]: n for n in range(size)}
    game = Walk()
    for n in chance.sample(range(size), size):
        assert game(names(n)[kind]).grundy == values[n]
        assert game(names(n)[kind]).outcome == ("N" if values[n] else "P")
        assert str(game(names(n)[kind])) == f"Walk({names(n)[kind]!r})"

    class Pairs(Walk):
        """Two tokens, in any order."""

        def options(self, position: Any, player: str) -> Iterable[Hashable]:
            if not is_pair(position):
                return super().options(position, player)
            _, a, b = position
            return [("pair", c, b) for c in moves[a]] + [("pair", a, c) for c in moves[b]]

        def normalize(self, position: Any) -> Hashable:
            return ("pair", *sorted(position[1:])) if is_pair(position) else position

    class Split(Pairs):
        def components(self, position: Any) -> Iterable[Hashable]:
            return [names(n)[kind] for n in position[1:]] if is_pair(position) else [position]

    for a, b in [(30, 31), (59, 17), (8, 8)]:
        assert Pairs()(("pair", a, b)).grundy == Split()(("pair", a, b)).grundy == values[a] ^ values[b]


def is_pair(position: object) -> bool:
    return isinstance(position, tuple) and position[0] == "pair"


def test_equal_positions_are_one() -> None:
    game = TakeAway()
    for one, other in ((1, True), (2, 2.0), ((1, 2), (True, 2.0)), (0, -0.0)):
        assert str(game(one)) == str(game(other))


def test_a_position_with_too_many_followers_is_left_to_the_engine() -> None:
    class Wide(up.Ruleset):
        """All followers are too many, and one move to a lost position is near."""

        impartial = True

        def options(self, position: int, player: str) -> Iterable[int]:
            return [0, position + 1, position + 2] if position else []

    assert Wide()(1).outcome == "N"
    with pytest.raises(up.BudgetExhausted):
        Wide()(1).find_grundy(budget=up.Budget(steps=10**8))


def test_positions_stand_in_sums_and_tables() -> None:
    total = TakeAway().position(6) + up.nim(2)
    assert total.outcome == "P"
    assert (total + up.up).value == up.up
    assert (-Dominoes().position(board(2, 1))).value == -1
    boards = up.table(Dominoes().position(board(rows, 3)) for rows in (1, 2, 3))
    built_in = up.table("domineering", rows=3, columns=3)
    for row, size in zip(boards, (2, 5, 8), strict=True):
        for name in ("value", "outcome", "mean", "temperature", "mean_float"):
            assert row[name] == built_in[size][name]
    unfinished = up.table([Dominoes().position(board(8, 8))], budget=up.Budget(steps=1000))
    assert not unfinished.is_complete and unfinished["value"] == [None]


def test_an_exception_comes_back_with_its_own_traceback() -> None:
    class Broken(up.Ruleset):
        def options(self, position: int, player: str) -> list[int]:
            if position == 3:
                raise KeyError("no such move")
            return [position + 1]

    with pytest.raises(KeyError, match="no such move") as caught:
        Broken().position(0).value
    lines = "".join(traceback.format_exception(caught.type, caught.value, caught.tb))
    assert "raise KeyError" in lines and "test_own.py" in lines


def test_wrong_methods_are_refused() -> None:
    class Unhashable(up.Ruleset):
        def options(self, position: object, player: str) -> list[list[int]]:  # type: ignore[override]
            return [[1]]

    class Text(up.Ruleset):
        def options(self, position: object, player: str) -> str:
            return "abc"

    class Nothing(up.Ruleset):
        pass

    for game in (Unhashable(), Text()):
        with pytest.raises(TypeError):
            game.position(0).value
    with pytest.raises(NotImplementedError):
        Nothing().position(0)


def test_a_position_that_comes_back_is_shown_with_its_cycle() -> None:
    class Round(up.Ruleset):
        impartial = True

        def options(self, position: int, player: str) -> list[int]:
            return [(position + 1) % 3] if position < 3 else []

    questions: list[Callable[[up.Position], object]] = [
        lambda position: position.value,
        lambda position: position.outcome,
        lambda position: position.grundy,
    ]
    for ask in questions:
        with pytest.raises(up.NotDefinedError, match="-> 0"):
            ask(Round().position(0))

    class RoundAndRound(Round):
        loopy = True

        def options(self, position: int, player: str) -> list[int]:
            return super().options(position, player) + ([9] if position == 1 else [])

    game = RoundAndRound()
    assert game.position(1).outcome == "N"
    assert game.position(0).outcome == "P" or game.position(0).outcome == "D"


def test_a_long_cycle_is_shown_in_part() -> None:
    class Around(up.Ruleset):
        def options(self, position: int, player: str) -> Iterable[int]:
            return [(position + 1) % 1000]

    with pytest.raises(up.UpstarError, match=r"10 -> 11 -> \.\.\. \(1000 moves\) -> 0;"):
        _ = Around()(0).value


def test_a_ruleset_lives_as_long_as_its_positions_and_no_longer() -> None:
    game = TakeAway()
    known = weakref.ref(game)
    position = game.position(7)
    del game
    gc.collect()
    assert known() is not None and position.grundy == 3
    del position
    gc.collect()
    assert known() is None


def test_positions_are_kept_by_pickle() -> None:
    position = TakeAway().position(7)
    again = pickle.loads(pickle.dumps(position + up.nim(1)))
    assert again.outcome == (position + up.nim(1)).outcome
    assert str(again) == "TakeAway(7) + nim(1)"


@pytest.mark.parametrize("misere", [False, True])
def test_positions_are_written_so_that_they_come_back(misere: bool) -> None:
    position = TakeAway().position(7, misere=misere)
    assert repr(position) == f"TakeAway().position(7{', misere=True' if misere else ''})"
    for written in (position, position + up.nim(1)):
        again = eval(repr(written), {"TakeAway": TakeAway, "Position": up.Position})
        assert (str(again), again.is_misere) == (str(written), misere)
        assert again.outcome == written.outcome


def test_texts_that_are_alike_stay_apart() -> None:
    class Dull(TakeAway):
        def show(self, position: int) -> str:
            return "heap"

    assert len(Dull().position(7).options()) == 3


class Endless(up.Ruleset):
    """Options, or parts, that never end."""

    impartial = True

    def options(self, position: object, player: str) -> Iterable[int]:
        return itertools.count() if position == "options" else ()

    def components(self, position: object) -> Iterable[object]:
        return itertools.count() if position == "parts" else (position,)


class Many(up.Ruleset):
    impartial = True

    def options(self, position: int, player: str) -> Iterable[int]:
        return range(1, 6_000_001) if position == 0 else ()


@pytest.mark.parametrize(
    "position", [Endless()("options"), Endless()("parts"), Many()(0)], ids=str
)
def test_options_are_taken_within_the_budget(position: up.Position) -> None:
    begun = time.monotonic()
    with pytest.raises(up.BudgetExhausted) as caught:
        position.find_value(budget=0.1)
    assert caught.value.reason == "time" and time.monotonic() - begun < 2
    with pytest.raises(up.BudgetExhausted) as caught:
        position.find_outcome(budget=up.Budget(steps=100_000))
    assert caught.value.reason == "steps"
    with pytest.raises(up.BudgetExhausted) as caught:
        position.find_outcome(budget=up.Budget(bytes=20_000_000))
    assert caught.value.reason == "memory"


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_stops_options_that_never_end() -> None:
    with pytest.raises(KeyboardInterrupt):
        _ = Endless()("options").value


def test_other_threads_run_while_options_are_listed() -> None:
    turns = 0
    ended = threading.Event()

    def turn() -> None:
        nonlocal turns
        while not ended.wait(0.001):
            turns += 1

    thread = threading.Thread(target=turn)
    thread.start()
    position, budget = Endless()("options"), up.Budget(bytes=10**8)
    try:
        before = turns
        # The iterator is not written in Python: it never lets go of the GIL.
        with pytest.raises(up.BudgetExhausted):
            position.find_value(budget=budget)
        after = turns
    finally:
        ended.set()
        thread.join()
    # One turn may come after the work.
    assert after - before > 5


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="the system does not tell")
def test_what_is_known_of_a_ruleset_goes_with_it() -> None:
    class Take(up.Ruleset):
        def options(self, position: int, player: str) -> list[int]:
            return [position - k for k in ((1, 2) if player == "left" else (1, 3)) if k <= position]

    def make(count: int) -> None:
        for _ in range(count):
            heap = TakeAway().position(7)
            assert (heap.grundy, heap.outcome, heap.misere_outcome) == (3, "N", "N")
            other = Take().position(5)
            assert (other - other).outcome == "P" and (-other).value == -other.value

    # A second round needs no more memory than the first one left.
    make(500)
    gc.collect()
    tracemalloc.start()
    before = resident()
    make(1500)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # It was 15 KB of each.
    assert resident() - before < 8 << 20 and held < 1 << 20


def test_custom_games_are_searched_and_tabulated() -> None:
    class Wythoff(up.Ruleset):
        impartial = True

        def options(self, position: tuple[int, int], player: str) -> Iterable[tuple[int, int]]:
            a, b = position
            for k in range(1, max(a, b) + 1):
                yield from ((a - i, b - j) for i, j in ((k, 0), (0, k), (k, k)) if i <= a and j <= b)

        def show(self, position: tuple[int, int]) -> str:
            return f"{position[0]},{position[1]}"

    lost = up.find(Wythoff(), 5, 5, outcome="P")["position"]
    assert lost == [f"Wythoff({pair})" for pair in ("0,0", "1,2", "2,1", "3,5", "5,3")]
    assert up.find(TakeAway(), 11, census="outcome")["count"] == [9, 3]
    assert up.find(TakeAway(), 7, value=up.star(3))["position"] == ["TakeAway(3)", "TakeAway(7)"]
    assert up.find([TakeAway()(n) for n in (3, 4)], outcome="P")["position"] == ["TakeAway(4)"]
    table = up.table(Wythoff(), rows=2, columns=3)
    assert len(table) == 12 and table["value"] == up.table("wythoff", rows=2, columns=3)["value"]
    heap = TakeAway()(7)
    assert heap.move(4) == heap.move("TakeAway(4)") and heap.move(4).winner == "second"
    assert TakeAway().position(1, misere=True).winner == "second"
    # Positions are asked for one by one, within the budget.
    assert not up.find(TakeAway(), 10**9, outcome="R", budget=0.1).is_complete
    first = up.find((TakeAway()(n) for n in itertools.count()), outcome="P", limit=2)
    assert first["position"] == ["TakeAway(0)", "TakeAway(4)"]
    with pytest.raises(TypeError, match="positions to search"):
        up.find([TakeAway()(1), 7])  # type: ignore[list-item]
    with pytest.raises(ValueError):
        up.find(TakeAway())
    with pytest.raises(ValueError):
        up.find(TakeAway(), 5, tries=100)

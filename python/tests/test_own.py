"""Rulesets written in Python."""

from __future__ import annotations

import gc
import pickle
import traceback
import weakref
from collections.abc import Callable, Hashable, Iterable

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


def test_texts_that_are_alike_stay_apart() -> None:
    class Dull(TakeAway):
        def show(self, position: int) -> str:
            return "heap"

    assert len(Dull().position(7).options()) == 3

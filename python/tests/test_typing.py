"""Sample programs with the types that checkers find; run here, and checked by mypy and pyright."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import upstar as up
from typing_extensions import assert_type


def test_values() -> None:
    game = up.game("{2||1|0}")
    assert_type(game, up.Game)
    assert_type(game + Fraction(1, 2), up.Game)
    assert_type(2 - game, up.Game)
    assert_type(game.mean, Fraction)
    assert_type(game.stops.left.mover, str | None)
    assert_type(game.left_options, list[up.Game])
    assert_type(game <= 1, bool)
    assert_type(game.thermograph.wall("left", 0), Fraction)
    assert_type(up.nimber(2) * 3, up.Nimber)
    assert_type(up.surreal("w") + 1, up.Surreal | up.Game)
    assert_type(up.loopy("over"), up.Loopy | up.Game)
    assert_type(up.total([game, up.up]), up.Game)


def test_positions() -> None:
    heaps = up.nim(3, 4, 5)
    assert_type(heaps, up.Position)
    assert_type(heaps.grundy, int)
    assert_type(heaps.winner, str | None)
    assert_type(heaps.winning_moves(), list[up.Position])
    assert_type(heaps + up.domineering("2x2"), up.Position)
    assert_type(up.analyze(heaps).stops, up.Stops | None)
    assert_type(up.rules("nim")(1, 2), up.Position)


def test_heaps_and_tables() -> None:
    kayles = up.heaps("kayles")
    assert_type(kayles[12], int)
    assert_type(kayles.value_at(10**9), int)
    assert_type(kayles.period(), up.Period | None)
    assert_type(kayles.histogram(12), dict[int, int])
    boards = up.table("domineering", rows=2, columns=2)
    assert_type(boards[0:2], up.Table)
    assert_type(boards.columns, list[str])
    assert_type(up.find("domineering", 4, limit=1), up.Table)


def test_graphs(tmp_path: Path) -> None:
    graph = up.graph([("a", "b"), ("b", "c")])
    assert_type(graph.solve(), up.Solution)
    assert_type(graph.solve(objective="payoff"), up.PayoffSolution)
    assert_type(graph.solve().outcome("a"), str | None)
    owned = up.graph([("a", "b")], owners={"a": 0, "b": "odd"})
    assert_type(owned.solve(objective="reach", targets=["b"]), up.OwnedSolution)
    assert_type(graph.solve().certify(tmp_path / "graph.cert"), None)


class Subtract(up.Ruleset):
    impartial = True

    def options(self, position: int, player: str) -> Iterable[int]:
        return [position - k for k in (1, 2, 4) if k <= position]


def test_custom_games() -> None:
    assert_type(Subtract()(5), up.Position)
    assert [Subtract()(n).grundy for n in range(5)] == [0, 1, 2, 0, 1]

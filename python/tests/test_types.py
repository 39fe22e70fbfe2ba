"""Things keep their type: arithmetic with Python's numbers, nodes, values, texts that evaluate."""

from __future__ import annotations

import copy
import itertools
import math
import numbers
import pickle
from decimal import Decimal
from fractions import Fraction
from functools import singledispatch
from typing import Any

import networkx as nx
import numpy as np
import pytest
import upstar as up

ONES: list[Any] = [1, 1.0, Fraction(1), Decimal(1), np.int64(1), np.uint8(1), np.float32(1)]


@pytest.mark.parametrize("one", ONES, ids=lambda one: type(one).__name__)
def test_arithmetic_takes_all_exact_numbers(one: Any) -> None:
    game, nimber, omega = up.game(1), up.nimber(1), up.surreal("w")
    for value in (game, nimber):
        assert value == one and one == value and not value != one
        assert hash(value) == hash(one)
    assert game + one == one + game == 2 and isinstance(one + game, up.Game)
    assert nimber + one == one + nimber == 0 and isinstance(one + nimber, up.Nimber)
    assert omega + one == one + omega != omega and isinstance(one + omega, up.Surreal)
    assert game >= one and omega > one and not omega == one


def test_what_is_no_number_equals_nothing() -> None:
    for value in (up.game(1), up.nimber(1), up.surreal("w")):
        for other in (float("nan"), float("inf"), Decimal("nan"), Decimal("inf"), "1", None):
            assert value != other and not value == other
    with pytest.raises(ValueError, match="loopy"):
        up.game(Decimal("inf"))
    with pytest.raises(TypeError):
        up.nimber(1) + up.star()  # type: ignore[operator]
    assert up.nimber(1) != up.star() and up.nimber(2) != Fraction(1, 2)


def test_division_by_zero_is_one_exception() -> None:
    for one in (up.game(1), up.nimber(1), up.surreal("w"), up.star()):
        for zero in (0, Decimal(0), np.int64(0)):
            with pytest.raises(up.DivisionByZeroError):
                _ = one / zero
    for impossible in (
        lambda: 1 / up.zero,
        lambda: up.zero**-1,
        lambda: 1 / up.nimber(0),
        lambda: up.nimber(0) ** -1,
    ):
        with pytest.raises(ZeroDivisionError):
            impossible()


def test_nimbers_have_inverses() -> None:
    for n in range(1, 16):
        assert up.nimber(n) ** -1 * up.nimber(n) == 1
        assert up.nimber(n) ** -2 == 1 / (up.nimber(n) * up.nimber(n))
    for wrong in (-1, 0.5, None):
        with pytest.raises(up.NotationError, match="a nimber is of"):
            up.nimber(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="infinite"):
        int(up.nimber("w"))


def test_games_that_are_numbers_are_rational() -> None:
    half, star = up.game("1/2"), up.evaluate("*")
    assert Fraction(half) == half.as_fraction() == Fraction(1, 2)  # type: ignore[call-overload]
    assert half.as_integer_ratio() == (1, 2)
    assert isinstance(half, numbers.Rational) and isinstance(half, up.Game)
    assert not isinstance(up.star(), numbers.Rational)
    assert type(pickle.loads(pickle.dumps(half))) is type(copy.copy(half)) is up.Game
    assert Fraction(1, 2) == half and Fraction(1, 3) < half and Decimal("0.5") == half
    with pytest.raises((TypeError, ValueError)):
        Fraction(star)

    @singledispatch
    def kind(value: object) -> str:
        return "object"

    @kind.register
    def _(value: up.Game) -> str:
        return "game"

    assert kind(half) == kind(up.star()) == "game"


def test_numbers_are_values_of_any_kind() -> None:
    for of in (1, 0.5, Fraction(1, 3), np.int64(7), "2/3", up.game(2)):
        assert up.surreal(of) == up.loopy(of) == up.game(of)
    assert up.surreal(up.surreal("w")) == up.surreal("w")
    assert up.loopy(up.loopy("on")) == up.loopy("on")
    with pytest.raises(up.NotationError):
        up.surreal("*")


def test_games_are_made_of_options() -> None:
    assert up.game(left=[1], right=[0]) == up.game([1], [0]) == up.game("{1|0}")
    assert up.game(left=5) == 6 and up.game(right=[-1]) == -2
    assert up.game(left=(n for n in (0, 1)), right=2) == Fraction(3, 2)
    for wrong in ((), (1, 2, 3)):
        with pytest.raises(TypeError, match="options"):
            up.game(*wrong)
    with pytest.raises(TypeError):
        up.game(1, left=2)  # type: ignore[call-overload]


def test_stops_and_moves_of_games() -> None:
    game = up.game("{2||1|0}")
    assert [(stop.value, stop.mover) for stop in game.stops] == [(2, "Right"), (1, "Right")]
    assert [stop.value for stop in game.stops] == [game.left_stop, game.right_stop]
    assert game.stops == up.analyze(game).stops
    assert up.domineering("2x3").stops == up.domineering("2x3").value.stops
    assert game.moves() == game.left_options + game.right_options
    assert game.moves("right") == game.right_options
    assert [up.game(text).winner for text in ("1", "-1", "*", "0")] == [
        "left", "right", "first", "second",
    ]  # fmt: skip
    assert up.loopy("over").winner == "left" and up.loopy("dud").winner is None


def test_positions_in_misere_play() -> None:
    heaps = up.nim(1, 1, 1, misere=True)
    assert heaps.is_misere and heaps.outcome == heaps.find_outcome(misere=True) == "P"
    assert heaps.find_outcome(misere=False) == up.nim(1, 1, 1).outcome == "N"
    for same in (
        eval(repr(heaps), {"Position": up.Position}),
        pickle.loads(pickle.dumps(heaps)),
        up.Position("nim(1,1,1)", misere=True),
        up.rules("nim")(1, 1, 1, misere=True),
    ):
        assert same == heaps
    assert heaps != up.nim(1, 1, 1)
    assert all(after.is_misere for after in heaps.moves())
    assert (heaps + up.nim(1)).is_misere and (heaps + up.nim(1)).outcome == "N"
    assert up.analyze(heaps).outcome == "P"
    assert [after.winner for after in up.nim(1, 3, misere=True).winning_moves()] == ["second"]
    for question in ("value", "grundy", "mean", "temperature"):
        with pytest.raises(up.NotDefinedError, match="normal play"):
            getattr(heaps, question)


def test_moves_are_made() -> None:
    heaps = up.nim(1, 2, 3)
    assert heaps.moves() == heaps.options()
    assert heaps.move("nim(1,2,2)") == heaps.move(up.nim(1, 2, 2)) == up.nim(1, 2, 2)
    board = up.domineering("2x2")
    assert board.moves() == board.left_options + board.right_options
    assert board.move('domineering("##|..")', "right") in board.right_options
    with pytest.raises(up.NotationError, match="no move to"):
        board.move('domineering("##|..")', "left")


def test_positions_are_made_of_arrays() -> None:
    cells = np.array([[".", "."], [".", "#"]])
    assert up.domineering(cells) == up.domineering(["..", ".#"])
    empty: Any = np.zeros((2, 3), dtype=int)
    assert up.domineering(np.where(empty, "#", ".")) == up.domineering("2x3")
    with pytest.raises(TypeError, match="numpy.where"):
        up.domineering(empty)
    wanted = up.nim(1, 2, 3)
    for heaps in (np.array([1, 2, 3]), range(1, 4), (n for n in (1, 2, 3)), (1, 2, 3), [1, 2, 3]):
        assert up.nim(heaps) == wanted
    with pytest.raises(TypeError):
        up.nim({1, 2})
    with pytest.raises(up.LimitError):
        up.nim(iter(int, 1))


NODES: list[Any] = [(0, 1), (0, 2), 1, "1", frozenset({2}), None, 2.5]


def test_graphs_give_back_what_was_put_in() -> None:
    graph = up.graph(list(zip(NODES, NODES[1:])))
    assert graph.vertices == NODES
    solution = graph.solve()
    assert solution.winning_moves(NODES[-2]) == [NODES[-1]]
    assert solution.table()["vertex"] == NODES
    assert solution.table()["move"][-2:] == [2.5, None]
    assert [solution.winner(node) for node in NODES[-2:]] == ["first", "second"]
    assert pickle.loads(pickle.dumps(graph)).vertices == NODES
    with pytest.raises(up.UnknownNameError, match="did you mean"):
        solution.outcome("(0, 1)")
    ints = up.graph({3: [1, 2]}).solve()
    assert ints.table()["move"] == [1, None, None]
    owned = up.graph([(1, "1")], owners={1: 0, "1": 1})
    assert owned.solve(objective="reach", targets=["1"]).move(1) == "1"
    assert up.graph([(1, "1")]).solve(objective="payoff").move(1) == "1"


@pytest.mark.parametrize(
    "graph",
    [
        up.graph([(1, 2), (2, 3), (1, 3)]),
        up.graph([("a", "b", "left"), ("a", "c", "right"), ("c", "d", "both")]),
        up.graph([(1, 2), (2, 2)], owners={1: 0, 2: 1}, priorities={1: 3, 2: 4}),
    ],
    ids=repr,
)
def test_graphs_come_back(graph: up.Graph) -> None:
    for same in (
        pickle.loads(pickle.dumps(graph)),
        eval(repr(graph), {"graph": up.graph}),
        up.graph(graph.to_networkx()),
    ):
        assert repr(same) == repr(graph)


@pytest.mark.parametrize(
    "solution",
    [
        up.graph([(1, 2), (2, 3), (1, 3)]).solve(),
        up.graph([("a", "b", "left"), ("a", "c", "right")]).solve(misere=True),
        up.graph([(1, 2), (2, 2)], owners={1: 0, 2: 1}).solve(objective="reach", targets=[2]),
        up.graph([(1, 2)], owners={1: 0, 2: 1}).solve(objective="payoff", endless=-1),
    ],
    ids=repr,
)
def test_solutions_come_back(solution: Any) -> None:
    same = eval(repr(solution), {"graph": up.graph})
    assert type(same) is type(solution) and same.table() == solution.table()


def test_graphs_of_files_come_back(tmp_path: Any) -> None:
    file = tmp_path / "coins.csv"
    file.write_text("from,to,payoff\na,b,\na,c,\nb,a,\nc,,-3\n")
    graph = pickle.loads(pickle.dumps(up.graph(file)))
    assert graph.solve(objective="payoff").payoff("a") == 3
    assert list(graph.to_networkx()) == graph.vertices == ["a", "b", "c"]


def test_graphs_of_matrices() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    matrix = np.array([[0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]])
    wanted = up.graph(nx.from_numpy_array(matrix, create_using=nx.DiGraph))
    for source in (matrix, sparse.csr_array(matrix), sparse.coo_matrix(matrix)):
        assert up.graph(source).vertices == [0, 1, 2, 3]
        assert repr(up.graph(source)) == repr(wanted)
    with pytest.raises(ValueError, match="square"):
        up.graph(np.zeros((3, 4)))
    # Two columns are arcs.
    assert up.graph(np.array([[0, 1], [1, 2]])).vertices == [0, 1, 2]


def test_analyses_have_values() -> None:
    found = up.analyze(up.domineering("2x3"))
    assert found.value == up.game("{2|-1/2}") and isinstance(found.value, up.Game)
    assert (found.mean, found.temperature) == (Fraction(3, 4), Fraction(5, 4))
    names = {name: getattr(up, name) for name in up.__all__}
    again = eval(repr(found), names | {"Fraction": Fraction})
    assert again == found
    loopy = up.analyze("over")
    assert loopy.value == up.loopy("over") and isinstance(loopy.value, up.Loopy)
    assert up.analyze("w").value == up.surreal("w")


def test_tables_come_back() -> None:
    boards = up.table("domineering", rows=3, columns=3)
    names = {"Table": up.Table, "Game": up.Game, "Fraction": Fraction}
    for same in (pickle.loads(pickle.dumps(boards)), eval(repr(boards), names), boards[:]):
        assert same == boards and same.columns == boards.columns
    assert boards[0:2]["columns"] == [1, 2] and len(boards[::-2]) == 5
    assert boards[::-1][0] == boards[-1]
    assert {type(cell) for cell in boards["value"]} == {up.Game}
    assert boards.to_dict(texts=True)["mean"][5] == "3/4"
    frame = boards.to_pandas()
    assert frame["value"].tolist() == boards["value"] and frame["mean"].dtype == object
    solved = up.graph([((0, 1), (0, 2))]).solve().table()
    assert pickle.loads(pickle.dumps(solved)) == solved
    with pytest.raises(ValueError, match="equally long"):
        up.Table({"a": [1], "b": []})
    with pytest.raises(TypeError, match="column"):
        boards[1.5]  # type: ignore[call-overload]


def test_rules_come_back() -> None:
    text = 'hop_twice on strip "xo."; both: xo. -> ..x mirror'
    for rules in (
        up.rules("domineering"),
        up.rules("moore", 2),
        up.rules(text),
        up.moore(3, 4, 5, parameters=(2,)).rules,
    ):
        for same in (
            pickle.loads(pickle.dumps(rules)),
            eval(repr(rules), {"rules": up.rules, "Position": up.Position}),
        ):
            assert same == rules and repr(same) == repr(rules)
    assert up.rules(text)("xo.").outcome == "N"


def test_thermographs_come_back() -> None:
    thermograph = up.game("{2||1|0}").thermograph
    assert pickle.loads(pickle.dumps(thermograph)) == thermograph
    assert eval(repr(thermograph), {"Game": up.Game}) == thermograph


@pytest.mark.parametrize(
    "call",
    [
        "game.value()", "game.mean()", "game.is_number()", "game.thermograph()", "game.stops()",
        "position.outcome()", "position.left_options()", "loopy.onside(1)", "surreal.birthday()",
        "rules.name()", "table.columns()", "graph.vertices()", "heaps.code()",
        "analysis.outcome()", "analysis.value()", "analysis.play()", "analysis.is_complete()",
        "play.winning_moves()", "winningmove.after()", "stops.left()", "stop.value()",
        "period.period()", "law.text()", "budget.seconds()",
    ],
)  # fmt: skip
def test_properties_that_are_called_say_so(call: str) -> None:
    names: dict[str, object] = {
        "game": up.game("{2||1|0}"),
        "position": up.domineering("2x3"),
        "loopy": up.loopy("over"),
        "surreal": up.surreal("w"),
        "rules": up.rules("nim"),
        "table": up.sequence("kayles", 3),
        "graph": up.graph([(1, 2)]),
        "heaps": up.heaps("kayles"),
        "analysis": (analysis := up.analyze(up.nim(1, 2))),
        "play": analysis.play[0],
        "winningmove": analysis.play[0].winning_moves[0],
        "stops": (stops := up.game("{2||1|0}").stops),
        "stop": stops.left,
        "period": up.heaps("kayles").period(),
        "law": up.heaps("kayles").law(),
        "budget": up.Budget(seconds=1),
    }
    said = call.partition("(")[0]
    with pytest.raises(TypeError, match=f"is a property: write `{said}`"):
        eval(call, names)
    # Read, also by a call of something else, it is what it was.
    assert eval(f"str({said})", names) == eval(f"str(getattr({said.replace('.', ', ' + chr(34))}\"))", names)


def test_rules_of_a_position_are_called() -> None:
    assert up.nim(1, 2).rules(3) == up.nim(3)


def test_numbers_are_rounded() -> None:
    assert abs(up.game(-2)) == abs(up.game(2)) == 2 and abs(up.game("-1/2")) == Fraction(1, 2)
    assert round(up.game("7/4")) == 2 and round(up.game("1/3"), 2) == Fraction(33, 100)
    assert (math.floor(up.game("7/4")), math.ceil(up.game("7/4")), int(up.game(3))) == (1, 2, 3)
    with pytest.raises(ValueError, match="no number"):
        abs(up.star())


def test_endless_lists_are_refused() -> None:
    with pytest.raises(up.LimitError, match="options"):
        up.game(left=itertools.count())


def test_graphs_of_rustworkx() -> None:
    rx = pytest.importorskip("rustworkx")
    source = rx.PyDiGraph()
    source.add_nodes_from(["a", "b", "c"])
    source.add_edges_from_no_data([(0, 1), (1, 2)])
    graph = up.graph(source)
    assert graph.vertices == [0, 1, 2] and graph.solve().winner(1) == "first"
    with pytest.raises(TypeError, match="direction"):
        up.graph(rx.PyGraph())

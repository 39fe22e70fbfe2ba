"""Tables, heaps, graphs."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import numpy as np
import pytest
import upstar as up


def test_heaps_are_arrays_without_a_copy() -> None:
    kayles = up.heaps("0.77")
    values = kayles[0:1000]
    assert isinstance(values, np.ndarray) and values.dtype == np.uint32
    assert values[:8].tolist() == [0, 1, 2, 3, 1, 4, 3, 2]
    assert not values.flags.owndata and not values.flags.writeable
    again = kayles[0:1000]
    assert values.__array_interface__["data"] == again.__array_interface__["data"]
    assert kayles[12] == 4 == kayles[0:13][12]
    assert kayles[500:600].tolist() == values[500:600].tolist()
    with pytest.raises(ValueError):
        kayles[5:]
    with pytest.raises(ValueError):
        kayles[-3:]
    with pytest.raises(IndexError):
        kayles[-1]


def test_without_numpy_there_are_sequences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    values = up.heaps("kayles")[0:8]
    assert isinstance(values, up.HeapValues)
    assert values == [0, 1, 2, 3, 1, 4, 3, 2]
    assert values[-1] == 2 and len(values) == 8
    with pytest.raises(IndexError):
        values[8]


def test_periods_and_certificates() -> None:
    kayles = up.heaps("kayles")
    period = kayles.period()
    assert period is not None
    assert (period.preperiod, period.period, period.is_proved) == (71, 12, True)
    assert kayles[10**15] == kayles.value_at(10**15)
    certificate = kayles.certificate()
    assert up.verify_certificate(certificate) == ("0.77", 71, 12, 0)
    with pytest.raises(up.UpstarError):
        up.verify_certificate(certificate.replace("71", "70"))
    with pytest.raises(up.UpstarError):
        up.heaps("no such game")
    assert eval(repr(kayles), {"heaps": up.heaps})[5] == kayles[5]


def test_a_budget_ends_a_search_for_a_period() -> None:
    with pytest.raises(up.BudgetExhausted):
        up.heaps("0.007").period(budget=up.Budget(steps=1_000_000))


def test_tables_of_boards() -> None:
    boards = up.table("domineering", rows=3, columns=3)
    assert len(boards) == 9 and boards.is_complete
    assert boards[-1]["value"] == up.domineering("3x3").value
    assert boards.columns[:4] == ["rows", "columns", "value", "outcome"]
    assert [row["rows"] for row in boards] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert "<table>" in boards._repr_html_()
    with pytest.raises(KeyError):
        boards["nothing"]
    with pytest.raises(IndexError):
        boards[9]
    part = up.table("domineering", rows=9, columns=9, budget=up.Budget(steps=20_000))
    assert not part.is_complete and 0 < len(part) < 81


def test_sequences_and_searches() -> None:
    assert up.sequence("kayles", 8)["value"] == [0, 1, 2, 3, 1, 4, 3, 2, 1]
    assert up.sequence("kayles", 2, of="genus")["value"] == ["0^120", "1^031", "2^20"]
    hottest = up.find("domineering", 5, most="temperature")
    assert set(hottest["value"]) == {up.switch(1)}
    assert len(up.find("domineering", 5, value=up.switch(1), limit=2)) <= 2
    with pytest.raises(up.NotationError):
        up.find("domineering", 5, most="beauty")
    with pytest.raises(ValueError):
        up.table("domineering", rows=2, columns=2, of="beauty")


def test_arrow_needs_no_pyarrow() -> None:
    import polars as pl

    boards = up.table("domineering", rows=2, columns=3)
    frame = pl.DataFrame(boards)
    assert frame.columns == boards.columns
    assert frame["value"].to_list() == [str(value) for value in boards["value"]]
    assert frame.schema["rows"] == pl.UInt64 and frame.schema["mean_float"] == pl.Float64
    assert frame.schema["value"] == frame.schema["mean"] == pl.String
    # What nobody reads is freed.
    for _ in range(100):
        boards.__arrow_c_stream__()


def test_pandas_reads_tables() -> None:
    pandas = pytest.importorskip("pandas")
    boards = up.table("domineering", rows=2, columns=3)
    assert pandas.DataFrame(boards.to_dict())["value"].tolist() == boards["value"]
    if hasattr(pandas.DataFrame, "from_arrow"):
        frame = pandas.DataFrame.from_arrow(boards)
        assert frame["value"].tolist() == boards.to_dict(texts=True)["value"]


def test_columns_of_games_in_pyarrow(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    boards = up.table("domineering", rows=2, columns=3)
    found = pyarrow.table(boards)
    assert found == boards.to_arrow()
    assert found.to_pydict() == boards.to_dict()
    assert found.schema.field("value").type.extension_name == "upstar.value"
    assert found.schema.field("mean").type.extension_name == "upstar.fraction"
    texts = boards.to_arrow(texts=True)
    assert texts.schema.field("value").type == pyarrow.string()
    assert texts.to_pydict() == boards.to_dict(texts=True)
    assert found["value"].cast(pyarrow.string()) == texts["value"]
    parquet.write_table(found, tmp_path / "boards.parquet")
    for again in (pickle.loads(pickle.dumps(found)), parquet.read_table(tmp_path / "boards.parquet")):
        assert again["value"].to_pylist() == boards["value"]
    missing = up.Table({"value": [up.up, None]})
    assert pyarrow.table(missing)["value"].to_pylist() == [up.up, None]


ARCS = [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("b", "d")]


def outcomes(graph: up.Graph) -> dict[str, str | None]:
    solution = graph.solve()
    return {vertex: solution.outcome(vertex) for vertex in graph.vertices}


def test_graphs_are_made_of_anything(tmp_path: Path) -> None:
    import networkx as nx
    import polars as pl

    wanted = {"a": "P", "b": "N", "c": "N", "d": "P"}
    assert outcomes(up.graph(ARCS)) == wanted
    assert outcomes(up.graph(nx.DiGraph(ARCS))) == wanted
    assert outcomes(up.graph({"a": ["b"], "b": ["c", "d"], "c": ["b", "d"]})) == wanted
    frame = pl.DataFrame(ARCS, schema=["source", "target"], orient="row")
    assert outcomes(up.graph(frame)) == wanted
    file = tmp_path / "graph.csv"
    file.write_text("from,to\n" + "".join(f"{a},{b}\n" for a, b in ARCS))
    assert outcomes(up.graph(str(file))) == outcomes(up.graph(file)) == wanted
    written = pl.DataFrame(ARCS, schema=["from", "to"], orient="row")
    written.write_parquet(tmp_path / "graph.parquet")
    written.write_ipc(tmp_path / "graph.arrow")
    written.write_ipc_stream(tmp_path / "graph.arrows")
    assert outcomes(up.graph(tmp_path / "graph.parquet")) == wanted
    assert outcomes(up.graph(tmp_path / "graph.arrow")) == wanted
    assert outcomes(up.graph(tmp_path / "graph.arrows")) == wanted
    pandas = pytest.importorskip("pandas")
    assert outcomes(up.graph(pandas.DataFrame(ARCS, columns=["source", "target"]))) == wanted
    pyarrow = pytest.importorskip("pyarrow")
    columns = {"source": [a for a, _ in ARCS], "target": [b for _, b in ARCS]}
    assert outcomes(up.graph(pyarrow.table(columns))) == wanted


def test_files_are_read_with_options(tmp_path: Path) -> None:
    file = tmp_path / "graph.csv"
    file.write_text("note,a,b\n1,u,v\n2,v,w\n")
    assert outcomes(up.graph(file, columns=["a", "b"])) == {"u": "P", "v": "N", "w": "P"}
    graph = up.graph(file, columns=[2, 3], header=False)
    assert graph.vertices == ["a", "b", "u", "v", "w"]
    contest = tmp_path / "graph.txt"
    contest.write_text("3 2\n0 1\n1 2\n")
    graph = up.graph(contest, format="contest", base=0, undirected=True)
    assert (len(graph), graph.arcs) == (3, 4)
    with pytest.raises(ValueError):
        up.graph(file, base=0)
    with pytest.raises(ValueError):
        up.graph(file, base=2, format="contest")
    with pytest.raises(ValueError):
        up.graph(file, columns=["a"])
    with pytest.raises(TypeError):
        up.graph(ARCS, undirected=True)


def test_arcs_have_players() -> None:
    import networkx as nx

    arcs = [("a", "b", "left"), ("a", "c", "right"), ("c", "d", "both")]
    graph = up.graph(arcs)
    assert graph.is_partizan and graph.arcs == 3 and len(graph) == 4
    solution = graph.solve()
    assert solution.outcome("b") == "P" and solution.outcome("c") == "N"
    assert solution.winning_moves("a", "left") == ["b"]
    labelled = nx.DiGraph()
    for start, end, player in arcs:
        labelled.add_edge(start, end, player=player)
    assert outcomes(up.graph(labelled)) == outcomes(graph)
    assert "left_move" in solution.table().columns


def test_solutions_are_tables_and_pictures() -> None:
    import polars as pl

    solution = up.graph(ARCS).solve()
    frame = pl.DataFrame(solution)
    assert frame.columns == ["vertex", "outcome", "remoteness", "move"]
    assert str(solution.draw()).startswith("<svg")
    assert solution.draw("c")._repr_svg_().startswith("<svg")
    assert up.graph(ARCS).values()["value"][3] == 0
    with pytest.raises(up.UnknownNameError):
        solution.outcome("e")


@pytest.mark.parametrize(
    "wrong",
    [[(1, 2, "blu")], [(1, 2), (1, 2, "left")], [(1,)], 7],
    ids=str,
)
def test_what_is_no_graph_is_refused(wrong: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        up.graph(wrong)
    import networkx as nx

    with pytest.raises(TypeError):
        up.graph(nx.Graph(ARCS))


def test_solve_in_misere_play() -> None:
    path = up.graph([(1, 0), (2, 1)])
    assert path.solve(misere=True).outcome(0) == "N"
    assert path.solve(misere=True).outcome(1) == "P"


def test_graphs_whose_terminals_have_payoffs(tmp_path: Path) -> None:
    file = tmp_path / "coins.csv"
    file.write_text("from,to,payoff\na,b,\na,c,\nb,a,\nc,,-3\n")
    solution = up.graph(file).solve(objective="payoff")
    assert (solution.payoff("a"), solution.remoteness("a"), solution.move("a")) == (3, 1, "c")
    assert solution.table().to_dict()["payoff"] == [3, -3, -3]
    owned = tmp_path / "owned.csv"
    owned.write_text("from,to,owner,payoff\na,b,0,\nb,a,1,\nb,c,1,\nc,,0,-2\n")
    graph = up.graph(owned)
    assert graph.solve(objective="payoff", endless=-5).payoff("a") == -5
    assert graph.solve(objective="payoff").remoteness("a") == 2
    for wrong in (
        lambda: up.graph(file).solve(),
        lambda: up.graph(file).solve(endless=1),
        lambda: up.graph(file).solve(objective="payoff", endless=1),
        lambda: up.graph(file).solve(objective="payoff", targets=["c"]),  # type: ignore[call-overload]
    ):
        with pytest.raises((ValueError, up.UpstarError)):
            wrong()


def test_cops_and_robbers() -> None:
    import networkx as nx

    petersen = up.graph(nx.petersen_graph().to_directed())
    found = petersen.pursuit(cops=4)
    assert found.properties["cop_number"] == 3
    assert found.play[0].line
    assert petersen.pursuit().properties == {}
    cycle = up.graph(nx.cycle_graph(4).to_directed())
    assert cycle.pursuit(robber_first=True).properties["capture_time"] == 1
    assert cycle.pursuit(cops=1, stay=False).properties == {}
    with pytest.raises(up.UpstarError, match="a cop"):
        cycle.pursuit(cops=0)


def test_graphs_whose_vertices_have_owners(tmp_path: Path) -> None:
    import networkx as nx

    arcs = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "c")]
    owners: dict[str, int | str] = {"a": 0, "b": "odd", "c": 0}
    priorities = {"a": 2, "b": 1, "c": 3}
    graph = up.graph(arcs, owners=owners, priorities=priorities)
    assert graph.owners == [0, 1, 0]
    solution = graph.solve(objective="parity")
    assert [solution.winner(vertex) for vertex in "abc"] == [1, 1, 1]
    assert (solution.move("b"), solution.move("a"), solution.remoteness("a")) == ("c", None, None)
    assert graph.solve(objective="min parity").winner("a") == 1
    safe = graph.solve(objective="safety", targets=["c"])
    assert (safe.winner("a"), safe.remoteness("a"), safe.move("b")) == (1, 2, "c")
    assert safe.table().to_dict()["remoteness"] == [2, 1, 0]
    assert graph.solve(objective="buchi", targets=["a", "c"]).winner("b") == 0
    nodes = nx.DiGraph(arcs)
    for vertex in nodes:
        nodes.nodes[vertex].update(owner=owners[vertex], priority=priorities[vertex])
    assert up.graph(nodes).solve(objective="parity").winner("a") == 1
    file = tmp_path / "game.pg"
    file.write_text('0 2 0 1 "a";\n1 1 1 0 "b";\n')
    assert up.graph(file).solve(objective="parity").winner("a") == 0
    for wrong in (
        lambda: graph.solve(),
        lambda: graph.values(),
        lambda: graph.solve(objective="nim"),  # type: ignore[call-overload]
        lambda: graph.solve(objective="reach"),
        lambda: graph.solve(objective="reach", targets=["z"]),
        lambda: up.graph(arcs, owners={"a": 0}),
        lambda: up.graph(arcs, owners=owners, priorities={"a": -1, "b": 0, "c": 0}),
        lambda: up.graph(arcs).solve(objective="parity"),
    ):
        with pytest.raises((ValueError, up.UpstarError)):
            wrong()

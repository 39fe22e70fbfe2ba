"""What the command line answers, Python does too: quotients, solved games, plans, proofs, chess."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
import upstar as up


def test_misere_quotients() -> None:
    found = up.misere_quotient(up.nim(2))
    assert (found["quotient"]["order"], found["quotient"]["p_order"]) == (6, 2)
    assert up.misere_quotient("nim(2)", same_as=up.nim(3))["claim"]["holds"]
    assert not up.misere_quotient("nim(2)", same_as="nim(1)")["claim"]["holds"]
    kayles = up.heaps("kayles").quotient()
    assert (kayles["quotient"]["order"], kayles["quotient"]["p_order"]) == (40, 9)
    assert up.heaps("kayles").quotient(to=4)["quotient"]["order"] == 6
    with pytest.raises(up.UpstarError):
        up.misere_quotient("domineering(2,2)")
    with pytest.raises(KeyError, match="quotient"):
        found["order"]


def test_games_are_solved_into_a_folder(tmp_path: Path) -> None:
    folder, table = tmp_path / "nim", tmp_path / "nim.csv"
    found = up.solve("nim(3,4)", folder=folder, table=table)
    assert found.is_complete and found.outcome == "N" and found["solved"]["positions"] == 20
    assert len(table.read_text().splitlines()) == 21
    for heaps in (up.nim(2, 3), up.nim(3, 3), up.nim(0, 1)):
        looked = up.look_up(folder, heaps)
        assert looked is not None and looked.outcome == heaps.outcome
        moves = [move.after for move in looked.play[0].winning_moves]
        assert moves == [str(after) for after in heaps.winning_moves()]
    assert up.look_up(folder, "nim(7,7)") is None
    assert up.solve("nim(1,1,1)", misere=True).outcome == "P"
    assert up.solve(up.nim(1, 1, 1, misere=True)).outcome == "P"
    assert up.solve("nim(2) + nim(3)").outcome == "N"
    with pytest.raises(ValueError, match="folder"):
        up.solve("nim(2)", outcomes_only=True)
    with pytest.raises(up.UpstarError):
        up.solve("nim(5,5)", folder=folder)
    assert not up.solve("kalah(4,4)", budget=up.Budget(steps=10_000)).is_complete


def test_several_processes_solve_a_game(tmp_path: Path) -> None:
    alone = up.solve("nim(5,6,7)")
    together = up.solve("nim(5,6,7)", processes=2, folder=tmp_path / "nim")
    assert together.outcome == alone.outcome
    assert together["solved"]["positions"] == alone["solved"]["positions"]
    looked = up.look_up(tmp_path / "nim", "nim(1,2,3)")
    assert looked is not None and looked.outcome == "P"
    misere = up.solve(up.nim(1, 1, 1, misere=True), processes=2, budget=up.Budget(seconds=600))
    assert misere.outcome == "P"
    slides = up.rules('slides on strip "xo."; both: x. -> .x; both: .o -> o.')
    alone = up.solve(slides("x..o.x"))
    together = up.solve(slides("x..o.x"), processes=2)
    assert together.outcome == alone.outcome
    assert together["solved"]["positions"] == alone["solved"]["positions"]

    class Take(up.Ruleset):
        impartial = True

        def options(self, position: int, player: str) -> range:
            return range(position)

    with pytest.raises(TypeError, match="class Take are solved by one process"):
        up.solve(Take()(3) + up.nim(1), processes=2)
    with pytest.raises(ValueError, match="processes"):
        up.solve("nim(1)", processes=0)
    with pytest.raises(up.UpstarError):
        up.solve("nim(5,6,7)", processes=2, budget=up.Budget(steps=10))


def test_graphs_of_files_are_solved_out_of_core_and_together(tmp_path: Path) -> None:
    import polars as pl

    arcs = [(n, (n * n + k) % 997) for n in range(997) for k in (1, 3, 8) if n % 7]
    path = tmp_path / "graph.csv"
    path.write_text("from,to\n" + "".join(f"{a},{b}\n" for a, b in arcs))
    wanted = up.graph(path).solve().table().to_dict(texts=True)
    memory = up.solve_graph(path, table=tmp_path / "memory.parquet")
    disk = up.solve_graph(
        path, memory=2**27, directory=tmp_path, table=tmp_path / "disk.parquet", vertex="1"
    )
    together = up.solve_graph(path, processes=2, table=tmp_path / "together")
    assert disk["graph"]["outcomes"] == memory["graph"]["outcomes"]
    assert together["graph"]["outcomes"] == memory["graph"]["outcomes"]
    assert disk.outcome == up.graph(path).solve().outcome("1")
    for table in ("memory.parquet", "disk.parquet", "together/*.parquet"):
        rows = pl.read_parquet(tmp_path / table).sort(pl.col("vertex").cast(int))
        found = dict(zip(rows["vertex"], rows["outcome"]))
        assert found == dict(zip(wanted["vertex"], wanted["outcome"]))
    kept = up.solve_graph(path, memory=2**27, checkpoint=tmp_path / "kept", misere=True)
    again = up.solve_graph(path, memory=2**27, checkpoint=tmp_path / "kept", misere=True)
    assert again["graph"]["outcomes"] == kept["graph"]["outcomes"]
    path.write_text("from,to\n3,2\n3,1\n2,1\n2,0\n1,0\n")
    for memory_bytes, processes in ((None, 1), (2**27, 1), (None, 2)):
        valued = up.solve_graph(path, of="value", memory=memory_bytes, processes=processes)
        assert dict(valued["graph"]["values"]) == {"*0": 2, "*1": 1, "*2": 1}
    wrongs: list[Callable[[], object]] = [
        lambda: up.solve_graph(path, of="value", misere=True),
        lambda: up.solve_graph(path, directory=tmp_path),
        lambda: up.solve_graph(path, processes=2, memory=2**27),
        lambda: up.solve_graph(path, memory=1000),
        lambda: up.solve_graph(tmp_path / "nothing.csv"),
        lambda: up.solve_graph(tmp_path / "nothing.csv", processes=2),
        lambda: up.solve_graph(path, base=0),
    ]
    for wrong in wrongs:
        with pytest.raises((ValueError, up.UpstarError)):
            wrong()


def test_plans() -> None:
    found = up.plan(positions=10**9, moves=5, machines=4)
    assert found.table is not None and "memory" in found.table.columns
    assert up.plan(up.nim(3, 4)).is_complete
    wrongs: list[Callable[[], object]] = [
        up.plan,
        lambda: up.plan(vertices=5),
        lambda: up.plan(positions=5, vertices=1, arcs=1),
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="expected"):
            wrong()


def test_proofs() -> None:
    assert "Theorem claim" in up.prove('domineering("2x2") == +-1')
    assert "$p" in up.prove('domineering("2x2") <> 0', verifier="metamath")
    graph = up.graph([("y", "x"), ("y", "z"), ("z", "y")])
    assert "won_in" in up.prove("y.Remoteness == 1", graph=graph)
    with pytest.raises(up.NotDefinedError, match="not true"):
        up.prove('domineering("2x2") == 0')
    with pytest.raises(up.NotationError, match="claim"):
        up.prove("good evening")
    with pytest.raises(up.BudgetExhausted):
        up.prove('domineering("6x6") == 0', budget=up.Budget(steps=1000))


def test_certificates(tmp_path: Path) -> None:
    path = tmp_path / "graph.cert"
    for graph in (
        up.graph(nx.DiGraph([(0, 1), (1, 2), (2, 0), (2, 3)])),
        up.graph([("a", "b", "left"), ("b", "c", "both"), ("c, d", "a", "right")]),
    ):
        graph.solve().certify(path)
        assert up.verify(path, graph)["claim"]["holds"]
    other = up.verify(path, up.graph([("a", "b")]))
    assert not other["claim"]["holds"] and other["claim"]["reason"]
    with pytest.raises(ValueError, match="isolated"):
        up.verify(path, up.graph({1: []}))
    path.write_text(up.heaps("kayles").certificate())
    assert up.verify(path)["claim"]["holds"]
    with pytest.raises(up.UpstarError):
        up.verify(tmp_path / "nothing")


def test_heaps_are_counted() -> None:
    kayles = up.heaps("kayles")
    assert kayles.histogram(1000) == dict(sorted(Counter(kayles[0:1001].tolist()).items()))
    assert json.dumps(up.survey(1, to=200)["sequence"]["survey"])


def test_roots_and_signs() -> None:
    for n in range(16):
        assert [root**3 for root in up.nimber(n).roots(3)] == [n] * len(up.nimber(n).roots(3))
    with pytest.raises(up.NotDefinedError):
        up.nimber("w").roots(3)
    assert up.game(-2).sign_expansion == "RR" and up.game("3/4").sign_expansion == "LRL"
    with pytest.raises(up.UpstarError):
        _ = up.star().sign_expansion


def test_endgames_of_chess() -> None:
    assert up.chess("KRK")["ending"]["longest_mate"] == 16
    found = up.chess("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1", all_moves=True)
    assert found.play[0].mover == "Left" and found.play[0].result == "W"
    with pytest.raises(up.UpstarError):
        up.chess("KPK")

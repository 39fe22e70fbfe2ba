"""Positions of the catalogue."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import upstar as up


def test_a_position_is_made_of_numbers_texts_boards_and_sizes() -> None:
    board = up.domineering("2x3")
    assert board == up.domineering((2, 3)) == up.domineering("...|...")
    assert board == up.domineering(["...", "..."]) == up.rules("domineering")("2x3")
    assert up.nim(3, 4) == up.nim([3, 4])
    assert up.rules("moore", 2)(3, 4, 5) == up.moore(3, 4, 5, parameters=(2,))
    assert str(board) == 'domineering("...|...")'
    assert eval(repr(board), {"Position": up.Position}) == board
    assert board.board == ["...", "..."]


def test_values_and_outcomes() -> None:
    assert str(up.domineering("2x3").value) == "{2|-1/2}"
    assert up.domineering("2x3").outcome == "N"
    assert up.nim(1, 2, 3).outcome == "P"
    assert (up.nim(1, 1, 1).outcome, up.nim(1, 1, 1).misere_outcome) == ("N", "P")
    assert up.kayles(12).grundy == 4
    assert up.kayles(5).genus == "4^146"
    assert up.kayles(5).misere_form == "*[2[2]321]"
    assert up.domineering("2x3").mean == up.domineering("2x3").thermograph.mean
    with pytest.raises(up.NotDefinedError):
        up.domineering("2x2").grundy


def test_moves() -> None:
    heaps = up.nim(2, 3, 5)
    assert [str(after) for after in heaps.winning_moves()] == ["nim(2,3,1)"]
    assert len(heaps.options()) == 10
    assert heaps.best_line()[:2] == ["nim(2,3,5)", "nim(2,3,1)"]
    board = up.domineering("2x2")
    with pytest.raises(TypeError):
        board.options()
    assert len(board.options("left")) == 2 == len(board.right_options)
    # Every option of a position that the second player wins is lost, and so on: by definition.
    for position in (up.nim(1, 4, 5), up.kayles(7), up.domineering("3x3"), up.clobber("xo|ox")):
        for player in ("left", "right"):
            wins = position.winning_moves(player)
            other = {"left": ("P", "L"), "right": ("P", "R")}[player]
            assert wins == [
                after for after in position.options(player) if after.outcome in other
            ]


def test_sums_of_positions_values_and_numbers() -> None:
    total = up.nim(3) + up.domineering("2x2") + 1
    assert total.value == up.star(3) + up.switch(1) + 1
    assert (total - total).outcome == "P"
    assert [str(term) for term in total.summands] == ["nim(3)", 'domineering("..|..")', "1"]
    assert up.up + up.nim(1) == up.up + up.nim(1)
    assert (up.up + up.nim(1)).value == up.upstar
    assert (1 - up.domineering("1x2")).value == 2
    assert sum([up.nim(1), up.nim(2)], up.nim(3)).outcome == "P"
    assert pickle.loads(pickle.dumps(total)) == total


def test_games_with_cycles_have_loopy_values_or_draws() -> None:
    graph = up.graph([("a", "b"), ("b", "a")])
    assert graph.solve().outcome("a") == "D"


@pytest.mark.parametrize("entry", up._upstar.catalogue(), ids=lambda entry: entry["name"])
def test_every_game_has_a_function_with_help(entry: dict[str, str]) -> None:
    name = entry["name"]
    function = getattr(up.games, name, None) or getattr(up.games, f"{name}_")
    assert function.__doc__ and entry["usage"].split("(")[0] in function.__doc__
    example = up.Position(entry["example"])
    answer = entry["answer"]
    if answer.startswith("outcome "):
        assert example.outcome == answer.removeprefix("outcome ")
    elif answer:
        assert str(example.value) == answer
    assert example._repr_svg_().startswith("<svg")


def test_unknown_names_and_wrong_arguments_are_refused() -> None:
    with pytest.raises(up.UnknownNameError, match="did you mean `domineering`"):
        up.rules("domminering")
    with pytest.raises(AttributeError, match="did you mean 'domineering'"):
        up.domminering
    with pytest.raises(up.NotationError):
        up.nim(-1)
    with pytest.raises(up.NotationError):
        up.domineering("..|.?")
    with pytest.raises(TypeError):
        up.nim(3.5)  # type: ignore[arg-type]


def test_rules_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "jump.rules"
    file.write_text('file_jump on strip "xo."; both: xo. -> ..x mirror')
    jump = up.rules(file=file)
    assert jump.name == "file_jump"
    assert jump("xo.").outcome == "N"
    file.write_text("nonsense")
    with pytest.raises(up.UpstarError):
        up.rules(file=file)
    with pytest.raises(up.FileError):
        up.rules(file=tmp_path / "none.rules")


def test_analyses() -> None:
    found = up.analyze(up.domineering("2x3"))
    assert (found.value, found.outcome, found.is_complete) == (up.game("{2|-1/2}"), "N", True)
    assert found.play[0].mover == "Left" and len(found.play[0].winning_moves) == 1
    assert found.to_dict()["value"] == "{2|-1/2}" and '"value"' in found.to_json()
    assert up.analyze("^").properties["atomic_weight"] == "1"
    assert up.analyze(up.up).kind == "infinitesimal, uptimal"
    play = up.analyze(up.nim(1, 1, 1), first="left", misere=True)
    assert play.outcome == "P" and play.play[0].line[0] == "nim(1,1,1)"
    with pytest.raises(TypeError):
        up.analyze(up.up, misere=True)


def test_values_beyond_the_short_games() -> None:
    assert isinstance(up.bandit("B..|...|..P").value, up.Loopy)
    assert isinstance(up.nim_with_transfer(1, 2).value, up.Loopy)
    assert up.nim_with_transfer(1, 1).outcome == "P"
    assert up.stalk("L^w").value == up.surreal("w")
    assert up.stalk("LRR").value == up.game("1/4")
    carried = up.Position('carry_on("a->b,b=>c,c->a"; "a,b")')
    assert carried.outcome in ("N", "P", "D")

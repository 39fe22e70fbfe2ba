"""The board in a notebook: played without a notebook, and in a browser."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
import upstar as up
from upstar._board import Play

STATIC = Path(up.__file__).parent / "static"


def test_a_game_is_played_to_its_end() -> None:
    play = Play(up.nim(3, 4, 5), you="left")
    while play.moves():
        results = [move["result"] for move in play.state()["moves"]]
        assert "win" in results
        play.move(results.index("win"))
    assert play.state()["status"] == "You win: the engine has no move."
    play.undo()
    assert play.moves() and play.player == "left"
    play.restart()
    assert play.turn == 0 and play.position == up.nim(3, 4, 5)


def test_the_engine_wins_what_it_can_in_both_conventions() -> None:
    for misere in (False, True):
        play = Play("nim(1,2,3)", you="left", misere=misere)
        while play.moves():
            play.move(0)
        assert play.state()["status"] == "You have no move: the engine wins." or misere
        if misere:
            assert "the engine wins" in play._status() or "The engine wins" in play._status()


def test_a_board_of_a_partizan_game_has_a_thermograph() -> None:
    state = Play(up.domineering("2x3")).state()
    assert state["thermograph"].startswith("<svg") and state["svg"].startswith("<svg")
    assert state["status"] == "Left to move: 1 of 3 moves win."
    assert json.loads(json.dumps(state)) == state


def test_a_position_too_large_is_shown_all_the_same() -> None:
    play = Play(up.domineering("8x8"), budget=up.Budget(steps=20_000))
    assert play.state()["text"].startswith("domineering") and play.state()["thermograph"] is None


def test_without_anywidget_there_is_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    from upstar import _board

    monkeypatch.delitem(vars(_board), "Board", raising=False)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    board = up.nim(1, 2).play()
    assert board._repr_svg_().startswith("<svg")


def test_the_widget_answers_messages() -> None:
    board: Any = up.board("nim(1,2)", you="left")
    assert "image/svg+xml" in json.dumps(board._repr_mimebundle_(), default=str)
    best = [move["result"] for move in board.state["moves"]].index("win")
    board._handle(None, {"kind": "move", "index": best, "turn": 0}, [])
    assert board.state["turn"] == 2
    # A click on what is not shown any more, and nonsense, change nothing.
    for message in ({"kind": "move", "index": 0, "turn": 0}, {}, {"kind": "move", "turn": 2}):
        board._handle(None, message, [])
        assert board.state["turn"] == 2
    board._handle(None, {"kind": "undo", "turn": 2}, [])
    assert board.position == up.nim(1, 2)


PAGE = """<!doctype html><meta charset="utf-8"><title>board</title>
<style>%s body { font-family: sans-serif; margin: 2em; }</style><div id="board"></div>
<script type="module">
%s
let state = %s;
const listeners = [];
const model = {
  get: () => state,
  on: (_, listener) => listeners.push(listener),
  off: () => {},
  send: async (message) => {
    state = JSON.parse(await window.answer(JSON.stringify(message)));
    listeners.forEach((listener) => listener());
  },
};
widget.render({ model, el: document.getElementById("board") });
</script>"""


def shown(browser: Any, board: Any) -> Any:
    """The board on a page, whose messages Python answers as a kernel would."""
    page = browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))

    def answer(message: str) -> str:
        board._handle(None, json.loads(message), [])
        return json.dumps(board.state)

    page.expose_function("answer", answer)
    script = (STATIC / "board.js").read_text(encoding="utf-8")
    script = script.replace("export default { render };", "const widget = { render };")
    style = (STATIC / "board.css").read_text(encoding="utf-8")
    page.set_content(PAGE % (style, script, json.dumps(board.state)))
    page.wait_for_selector(".upstar-status")
    return page


def test_a_click_is_a_move_and_the_engine_answers(browser: Any) -> None:
    board: Any = up.board(up.nim(1, 2), you="left")
    page = shown(browser, board)
    assert page.locator(".upstar-move").count() == 3
    assert page.locator(".upstar-status").inner_text() == "Your move: 1 of 3 moves win."
    best = page.locator('.upstar-move[data-result="win"]')
    assert best.get_attribute("aria-label") == "nim(1,1): wins"
    best.click()
    page.wait_for_function("document.querySelectorAll('.upstar-move').length == 1")
    # By the keyboard too.
    page.locator(".upstar-move").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=You win: the engine has no move.")
    page.get_by_role("button", name="begin again").click()
    page.wait_for_function("document.querySelectorAll('.upstar-move').length == 3")
    page.get_by_role("button", name="hide results").click()
    page.wait_for_selector('.upstar-move[data-result=""]')
    page.close()


def test_a_board_is_seen_with_its_thermograph(browser: Any, tmp_path: Path) -> None:
    board: Any = up.board(up.domineering("3x3"))
    page = shown(browser, board)
    page.wait_for_function("[...document.images].every((image) => image.naturalWidth > 0)")
    assert page.locator(".upstar-thermograph img").count() == 1
    assert page.locator(".upstar-move").count() == 6
    folder = Path(os.environ.get("UPSTAR_SCREENSHOTS", tmp_path))
    page.screenshot(path=folder / "board.png", full_page=True)
    assert (folder / "board.png").stat().st_size > 10_000
    page.close()

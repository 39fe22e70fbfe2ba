"""A board in the notebook: a position to look at, click on, and play."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Literal

from . import _upstar
from ._budget import BudgetLike
from ._errors import BudgetExhausted, UpstarError

_STATIC = Path(__file__).parent / "static"

#: Moves that are shown, each with a picture.
_SHOWN = 60
#: Seconds for what is shown after each move, unless a budget is given.
_THINKING = 3.0


class Play:
    """A game in progress: the positions so far, who is to move, and what the moves lead to.

    What a :class:`Board` shows; it works without a notebook too.

    >>> from upstar import nim
    >>> play = Play(nim(1, 2), you="left")
    >>> [move["result"] for move in play.state()["moves"]]
    ['loss', 'loss', 'win']
    >>> play.move(2)
    >>> play.state()["status"]
    'Your move: 1 of 1 moves win.'
    >>> play.move(0)
    >>> play.state()["status"]
    'You win: the engine has no move.'
    """

    def __init__(
        self,
        position: _upstar.Position | str,
        *,
        first: str = "left",
        you: str | None = None,
        misere: bool = False,
        hints: bool = True,
        budget: BudgetLike = None,
    ) -> None:
        begin = _upstar.Position(position) if isinstance(position, str) else position
        for player in (first, you or "left"):
            if player not in ("left", "right"):
                raise ValueError(f'expected the player "left" or "right", found {player!r}')
        self.you = you
        self.misere = misere
        self.hints = hints
        self.budget: BudgetLike = _THINKING if budget is None else budget
        self._past: list[tuple[_upstar.Position, str]] = [(begin, first)]
        self._moves: list[tuple[_upstar.Position, str, str | None]] | None = None
        self._reply()

    @property
    def position(self) -> _upstar.Position:
        """The present position."""
        return self._past[-1][0]

    @property
    def player(self) -> str:
        """Who is to move: "left" or "right"."""
        return self._past[-1][1]

    @property
    def turn(self) -> int:
        """How many moves were made."""
        return len(self._past) - 1

    def moves(self) -> list[tuple[_upstar.Position, str, str | None]]:
        """The positions after each move, with their texts and who wins them, if that is known."""
        if self._moves is None:
            self._moves = _upstar._moves(self.position, self.player, self.misere, self.budget)
        return self._moves

    def result(self, outcome: str | None) -> str:
        """What an outcome after a move is for who made it: "win", "loss", "draw", or nothing."""
        mine, theirs = ("L", "R") if self.player == "left" else ("R", "L")
        if outcome in ("P", mine):
            return "win"
        if outcome in ("N", theirs):
            return "loss"
        return "" if outcome is None else "draw"

    def move(self, index: int) -> None:
        """Makes the move with this number, and lets the engine answer if it plays."""
        self._make(index)
        self._reply()

    def engine(self) -> None:
        """Lets the engine move for whoever is to move."""
        moves = self.moves()
        if moves:
            self._make(self._choice())
            self._reply()

    def undo(self) -> None:
        """Takes back the last move, and the engine's before it."""
        while len(self._past) > 1:
            self._past.pop()
            self._moves = None
            if self.you is None or self.player == self.you:
                break

    def restart(self) -> None:
        """Begins again."""
        del self._past[1:]
        self._moves = None
        self._reply()

    def _make(self, index: int) -> None:
        after = self.moves()[index][0]
        self._past.append((after, "right" if self.player == "left" else "left"))
        self._moves = None

    def _reply(self) -> None:
        if self.you is not None and self.player != self.you and self.moves():
            self._make(self._choice())

    def _choice(self) -> int:
        """A move that wins, else one that draws, else any."""
        rank = {"win": 0, "draw": 1, "": 2, "loss": 3}
        results = [rank[self.result(outcome)] for _, _, outcome in self.moves()]
        best = min(results)
        return random.choice([place for place, result in enumerate(results) if result == best])

    def _status(self) -> str:
        names = {"left": "Left", "right": "Right"}
        other = "right" if self.player == "left" else "left"
        if not self.moves():
            winner = self.player if self.misere else other
            if self.you is None:
                return f"{names[self.player]} has no move: {names[winner]} wins."
            if self.player == self.you:
                return f"You have no move: {'you win' if winner == self.you else 'the engine wins'}."
            won = "You win" if winner == self.you else "The engine wins"
            return f"{won}: the engine has no move."
        whose = f"{names[self.player]} to move" if self.you is None else "Your move"
        if not self.hints:
            return f"{whose}."
        results = [self.result(outcome) for _, _, outcome in self.moves()]
        if "win" in results:
            return f"{whose}: {results.count('win')} of {len(results)} moves win."
        if "" in results:
            return f"{whose}: not decided in the time given."
        return f"{whose}: {'a draw' if 'draw' in results else 'no move wins'}."

    def thermograph(self) -> str | None:
        """The thermograph as SVG, if the position has one within the budget."""
        if self.position.is_impartial or self.position.is_loopy:
            return None
        try:
            return self.position.find_value(budget=self.budget).thermograph.svg()
        except (BudgetExhausted, UpstarError):
            return None

    def state(self) -> dict[str, Any]:
        """What is shown, as plain data."""
        try:
            moves = self.moves()
        except BudgetExhausted:
            moves = []
        return {
            "text": str(self.position),
            "svg": self.position.svg(),
            "status": self._status(),
            "moves": [
                {"text": text, "svg": after.svg(), "result": self.result(outcome)}
                for after, text, outcome in moves[:_SHOWN]
            ],
            "yours": self.you is None or self.player == self.you,
            "engine": True,
            "hints": self.hints,
            "turn": self.turn,
            "thermograph": self.thermograph(),
        }

    def _repr_svg_(self) -> str:
        return self.position.svg()


def _widget() -> type[Any]:
    import anywidget
    import traitlets

    class Board(anywidget.AnyWidget):  # type: ignore[misc]
        """A board in the notebook; see :func:`upstar.board`."""

        _esm = _STATIC / "board.js"
        _css = _STATIC / "board.css"
        state = traitlets.Dict().tag(sync=True)

        def __init__(self, position: _upstar.Position | str, **options: Any) -> None:
            self.play = Play(position, **options)
            super().__init__(state=self.play.state())
            self.on_msg(self._handle)

        @property
        def position(self) -> _upstar.Position:
            """The position on the board."""
            return self.play.position

        def _handle(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
            play, kind = self.play, message.get("kind")
            # What was clicked on a board that has changed since is not meant.
            if message.get("turn") != play.turn:
                return
            if kind == "move" and play.state()["yours"]:
                index = message.get("index")
                if isinstance(index, int) and 0 <= index < len(play.moves()):
                    play.move(index)
            elif kind == "undo":
                play.undo()
            elif kind == "restart":
                play.restart()
            elif kind == "engine":
                play.engine()
            elif kind == "hints":
                play.hints = not play.hints
            self.state = play.state()

        def _repr_mimebundle_(self, **options: Any) -> Any:
            # Where no widgets are shown there is a picture.
            bundle = super()._repr_mimebundle_(**options)
            data = bundle[0] if isinstance(bundle, tuple) else bundle
            if data is None:
                data = {}
            data = {**data, "image/svg+xml": self.play.position.svg()}
            return (data, bundle[1]) if isinstance(bundle, tuple) else data

    return Board


def board(
    position: _upstar.Position | str,
    *,
    first: Literal["left", "right"] = "left",
    you: Literal["left", "right"] | None = None,
    misere: bool = False,
    hints: bool = True,
    budget: BudgetLike = None,
) -> Any:
    """A board to play on in a notebook: JupyterLab, VS Code, marimo.

    ``first`` says who begins, "left" or "right"; ``you`` whom you play against the engine (without
    it you move for both); ``misere`` that who cannot move wins; ``hints`` whether the results of
    moves are shown; ``budget`` how long the engine may think after each move.

    Without anywidget it is a picture of the position: ``pip install 'upstar[board]'``.

    >>> board("nim(1,2)").position
    Position('nim(1,2)')
    """
    try:
        made = __getattr__("Board")
    except ImportError:
        made = Play
    return made(position, first=first, you=you, misere=misere, hints=hints, budget=budget)


def __getattr__(name: str) -> Any:
    if name == "Board":
        # Made where it is wanted: what it is made of need not be there.
        return globals().setdefault("Board", _widget())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Combinatorial games: who wins, what a position is worth, and which move to make.

>>> import upstar as up
>>> up.game("{2||1|0}") + up.star(3)
Game('{2+*3||1+*3|*3}')
>>> up.up > 0, up.up.confused_with(up.star())
(True, True)
>>> up.domineering("2x3").value.mean
Fraction(3, 4)

Every game of the catalogue is a function of this package, which gives a position; see
:mod:`upstar.games`. What a text means is what it means in the worksheets of the command ``upstar``.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches as _get_close_matches
from importlib.metadata import version as _version
from typing import Any, overload

from . import _board, _numbers, _properties, _upstar, games
from ._analysis import Analysis, Play, Stop, Stops, WinningMove, analyze
from ._board import board
from ._budget import Budget, BudgetLike, set_default_budget
from ._errors import (
    BudgetExhausted,
    DivisionByZeroError,
    FileError,
    LimitError,
    NotationError,
    NotDefinedError,
    UnknownNameError,
    UpstarError,
)
from ._facts import Law, Period
from ._frames import graph
from ._html import Picture
from ._questions import chess, look_up, misere_quotient, plan, prove, solve, solve_graph, survey, verify
from ._tables import find, sequence, table
from ._upstar import (
    Game,
    Graph,
    Heaps,
    HeapValues,
    Loopy,
    Nimber,
    Position,
    Rules,
    Ruleset,
    OwnedSolution,
    PayoffSolution,
    Solution,
    Surreal,
    Table,
    Thermograph,
    Value,
    evaluate,
    rules,
    star,
    verify_certificate,
)
from .games import *  # noqa: F403

__version__: str = _version("upstar")
_properties.explain([*vars(_upstar).values(), *globals().values()])

__all__ = [
    "Analysis",
    "Budget",
    "BudgetExhausted",
    "BudgetLike",
    "DivisionByZeroError",
    "FileError",
    "Game",
    "Graph",
    "HeapValues",
    "Heaps",
    "Law",
    "LimitError",
    "Loopy",
    "Nimber",
    "NotDefinedError",
    "NotationError",
    "Period",
    "Picture",
    "Play",
    "Position",
    "Rules",
    "Ruleset",
    "OwnedSolution",
    "PayoffSolution",
    "Solution",
    "Stop",
    "Stops",
    "Surreal",
    "Table",
    "Thermograph",
    "UnknownNameError",
    "UpstarError",
    "Value",
    "WinningMove",
    "analyze",
    "board",
    "chess",
    "down",
    "evaluate",
    "find",
    "game",
    "games",
    "graph",
    "heaps",
    "look_up",
    "loopy",
    "misere_quotient",
    "nimber",
    "plan",
    "prove",
    "rules",
    "sequence",
    "set_default_budget",
    "solve",
    "solve_graph",
    "star",
    "surreal",
    "survey",
    "switch",
    "table",
    "total",
    "verify",
    "verify_certificate",
    "zero",
]
__all__ += games.__all__
# A star import leaves the names `up` and `upstar`, under which this module is known, as they are.
_SHOWN = [*__all__, "up", "upstar", "__all__", "__doc__", "__version__"]


@overload
def game(of: object, /) -> Game: ...
@overload
def game(left: object, right: object, /) -> Game: ...
@overload
def game(*, left: object = (), right: object = ()) -> Game: ...
def game(*of: Any, **options: Any) -> Game:
    """The game that a number or a text is, or {left|right} of options.

    Floats and decimals are taken exactly. Options are a game or several.

    >>> from fractions import Fraction
    >>> game(0.375), game(Fraction(1, 3)), game("+-1")
    (Game('3/8'), Game('1/3'), Game('+-1'))
    >>> game([0, star()], 0)
    Game('^*')
    >>> game(left=[1, star()], right=[0]), game(left=5)
    (Game('{1|0}'), Game(6))
    """
    return Game(*of, **options)


def switch(left: object, right: object = None, /) -> Game:
    """{left|right}; of one number, +-left.

    >>> switch(2, -1), switch(1)
    (Game('{2|-1}'), Game('+-1'))
    """
    return Game(left, -Game(left) if right is None else right)


def loopy(of: object, /) -> Loopy | Game:
    """A loopy game: ``over``, ``a{0|a}``, ``on & off``; a `Game`, if it equals one.

    >>> loopy("on") > 1000, loopy(1)
    (True, Game(1))
    """
    found = evaluate(of) if isinstance(of, str) else of
    return found if isinstance(found, Loopy) else Game(found)


def surreal(of: object, /) -> Surreal | Game:
    """A surreal number; a `Game`, if it is rational.

    >>> surreal("w^2 - 1") > surreal("w"), surreal(0.5)
    (True, Game('1/2'))
    """
    found = evaluate(of) if isinstance(of, str) else of
    if isinstance(found, Surreal):
        return found
    found = Game(found)
    if found.is_number:
        return found
    raise NotationError(f"{of} is no number")


def nimber(of: int | str, /) -> Nimber:
    """A nimber, as a member of the field of nimbers.

    >>> nimber(2) * nimber(2), nimber("w") + nimber(1)
    (Nimber(3), Nimber('omega+1'))
    """
    return Nimber(of)


def heaps(game: str, /) -> Heaps:
    """A take-and-break game by its name or its code: its values, period and certificate.

    >>> heaps("0.77")[100_000]
    1
    """
    return Heaps(game)


def total(terms: Iterable[Game]) -> Game:
    """The sum of games.

    >>> total([star(1), star(2), star(3)])
    Game(0)
    """
    return sum(terms, Game(0))


zero: Game = Game(0)
up: Game = Game("^")
down: Game = Game("v")
upstar: Game = Game("^*")


def __getattr__(name: str) -> Any:
    if name == "Board":
        # It needs a library that need not be there.
        return _board.Board
    near = _get_close_matches(name, _SHOWN, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise AttributeError(f"module 'upstar' has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    return _SHOWN

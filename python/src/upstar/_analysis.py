"""Everything that is known of a game, a position or an expression, at once."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _upstar
from ._budget import BudgetLike

if TYPE_CHECKING:
    from ._upstar import Game, Loopy, Nimber, Surreal, Table, Value

#: A value: of a position, or of an expression.
AnyValue = Union["Game", "Loopy", "Surreal", "Nimber", "Value"]


@dataclass(frozen=True)
class WinningMove:
    """A move that wins; as a text, ``summand: position after the move``.

    >>> import upstar as up
    >>> str(up.analyze(up.nim(1, 3)).play[0].winning_moves[0])
    '1: nim(1,1)'
    """

    #: The position after the move: of the summand, if there are summands.
    after: str
    #: The summand to move in, counted from 1.
    summand: int | None = None

    def __str__(self) -> str:
        return self.after if self.summand is None else f"{self.summand}: {self.after}"


@dataclass(frozen=True)
class Play:
    """How play goes if one player moves first.

    >>> import upstar as up
    >>> left, right = up.analyze(up.domineering("2x3"), first="left").play
    >>> left.result, left.winning_moves[0].after
    ('W', 'domineering(".#.|.#.")')
    """

    #: "Left" or "Right"; ``None`` where both have the same moves.
    mover: str | None
    #: For the mover: "W", "L" or "D".
    result: str | None
    #: The moves that win.
    winning_moves: tuple[WinningMove, ...]
    #: A line of best play: the positions one after another.
    line: tuple[str, ...]


class Stop(NamedTuple):
    """Where play stops.

    >>> import upstar as up
    >>> up.game("{2||1|0}").stops.left
    Stop(value=Fraction(2, 1), mover='Right')
    """

    #: The number; of a loopy game perhaps ``over``, ``under``, ``on`` or ``off``.
    value: Fraction | Loopy
    #: "Left" or "Right", who is to move there; ``None`` in loopy games.
    mover: str | None = None


class Stops(NamedTuple):
    """The Left and the Right stop.

    >>> import upstar as up
    >>> left, right = up.game("{2||1|0}").stops
    >>> left.value, right.value
    (Fraction(2, 1), Fraction(1, 1))
    """

    left: Stop
    right: Stop


@dataclass(frozen=True)
class Analysis:
    """What is known; what does not apply or was not found is ``None`` or empty.

    >>> import upstar as up
    >>> found = up.analyze("{2||1|0}")
    >>> found.outcome, found.mean, found.temperature, found.kind
    ('L', Fraction(5, 4), Fraction(3, 4), 'hot game')
    >>> found.stops.right
    Stop(value=Fraction(1, 1), mover='Right')
    """

    #: What was analysed.
    subject: str
    #: Who wins.
    outcome: str | None = None
    #: The outcomes that are left where it is not known which of them it is.
    possible_outcomes: tuple[str, ...] = ()
    #: The value: a `Game`, or a value of another kind.
    value: AnyValue | None = None
    #: What is known of a value that was not reached.
    bounds: tuple[str, ...] = ()
    #: What kind of value it is, in words.
    kind: str | None = None
    #: How play goes: Left's, then Right's, or one of both.
    play: tuple[Play, ...] = ()
    #: The stops.
    stops: Stops | None = None
    #: The mean, exact.
    mean: Fraction | Loopy | None = None
    #: The temperature, exact.
    temperature: Fraction | Loopy | None = None
    #: Other properties, by their names in JSON: texts, numbers, truth values, lists.
    properties: dict[str, Any] = field(default_factory=dict)
    #: What was proved, and by which theorem.
    proved: tuple[str, ...] = ()
    #: Why the work ended: "finished", or which bound was met.
    stop: str = "finished"
    _all: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __getitem__(self, name: str) -> Any:
        """A part by its name in JSON: ``"quotient"``, ``"solved"``, ``"claim"``, ``"sequence"``.

        >>> import upstar as up
        >>> up.misere_quotient("kayles(4)")["quotient"]["order"]
        6
        """
        if name not in self._all:
            raise KeyError(f"there is no {name!r}; there are {', '.join(self._all)}")
        return self.to_dict()[name]

    @property
    def table(self) -> Table | None:
        """The table, if there is one.

        >>> import upstar as up
        >>> up.plan(vertices=1000, arcs=5000).table.columns[:2]
        ['way', 'machines']
        """
        found = self._all.get("table")
        if found is None:
            return None
        cells: list[tuple[str, list[str | None]]] = [
            (name, [str(row[place]) for row in found["rows"]])
            for place, name in enumerate(found["columns"])
        ]
        return _upstar._table_from(cells, self.is_complete)

    @property
    def is_complete(self) -> bool:
        """Whether everything was found that was looked for; else a budget ended.

        >>> import upstar as up
        >>> up.analyze(up.domineering("9x9"), budget=up.Budget(steps=20_000)).is_complete
        False
        """
        return self.stop == "finished"

    def to_dict(self) -> dict[str, Any]:
        """All of it, as the command ``upstar`` writes it with ``--json``.

        >>> import upstar as up
        >>> up.analyze("{2||1|0}").to_dict()["mean"]
        '5/4'
        """
        found: dict[str, Any] = json.loads(json.dumps(self._all))
        return found

    def to_json(self) -> str:
        """The same as text.

        >>> import upstar as up
        >>> '"value": "^"' in up.analyze("^").to_json()
        True
        """
        return json.dumps(self._all, indent=2, ensure_ascii=False)


def _known(kind: Any, found: dict[str, Any]) -> dict[str, Any]:
    """What there is of the fields of a class, lists as tuples."""
    names = {one.name for one in fields(kind)} & found.keys()
    return {name: _tuple(found[name]) for name in names}


def _stop(found: dict[str, Any]) -> Stop:
    return Stop(_number(found["value"]), found.get("mover"))


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _number(text: str) -> Any:
    """An exact number; a loopy game may have ``over`` or ``on`` there."""
    try:
        return Fraction(text)
    except ValueError:
        return _upstar.evaluate(text)


def _read(text: str, value: Any = None) -> Analysis:
    found = json.loads(text)
    known = _known(Analysis, found) | {"value": value}
    for name in {"mean", "temperature"} & known.keys():
        known[name] = _number(known[name])
    absent = {"mover": None, "result": None, "winning_moves": (), "line": ()}
    plays = [absent | _known(Play, one) for one in known.get("play", ())]
    for play in plays:
        moves = play["winning_moves"]
        play["winning_moves"] = tuple(WinningMove(**_known(WinningMove, move)) for move in moves)
    known["play"] = tuple(Play(**play) for play in plays)
    if "stops" in known:
        stops = known["stops"]
        known["stops"] = Stops(*(_stop(stops[name]) for name in Stops._fields))
    pairs = ((one["property"], one["value"]) for one in known.get("properties", ()))
    known["properties"] = {name: _tuple(value) for name, value in pairs}
    return Analysis(**known, _all=found)


def analyze(
    subject: object,
    *,
    first: str | None = None,
    misere: bool | None = None,
    budget: BudgetLike = None,
) -> Analysis:
    """What is known of a game, a position, or an expression of the worksheet language.

    A budget that ends is no error: the analysis has what was found until then. With ``first``, who
    begins a line of best play, or in misère play, a position is played rather than valued.

    >>> analyze("domineering(\\"2x3\\")").value
    Game('{2|-1/2}')
    >>> from upstar import nim
    >>> analyze(nim(1, 1, 1), misere=True).outcome
    'P'
    """
    if misere is None:
        misere = isinstance(subject, _upstar.Position) and subject.is_misere
    if first is not None or misere:
        position = _upstar.Position(subject) if isinstance(subject, str) else subject
        if not isinstance(position, _upstar.Position):
            raise TypeError("positions are played: give one, or its text")
        return _read(_upstar._analyze_play(position, first, misere, budget))
    return _read(*_upstar._analyze(subject, budget))

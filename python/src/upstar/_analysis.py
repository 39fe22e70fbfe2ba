"""Everything that is known of a game, a position or an expression, at once."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import Any

from . import _upstar
from ._budget import BudgetLike


@dataclass(frozen=True)
class WinningMove:
    """A move that wins; as a text, ``summand: position after the move``."""

    #: The position after the move: of the summand, if there are summands.
    after: str
    #: The summand to move in, counted from 1.
    summand: int | None = None

    def __str__(self) -> str:
        return self.after if self.summand is None else f"{self.summand}: {self.after}"


@dataclass(frozen=True)
class Play:
    """How play goes if one player moves first."""

    #: "Left" or "Right"; ``None`` where both have the same moves.
    mover: str | None
    #: For the mover: "W", "L" or "D".
    result: str | None
    #: The moves that win.
    winning_moves: tuple[WinningMove, ...]
    #: A line of best play: the positions one after another.
    line: tuple[str, ...]


@dataclass(frozen=True)
class Stop:
    """Where play stops."""

    #: The number; of a loopy game perhaps ``over``, ``under``, ``on`` or ``off``.
    value: str
    #: "Left" or "Right", who is to move there; ``None`` in loopy games.
    mover: str | None = None


@dataclass(frozen=True)
class Stops:
    """The Left and the Right stop."""

    left: Stop
    right: Stop


@dataclass(frozen=True)
class Analysis:
    """What is known; what does not apply or was not found is ``None`` or empty.

    >>> import upstar as up
    >>> found = up.analyze("{2||1|0}")
    >>> found.outcome, found.mean, found.temperature, found.kind
    ('L', '5/4', '3/4', 'hot game')
    >>> found.stops.right
    Stop(value='1', mover='Right')
    """

    #: What was analysed.
    subject: str
    #: Who wins.
    outcome: str | None = None
    #: The outcomes that are left where it is not known which of them it is.
    possible_outcomes: tuple[str, ...] = ()
    #: The value, in the field's notation.
    value: str | None = None
    #: What is known of a value that was not reached.
    bounds: tuple[str, ...] = ()
    #: What kind of value it is, in words.
    kind: str | None = None
    #: How play goes: Left's, then Right's, or one of both.
    play: tuple[Play, ...] = ()
    #: The stops.
    stops: Stops | None = None
    #: The mean, exact.
    mean: str | None = None
    #: The temperature, exact.
    temperature: str | None = None
    #: Other properties, by their names in JSON: texts, numbers, truth values, lists.
    properties: dict[str, Any] = field(default_factory=dict)
    #: What was proved, and by which theorem.
    proved: tuple[str, ...] = ()
    #: Why the work ended: "finished", or which bound was met.
    stop: str = "finished"
    _all: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_complete(self) -> bool:
        """Whether everything was found that was looked for; else a budget ended."""
        return self.stop == "finished"

    def to_dict(self) -> dict[str, Any]:
        """All of it, as the command ``upstar`` writes it with ``--json``."""
        found: dict[str, Any] = json.loads(json.dumps(self._all))
        return found

    def to_json(self) -> str:
        """The same as text."""
        return json.dumps(self._all, indent=2, ensure_ascii=False)


def _known(kind: Any, found: dict[str, Any]) -> dict[str, Any]:
    """What there is of the fields of a class, lists as tuples."""
    names = {one.name for one in fields(kind)} & found.keys()
    return {name: _tuple(found[name]) for name in names}


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _read(text: str) -> Analysis:
    found = json.loads(text)
    known = _known(Analysis, found)
    absent = {"mover": None, "result": None, "winning_moves": (), "line": ()}
    plays = [absent | _known(Play, one) for one in known.get("play", ())]
    for play in plays:
        moves = play["winning_moves"]
        play["winning_moves"] = tuple(WinningMove(**_known(WinningMove, move)) for move in moves)
    known["play"] = tuple(Play(**play) for play in plays)
    if "stops" in known:
        stops = known["stops"]
        known["stops"] = Stops(**{name: Stop(**_known(Stop, stops[name])) for name in stops})
    pairs = ((one["property"], one["value"]) for one in known.get("properties", ()))
    known["properties"] = {name: _tuple(value) for name, value in pairs}
    return Analysis(**known, _all=found)


def analyze(
    subject: object,
    *,
    first: str | None = None,
    misere: bool = False,
    budget: BudgetLike = None,
) -> Analysis:
    """What is known of a game, a position, or an expression of the worksheet language.

    A budget that ends is no error: the analysis has what was found until then. With ``first``, who
    begins a line of best play, or ``misere``, a position is played rather than valued.

    >>> analyze("domineering(\\"2x3\\")").value
    '{2|-1/2}'
    >>> from upstar import nim
    >>> analyze(nim(1, 1, 1), misere=True).outcome
    'P'
    """
    if first is not None or misere:
        position = _upstar.Position(subject) if isinstance(subject, str) else subject
        if not isinstance(position, _upstar.Position):
            raise TypeError("positions are played: give one, or its text")
        return _read(_upstar._analyze_play(position, first, misere, budget))
    return _read(_upstar._analyze(subject, budget))

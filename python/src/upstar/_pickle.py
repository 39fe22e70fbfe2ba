"""Positions, rules and tables out of pickles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _upstar


def position(
    parts: list[tuple[Any, Any]], misere: bool = False, written: Iterable[str] = ()
) -> _upstar.Position:
    """A sum of its parts: positions and values as texts, and positions of rulesets in Python; with
    the rules of the games that are not in the catalogue."""
    for text in written:
        _upstar.rules(text=text)
    terms: list[Any] = []
    for first, second in parts:
        if first is True:
            terms.append(_upstar.Game(second))
        elif first is False:
            terms.append(_upstar.Position(second))
        else:
            terms.append(first.position(second))
    return _upstar.sum_of(terms, misere)


def rules(name: str, parameters: tuple[Any, ...], written: str | None) -> _upstar.Rules:
    """The rules of this name, of a custom game from their text."""
    return _upstar.rules(name, *parameters, text=written)


def rules_of(position: _upstar.Position) -> _upstar.Rules:
    """The rules of a position."""
    return position.rules


def table(columns: dict[str, list[Any]], is_complete: bool) -> _upstar.Table:
    """A table of its columns."""
    return _upstar.Table(columns, is_complete=is_complete)


def thermograph(game: str) -> _upstar.Thermograph:
    """The thermograph of a game."""
    return _upstar.Game(game).thermograph

"""Positions out of pickles."""

from __future__ import annotations

from typing import Any

from . import _upstar


def position(parts: list[tuple[Any, Any]]) -> _upstar.Position:
    """A sum of its parts: positions and values as texts, and positions of rulesets in Python."""
    terms: list[Any] = []
    for first, second in parts:
        if first is True:
            terms.append(_upstar.Game(second))
        elif first is False:
            terms.append(_upstar.Position(second))
        else:
            terms.append(first.position(second))
    return _upstar.sum_of(terms)

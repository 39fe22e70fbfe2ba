"""Games that are numbers, in Python's tower of numbers."""

from __future__ import annotations

import numbers

from . import _upstar


class Number(_upstar.Game):
    """What ``game.__class__`` is of a game that is a number, so that ``Fraction(game)`` takes it.

    >>> import numbers
    >>> from fractions import Fraction
    >>> from upstar import game, star
    >>> Fraction(game("3/4"))
    Fraction(3, 4)
    >>> isinstance(game(2), numbers.Rational), isinstance(star(), numbers.Rational)
    (True, False)
    """


numbers.Rational.register(Number)

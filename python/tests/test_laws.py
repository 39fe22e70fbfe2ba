"""Laws of the group and of the order, on games that nobody chose, against brute force."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import upstar as up
from hypothesis import given, settings
from hypothesis import strategies as st

Form = tuple[tuple["Form", ...], tuple["Form", ...]]

ZERO: Form = ((), ())


def forms(depth: int) -> st.SearchStrategy[Form]:
    if depth == 0:
        return st.just(ZERO)
    options = st.lists(forms(depth - 1), max_size=2).map(tuple)
    return st.tuples(options, options)


FORMS = forms(3)


@lru_cache(maxsize=None)
def wins_second_left(form: Form) -> bool:
    """Whether Left wins if Right begins: the definition, with nothing derived."""
    return all(any(wins_second_left(after) for after in right[0]) for right in form[1])


@lru_cache(maxsize=None)
def negative(form: Form) -> Form:
    return (tuple(map(negative, form[1])), tuple(map(negative, form[0])))


@lru_cache(maxsize=200_000)
def plus(g: Form, h: Form) -> Form:
    left = tuple(plus(option, h) for option in g[0]) + tuple(plus(g, option) for option in h[0])
    right = tuple(plus(option, h) for option in g[1]) + tuple(plus(g, option) for option in h[1])
    return (left, right)


def at_least(g: Form, h: Form) -> bool:
    return wins_second_left(plus(g, negative(h)))


@lru_cache(maxsize=None)
def game(form: Form) -> up.Game:
    return up.game([game(option) for option in form[0]], [game(option) for option in form[1]])


@given(FORMS, forms(2))
@settings(max_examples=150, deadline=None)
def test_the_order_is_that_of_play(g: Form, h: Form) -> None:
    assert (game(g) >= game(h)) == at_least(g, h)
    assert (game(g) <= game(h)) == at_least(h, g)
    assert (game(g) == game(h)) == (at_least(g, h) and at_least(h, g))
    assert game(g).confused_with(game(h)) == (not at_least(g, h) and not at_least(h, g))


@given(FORMS, FORMS, FORMS)
@settings(max_examples=150, deadline=None)
def test_games_are_a_group_and_ordered(a: Form, b: Form, c: Form) -> None:
    g, h, k = game(a), game(b), game(c)
    assert g + h == h + g
    assert (g + h) + k == g + (h + k)
    assert g + 0 == g and g - g == 0 and -(g + h) == -g - h
    assert (g <= h) == (g + k <= h + k)
    assert game(plus(a, b)) == g + h
    if g == h:
        assert hash(g) == hash(h)


@given(FORMS)
@settings(max_examples=150, deadline=None)
def test_what_is_printed_reads_back(form: Form) -> None:
    g = game(form)
    assert up.game(str(g)) == g
    assert up.game(format(g, "unicode")) == g
    left, right = g.left_options, g.right_options
    assert up.game(left, right) == g


@given(FORMS, FORMS)
@settings(max_examples=100, deadline=None)
def test_means_add_and_temperatures_do_not_exceed(a: Form, b: Form) -> None:
    g, h = game(a), game(b)
    assert (g + h).mean == g.mean + h.mean
    assert (g + h).temperature <= max(g.temperature, h.temperature)
    assert (-g).temperature == g.temperature
    cooling = g.thermograph
    assert cooling.wall("left", max(cooling.temperature, Fraction(0))) == g.mean
    assert (cooling.wall("left", 0), cooling.wall("right", 0)) == (g.left_stop, g.right_stop)


@given(st.fractions(), st.fractions())
def test_numbers_are_those_of_python(a: Fraction, b: Fraction) -> None:
    assert up.game(a) + up.game(b) == a + b
    assert (up.game(a) < up.game(b)) == (a < b)
    assert hash(up.game(a)) == hash(a)
    assert up.game(a) * up.game(b) == a * b

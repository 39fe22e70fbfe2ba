"""Values: notation, arithmetic, order, what is printed and kept."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest
import upstar as up


def test_a_game_is_made_of_a_number_a_text_or_options() -> None:
    assert up.game(3) == 3
    assert up.game(Fraction(1, 3)).as_fraction() == Fraction(1, 3)
    assert up.game(0.1).as_fraction() == Fraction(0.1)
    assert up.game([0], [up.star()]) == up.up
    assert up.game("0", "*") == up.up
    assert up.game(2**200) == 2**200
    assert str(up.game(up.domineering("2x3"))) == "{2|-1/2}"


@pytest.mark.parametrize("wrong", ["{1|", "nosuchgame(3)", "1 2"])
def test_a_text_that_is_no_game_is_refused_and_says_where(wrong: str) -> None:
    with pytest.raises(up.UpstarError):
        up.game(wrong)


def test_objects_that_are_no_games_are_refused() -> None:
    with pytest.raises(TypeError):
        up.game(object())
    with pytest.raises(TypeError):
        up.up + object()  # type: ignore[operator]
    with pytest.raises(TypeError):
        up.up < "a"  # type: ignore[operator]
    with pytest.raises(ValueError):
        up.game(float("inf"))
    assert up.up != "up"
    assert up.game(1) != float("nan")


def test_operators() -> None:
    g = up.game("{2||1|0}")
    assert g - g == 0
    assert not (g - g)
    assert -(-g) == g == +g
    assert g + 1 == 1 + g
    assert 1 - g == -(g - 1)
    assert up.up * 3 == up.up + up.up + up.up == 3 * up.up
    assert up.game(3) * Fraction(1, 2) == 1.5
    assert up.game(1) / 3 == Fraction(1, 3)
    assert sum([up.star(1), up.star(2)]) == up.star(3)
    assert up.total([up.up, up.down]) == 0
    with pytest.raises(ZeroDivisionError):
        up.game(1) / 0


def test_the_order_is_partial() -> None:
    assert up.up > 0
    assert up.up.confused_with(up.star())
    assert not up.up <= up.star() and not up.up >= up.star()
    assert up.up.compare(up.star()) == "||"
    assert up.up.compare(0) == ">"
    assert up.up < Fraction(1, 1000)
    assert up.star(2).compare(up.star(2)) == "="


def test_equal_games_have_equal_hashes_numbers_those_of_python() -> None:
    assert len({up.game("{0|*}"), up.up, up.game("^")}) == 1
    table = {up.game(1): "one", up.game("1/2"): "half"}
    assert table[1] == "one"  # type: ignore[index]
    assert table[Fraction(1, 2)] == "half"  # type: ignore[index]
    assert table[0.5] == "half"  # type: ignore[index]


@pytest.mark.parametrize(
    "text", ["0", "-7", "3/8", "1/3", "*", "*3", "^", "vv*", "v4", "{2||1|0}", "+-{2,{4|-1}}", "Tiny(2)"]
)
def test_what_is_printed_reads_back(text: str) -> None:
    g = up.game(text)
    assert str(g) == text
    names = {"Game": up.Game}
    assert eval(repr(g), names) == g
    for style in ("ascii", "unicode"):
        assert up.game(format(g, style)) == g
    assert pickle.loads(pickle.dumps(g)) == g
    assert copy.deepcopy(g) is g is copy.copy(g)


def test_notebooks_are_shown_values() -> None:
    g = up.game("{2||1|0}")
    assert g._repr_latex_() == r"$\{2 \parallel 1 \mid 0\}$"
    assert g._repr_svg_().startswith("<svg")
    assert "outcome L" in g._repr_html_()
    assert f"{up.up:latex}" == r"{\uparrow}"
    assert f"{up.star():>4}" == "   *"


def test_numbers_convert() -> None:
    assert int(up.game(7)) == 7
    assert float(up.game("3/8")) == 0.375
    for number in (up.game("1/2"), up.up):
        with pytest.raises(ValueError):
            int(number)


def test_properties() -> None:
    g = up.game("{2||1|0}")
    assert (g.outcome, g.mean, g.temperature) == ("L", Fraction(5, 4), Fraction(3, 4))
    assert (g.left_stop, g.right_stop) == (Fraction(2), Fraction(1)) and g.birthday == 3
    assert g.left_options == [2]
    assert g.right_options == [up.game("{1|0}")]
    assert g.canonical is g
    assert g.cool(Fraction(1, 2)) == up.game("{3/2|1*}")
    assert up.game("{1|-1}").heat(1) == up.game("{1|-1}").method("Heat", 1)
    assert up.up.atomic_weight == 1
    assert up.game("1*").reduced == 1
    assert up.up.is_infinitesimal and not g.is_infinitesimal
    assert up.star(3).is_nimber and up.game(3).is_integer and up.game("1/3").is_number
    with pytest.raises(up.NotDefinedError):
        up.game("+-1").atomic_weight
    with pytest.raises(ValueError):
        g.method("Cool(1) + 3")


def test_thermographs_are_exact() -> None:
    cooling = up.game("{2||1|0}").thermograph
    assert cooling.points("left")[0] == (Fraction(5, 4), Fraction(3, 4))
    assert cooling.wall("right", Fraction(1, 2)) == 1
    assert cooling.wall("left", 0) == 2
    assert cooling == up.game("{2||1|0}").thermograph != up.up.thermograph
    assert cooling.svg().startswith("<svg")
    with pytest.raises(ValueError):
        cooling.wall("middle", 0)
    with pytest.raises(ValueError):
        cooling.wall("left", -2)


def test_loopy_values() -> None:
    over = up.loopy("over")
    assert over > 0 and over < 1 and over.outcome == "L"
    assert over + over == over
    assert -over == up.loopy("under")
    assert up.loopy("on") > up.game(1000)
    assert up.Loopy("over").is_stopper and not up.Loopy("dud").is_stopper
    assert up.Loopy("on & off").onside == up.loopy("on")
    assert up.evaluate("on + 0") == up.loopy("on")
    assert pickle.loads(pickle.dumps(over)) == over
    assert over._repr_svg_().startswith("<svg")
    with pytest.raises(TypeError):
        up.Loopy("3")


def test_surreal_numbers() -> None:
    omega = up.surreal("w")
    assert (omega + 1) * (omega - 1) == up.surreal("w^2 - 1")
    assert 1 / omega < Fraction(1, 10**9)
    assert omega**2 > 1000 * omega
    assert isinstance(up.surreal("3/4"), up.Game)
    assert isinstance(up.surreal("sqrt(2)"), up.Surreal)
    assert isinstance(omega, up.Surreal) and omega.birthday == omega


def test_nimbers_are_a_field() -> None:
    nimbers = [up.nimber(n) for n in range(16)]
    for a in nimbers:
        for b in nimbers:
            assert a + b == up.nimber(int(a) ^ int(b))
            assert a * b == b * a
            if b:
                assert a / b * b == a
    assert up.nimber("w") ** 3 == up.nimber(2)
    assert len({up.nimber(2), up.nimber("2")}) == 1


def test_evaluate_takes_names() -> None:
    assert up.evaluate("g + h", g=up.up, h=up.star()) == up.upstar
    assert up.evaluate("x.Outcome", x=up.nim(3, 3)) == "P"
    assert up.evaluate("[1, 2, {1|0}]") == [1, 2, up.game("{1|0}")]
    assert up.evaluate("a + b", a="over", b=3) == up.evaluate("over + 3")
    assert up.evaluate("1 < 2") is True
    with pytest.raises(up.NotationError):
        up.evaluate("x := 3")

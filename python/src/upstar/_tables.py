"""Tables of positions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from . import _upstar
from ._budget import BudgetLike, progress_bar
from ._errors import BudgetExhausted

if TYPE_CHECKING:
    from ._upstar import Game, Position, Table


def table(
    game: str | _upstar.Rules | _upstar.Ruleset | Iterable[Position],
    *,
    rows: int | None = None,
    columns: int | None = None,
    of: str = "value",
    budget: BudgetLike = None,
) -> Table:
    """The values of the boards of a game up to a size, of its positions with two numbers, or of the
    positions of a list. A custom game whose positions are pairs of numbers is tabulated by these.

    ``of`` may be "value", "genus" or "misere_form", of boards. A budget, of a list one for each
    position, that ends is no error: the table has what was found until then, and ``is_complete`` is
    false.

    >>> table("domineering", rows=2, columns=3)[-1]["value"]
    Game('{2|-1/2}')
    >>> from upstar import nim
    >>> table([nim(1, 2), nim(3, 5)])["value"]
    [Game('*3'), Game('*6')]
    """
    _expect(of)
    if isinstance(game, _upstar.Ruleset):
        if rows is None or columns is None or of != "value":
            raise ValueError("a table of a custom game has rows= and columns=, and values alone")
        return _of_positions(_up_to(game, (rows, columns)), budget)
    if not isinstance(game, (str, _upstar.Rules)):
        if rows is not None or columns is not None or of != "value":
            raise ValueError("a table of a list of positions has no rows=, columns= or of=")
        return _of_positions(game, budget)
    if rows is None or columns is None:
        raise ValueError("expected rows= and columns=: how many, at the most")
    name = game if isinstance(game, str) else game.name
    show, end = progress_bar(f"{name} {rows}x{columns}")
    try:
        return _upstar._table(name, rows, columns, of, budget, show)
    finally:
        end()


def _up_to(game: _upstar.Ruleset, size: tuple[int, ...]) -> Iterator[Position]:
    """The positions of a custom game that are numbers up to a size, or tuples of numbers."""
    if len(size) == 1:
        return (game.position(number) for number in range(size[0] + 1))
    numbers = itertools.product(*(range(most + 1) for most in size))
    return (game.position(numbers) for numbers in numbers)


def _of_positions(positions: Iterable[Position], budget: BudgetLike) -> Table:
    found: dict[str, list[str | None]] = {
        name: [] for name in ("position", "value", "outcome", "mean", "temperature")
    }
    is_complete = True
    for position in positions:
        row: dict[str, object] = {"position": position}
        try:
            value = position.find_value(budget=budget)
            row |= {"value": value, "outcome": value.outcome}
            if isinstance(value, _upstar.Game):
                row |= {"mean": value.mean, "temperature": value.temperature}
        except BudgetExhausted:
            is_complete = False
        for name, cells in found.items():
            cells.append(None if row.get(name) is None else str(row[name]))
    return _upstar._table_from(list(found.items()), is_complete)


def sequence(
    template: str,
    last: int,
    first: int = 0,
    *,
    of: str = "value",
    budget: BudgetLike = None,
) -> Table:
    """The values of positions with a number left open, from ``first`` to ``last``: Grundy values of
    impartial games, otherwise canonical forms.

    >>> sequence("kayles", 4)["value"]
    [0, 1, 2, 3, 1]
    >>> sequence('domineering(2,n)', 3, 1)["value"]
    [Game(1), Game('+-1'), Game('{2|-1/2}')]
    """
    _expect(of)
    show, end = progress_bar(template)
    try:
        return _upstar._sequence(template, first, last, of, budget, show)
    finally:
        end()


def find(
    game: str | _upstar.Rules | _upstar.Ruleset | Iterable[Position],
    *size: int,
    letters: str | None = None,
    value: Game | int | str | None = None,
    outcome: str | None = None,
    temperature: object = None,
    born_by: int | None = None,
    most: str | None = None,
    census: str | None = None,
    limit: int | None = None,
    tries: int | None = None,
    seed: int = 1,
    misere: bool = False,
    budget: BudgetLike = None,
) -> Table:
    """The positions of a game up to a size that have some property. Of a custom game these are the
    numbers up to the size, or with several sizes the tuples of numbers; a list of positions is
    searched as it is.

    ``most`` keeps those with the greatest mean, temperature or birthday; ``census`` counts how
    often each value, outcome, mean, temperature or birthday occurs; ``tries`` looks at so many
    positions at random instead of at all. With ``misere=True`` outcomes are those of misère play.

    >>> find("domineering", 5, most="temperature")["position"][0]
    'domineering("..|..")'
    >>> find("domineering", 4, census="outcome").columns
    ['outcome', 'count', 'position']
    >>> from upstar import nim
    >>> find([nim(1, n) for n in range(4)], outcome="P")["position"]
    ['nim(1,1)']
    """
    positions: Iterator[Position] | None = None
    if isinstance(game, _upstar.Ruleset):
        name = type(game).__name__
        if not size:
            raise ValueError(f"expected a size: find({name}(), 10)")
        positions = _up_to(game, size)
    elif isinstance(game, (str, _upstar.Rules)):
        name = game if isinstance(game, str) else game.name
    else:
        name, positions = "positions", iter(game)
    if positions is not None and (tries is not None or letters is not None):
        raise ValueError("tries= and letters= are for games of the catalogue")
    given: tuple[Iterator[Position], bool] | None = None
    if positions is not None:
        # The first one tells whether they have values.
        first = list(itertools.islice(positions, 1))
        have_values = not any(getattr(position, "is_loopy", False) for position in first)
        given = (itertools.chain(first, positions), have_values)
    random = None if tries is None else (tries, seed)
    show, end = progress_bar(f"find {name}")
    try:
        return _upstar._find(
            name,
            list(size),
            given,
            letters,
            value,
            outcome,
            temperature,
            born_by,
            most,
            census,
            limit,
            random,
            misere,
            budget,
            show,
        )
    finally:
        end()


def _expect(of: str) -> None:
    if of not in ("value", "genus", "misere_form"):
        raise ValueError(f'expected of="value", "genus" or "misere_form", found {of!r}')

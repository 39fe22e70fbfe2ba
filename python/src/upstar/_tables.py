"""Tables of positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import _upstar
from ._budget import BudgetLike, progress_bar
from ._errors import BudgetExhausted

if TYPE_CHECKING:
    from ._upstar import Game, Position, Table


def table(
    game: str | _upstar.Rules | Iterable[Position],
    *,
    rows: int | None = None,
    columns: int | None = None,
    of: str = "value",
    budget: BudgetLike = None,
) -> Table:
    """The values of the boards of a game up to a size, of its positions with two numbers, or of the
    positions of a list, which may be those of a custom game.

    ``of`` may be "value", "genus" or "misere_form", of boards. A budget, of a list one for each
    position, that ends is no error: the table has what was found until then, and ``is_complete`` is
    false.

    >>> table("domineering", rows=2, columns=3)[-1]["value"]
    '{2|-1/2}'
    >>> from upstar import nim
    >>> table([nim(1, 2), nim(3, 5)])["value"]
    ['*3', '*6']
    """
    _expect(of)
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
    """The values of positions with a number left open, from ``first`` to ``last``.

    >>> sequence("kayles", 4)["value"]
    ['0', '1', '2', '3', '1']
    >>> sequence('domineering(2,n)', 3, 1)["value"]
    ['1', '+-1', '{2|-1/2}']
    """
    _expect(of)
    show, end = progress_bar(template)
    try:
        return _upstar._sequence(template, first, last, of, budget, show)
    finally:
        end()


def find(
    game: str | _upstar.Rules,
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
    budget: BudgetLike = None,
) -> Table:
    """The positions of a game up to a size that have some property.

    ``most`` keeps those with the greatest mean, temperature or birthday; ``census`` counts how
    often each value, outcome, mean, temperature or birthday occurs; ``tries`` looks at so many
    positions at random instead of at all.

    >>> find("domineering", 5, most="temperature")["position"][0]
    'domineering("..|..")'
    >>> find("domineering", 4, census="outcome").columns
    ['outcome', 'count', 'position']
    """
    name = game if isinstance(game, str) else game.name
    random = None if tries is None else (tries, seed)
    show, end = progress_bar(f"find {name}")
    try:
        return _upstar._find(
            name,
            list(size),
            letters,
            value,
            outcome,
            temperature,
            born_by,
            most,
            census,
            limit,
            random,
            budget,
            show,
        )
    finally:
        end()


def _expect(of: str) -> None:
    if of not in ("value", "genus", "misere_form"):
        raise ValueError(f'expected of="value", "genus" or "misere_form", found {of!r}')

"""Tables of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _upstar
from ._budget import BudgetLike, progress_bar

if TYPE_CHECKING:
    from ._upstar import Game, Table


def table(
    game: str | _upstar.Rules,
    *,
    rows: int,
    columns: int,
    of: str = "value",
    budget: BudgetLike = None,
) -> Table:
    """The values of the boards of a game up to a size, or of its positions with two numbers.

    ``of`` may be "value", "genus" or "misere_form". A budget that ends is no error: the table has
    what was found until then, and ``is_complete`` is false.

    >>> table("domineering", rows=2, columns=3)[-1]["value"]
    '{2|-1/2}'
    """
    name = game if isinstance(game, str) else game.name
    _expect(of)
    show, end = progress_bar(f"{name} {rows}x{columns}")
    try:
        return _upstar._table(name, rows, columns, of, budget, show)
    finally:
        end()


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

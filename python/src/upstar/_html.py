"""What notebooks show."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._upstar import Game, Table

#: Rows of a table that are shown.
_SHOWN = 20


class Picture:
    """A picture, which notebooks show; ``str(picture)`` is its SVG, ``save`` writes it.

    >>> import upstar as up
    >>> picture = up.graph([("a", "b")]).draw()
    >>> str(picture) == picture.svg
    True
    """

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<upstar.Picture: {len(self.svg)} bytes of SVG>"

    def save(self, path: str) -> None:
        """Writes the picture to a file.

        >>> import tempfile, os, upstar as up
        >>> path = os.path.join(tempfile.mkdtemp(), "graph.svg")
        >>> up.graph([("a", "b")]).draw().save(path)
        """
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def game(value: Game) -> str:
    """A game: its value, who wins, its mean and temperature, and its thermograph folded up."""
    facts = f"outcome {value.outcome}, mean {value.mean}, temperature {value.temperature}"
    text = escape(format(value, "unicode"))
    return (
        f'<details><summary><b style="font-size:1.15em">{text}</b>'
        f' <span style="opacity:.7">{facts}</span></summary>'
        f"{value.thermograph.svg()}</details>"
    )


def table(rows: Table) -> str:
    """The first rows of a table."""
    shown = [rows[place] for place in range(min(len(rows), _SHOWN))]
    head = "".join(f"<th>{escape(name)}</th>" for name in rows.columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(cell)}</td>" for cell in row.values()) + "</tr>"
        for row in shown
    )
    more = len(rows) - len(shown)
    rest = f"<p>and {more} more rows</p>" if more else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _cell(cell: object) -> str:
    return "" if cell is None else escape(str(cell))

"""Writes `src/upstar/games.py`: a function for each game of the catalogue.

Run it after the catalogue has changed: `python make_games.py`; `--check` says whether it must be.
"""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path
from textwrap import indent, wrap

from upstar import _upstar

TARGET = Path(__file__).parent / "src" / "upstar" / "games.py"

HEADER = '''"""The games of the catalogue: each function makes a position.

Made from the catalogue by `make_games.py`. What a position is made of is said for each: numbers, a
text, the rows of a board, or the size of one as a pair. Lists may be NumPy arrays or generators.
What is written before a semicolon in `upstar games` are parameters: `moore(3, 4, 5,
parameters=(2,))`. With `misere=True` a position is in misère play: whoever cannot move wins.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

from ._upstar import Position, rules

#: What a position is made of.
Part = Union[int, str, Iterable[int], Iterable[str], Iterable[Iterable[str]]]
'''


def identifier(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def call(example: str) -> str | None:
    """The example of the catalogue as a call in Python, if it is a plain one."""
    match = re.fullmatch(r"(\w+)\((.*)\)", example)
    if match is None:
        return None
    name, inside = match.groups()
    before, semicolon, after = inside.partition(";") if '"' not in inside else ("", "", inside)
    if '"' in inside and ";" in re.sub(r'"[^"]*"', "", inside):
        return None
    part = r'(?:\d+|"[^"\\]*"|\[[\d, ]*\])'
    listed = rf"\s*{part}(?:\s*,\s*{part})*\s*"
    if semicolon:
        if not (re.fullmatch(listed, before) and re.fullmatch(listed, after)):
            return None
        return f"{identifier(name)}({after.strip()}, parameters=({before.strip()},))"
    if not re.fullmatch(listed, inside):
        return None
    return f"{identifier(name)}({inside})"


def docstring(entry: dict[str, str]) -> str:
    lines = [line for line in entry["rules"].splitlines() if line.strip()]
    first = lines[0].strip()
    text = [first if first.endswith((".", ":", ";")) else f"{first}"]
    text += [line.strip() for line in lines[1:]]
    paragraphs = ["\n".join(row for line in text for row in wrap(line, 92))]
    paragraphs.append("\n".join(wrap(f"A position is written ``{entry['usage']}``.", 92)))
    facts = f"{entry['kind'].capitalize()}. Source: {entry['source']}"
    paragraphs.append("\n".join(wrap(facts.rstrip(".") + ".", 92)))
    if entry["aliases"]:
        paragraphs.append("\n".join(wrap(f"Also called {', '.join(entry['aliases'])}.", 92)))
    example = call(entry["example"]) or f"Position({entry['example']!r})"
    answer = entry["answer"]
    if answer.startswith("outcome "):
        paragraphs.append(f">>> {example}.outcome\n{answer.removeprefix('outcome ')!r}")
    else:
        paragraphs.append(f">>> str({example}.value)\n{answer!r}")
    return "\n\n".join(paragraphs)


def function(entry: dict[str, str]) -> str:
    name = identifier(entry["name"])
    doc = docstring(entry).replace("\\", "\\\\").replace('"""', '\\"""')
    has_parameters = ";" in re.sub(r'"[^"]*"', "", entry["usage"])
    head = f"def {name}(*position: Part, misere: bool = False) -> Position:"
    given = "*position, misere=misere"
    if has_parameters:
        head = (
            f"def {name}(\n"
            "    *position: Part, parameters: tuple[Part, ...] | None = None, misere: bool = False\n"
            ") -> Position:"
        )
        given = "*position, parameters=parameters, misere=misere"
    body = f'return rules("{entry["name"]}")({given})'
    return f'{head}\n{indent(f"{chr(34) * 3}{doc}", "    ").rstrip()}\n    """\n    {body}\n'


def module() -> str:
    entries = _upstar.catalogue()
    names = sorted(identifier(entry["name"]) for entry in entries)
    listed = "".join(f'    "{name}",\n' for name in names)
    parts = [HEADER, f"__all__ = [\n{listed}]\n", "def __dir__() -> list[str]:\n    return __all__\n"]
    parts += [function(entry) for entry in entries]
    return "\n\n".join(part.rstrip("\n") + "\n" for part in parts)


if __name__ == "__main__":
    text = module()
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text(encoding="utf-8") == text else f"{TARGET} is out of date")
    TARGET.write_text(text, encoding="utf-8")

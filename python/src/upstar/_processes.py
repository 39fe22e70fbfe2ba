"""Several processes that answer one question together."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from typing import Any

from . import _upstar
from ._budget import Budget

#: What a process does that was started by another one: its arguments are the question and its
#: number.
_PROGRAM = "from upstar._processes import join; join()"


def ask(name: str, processes: int, **arguments: Any) -> str:
    """The answer of a function of the engine, by one process or by several on this machine."""
    if not 1 <= processes <= 1024:
        raise ValueError(f"expected 1 to 1024 processes, found {processes}")
    together = None
    if processes > 1:
        plain = {argument: _plain(value) for argument, value in arguments.items()}
        question = json.dumps([name, processes, plain])
        together = (processes, sys.executable, ["-c", _PROGRAM, question], None)
    found: str = getattr(_upstar, name)(**arguments, together=together)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Budget):
        return asdict(value)
    if isinstance(value, _upstar.Position):
        return str(value)
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def join() -> None:
    """Answers the question of the command line, together with the process that asks it."""
    name, processes, arguments = json.loads(sys.argv[1])
    together: tuple[int, str, list[str], int] = (processes, sys.executable, [], int(sys.argv[2]))
    try:
        if "position" in arguments:
            arguments["position"] = _upstar.Position(arguments["position"])
        if isinstance(arguments["budget"], dict):
            arguments["budget"] = Budget(**arguments["budget"])
        getattr(_upstar, name)(**arguments, together=together)
    except (Exception, KeyboardInterrupt) as error:
        sys.exit(str(error))

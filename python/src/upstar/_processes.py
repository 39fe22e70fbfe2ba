"""Several processes that answer one question together."""

from __future__ import annotations

import base64
import io
import pickle
import sys
from typing import Any

from . import _upstar

#: What a process does that was started by another one: its arguments are the question and its
#: number.
_PROGRAM = "from upstar._processes import join; join()"


class _Pickler(pickle.Pickler):
    """Writes what the other processes are asked."""

    def reducer_override(self, found: Any) -> Any:
        if isinstance(found, _upstar.Ruleset):
            raise TypeError(
                f"positions of the class {type(found).__name__} are solved by one process: an object "
                "of Python cannot be divided between several, which may meet its positions in "
                "different orders; write the rules as a text for `up.rules`, or leave out `processes=`"
            )
        return NotImplemented


def ask(name: str, processes: int, **arguments: Any) -> str:
    """The answer of a function of the engine, by one process or by several on this machine."""
    if not 1 <= processes <= 1024:
        raise ValueError(f"expected 1 to 1024 processes, found {processes}")
    together = None
    if processes > 1:
        written = io.BytesIO()
        _Pickler(written).dump((name, processes, arguments))
        question = base64.b64encode(written.getvalue()).decode()
        together = (processes, sys.executable, ["-c", _PROGRAM, question], None)
    found: str = getattr(_upstar, name)(**arguments, together=together)
    return found


def join() -> None:
    """Answers the question of the command line, together with the process that asks it."""
    try:
        name, processes, arguments = pickle.loads(base64.b64decode(sys.argv[1]))
        together: tuple[int, str, list[str], int] = (processes, sys.executable, [], int(sys.argv[2]))
        getattr(_upstar, name)(**arguments, together=together)
    except (Exception, KeyboardInterrupt) as error:
        sys.exit(str(error))

"""Properties that say what they are when they are called like methods."""

from __future__ import annotations

import dis
import inspect
import sys
from types import FrameType, ModuleType
from typing import Any

#: How Python loads an attribute that is called at once: by an instruction of its own until 3.11,
#: then by the usual one with the lowest bit of its argument set.
_LOAD_METHOD = dis.opmap.get("LOAD_METHOD") if sys.version_info < (3, 12) else None
_LOAD_ATTR = dis.opmap["LOAD_ATTR"]


class Property(property):
    """A property; called like a method it raises a `TypeError` that says so.

    The value need not be found for that, and may be of any type: what is looked at is whether the
    code that reads the attribute calls it.
    """

    def __init__(self, name: str, found: Any) -> None:
        super().__init__(found.__get__)
        self.name = name
        self.__doc__ = found.__doc__

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        frame = sys._getframe(1)
        place, code = frame.f_lasti, frame.f_code.co_code
        if _LOAD_METHOD is None:
            is_called = code[place] == _LOAD_ATTR and code[place + 1] & 1
        else:
            is_called = code[place] == _LOAD_METHOD
        if is_called and _loaded(frame) == self.name:
            kind = type(instance).__name__.lower()
            raise TypeError(f"`{self.name}` is a property: write `{kind}.{self.name}`")
        return super().__get__(instance, owner)


def _loaded(frame: FrameType) -> object:
    """The name that the present instruction of a frame loads."""
    instructions = dis.get_instructions(frame.f_code)
    return next((one.argval for one in instructions if one.offset == frame.f_lasti), None)


def explain(module: ModuleType) -> None:
    """Makes the properties of the classes of a module say so when they are called."""
    for kind in vars(module).values():
        for name, part in list(vars(kind).items()) if isinstance(kind, type) else ():
            # The rules of a position are called to make another one.
            if inspect.isgetsetdescriptor(part) and not name.startswith("_") and name != "rules":
                setattr(kind, name, Property(name, part))

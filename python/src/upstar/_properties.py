"""Properties that say what they are when they are called like methods."""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Iterable
from sys import _getframe
from types import FrameType
from typing import Any

#: How Python loads an attribute that is called at once: by an instruction of its own until 3.11,
#: then by the usual one with the lowest bit of its argument set.
_HAS_BIT = sys.version_info >= (3, 12)
_LOAD = dis.opmap["LOAD_ATTR" if _HAS_BIT else "LOAD_METHOD"]


class Property(property):
    """A property; called like a method it raises a `TypeError` that says so.

    The value need not be found for that, and may be of any type: what is looked at is whether the
    code that reads the attribute calls it.
    """

    def __init__(self, name: str, found: Any) -> None:
        super().__init__(found.__get__, found.__set__)
        self.name = name
        self.read = found.__get__
        self.__doc__ = found.__doc__

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        frame = _getframe(1)
        code, place = frame.f_code.co_code, frame.f_lasti
        is_called = code[place] == _LOAD and (not _HAS_BIT or code[place + 1] & 1)
        if is_called and _loaded(frame) == self.name:
            kind = type(instance).__name__.lower()
            raise TypeError(f"`{self.name}` is a property: write `{kind}.{self.name}`")
        return self.read(instance)


def _loaded(frame: FrameType) -> object:
    """The name that the present instruction of a frame loads."""
    instructions = dis.get_instructions(frame.f_code)
    return next((one.argval for one in instructions if one.offset == frame.f_lasti), None)


class _Field:
    """A field of a dataclass, which an object keeps with its attributes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.__doc__ = None

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return vars(instance)[self.name]

    def __set__(self, instance: Any, value: Any) -> None:
        vars(instance)[self.name] = value


def explain(kinds: Iterable[object]) -> None:
    """Makes the properties and fields of classes say so when they are called."""
    for kind in kinds:
        if not isinstance(kind, type) or not kind.__module__.startswith("upstar"):
            continue
        fields = {name: _Field(name) for name in vars(kind).get("__dataclass_fields__", ())}
        for name, part in (dict(vars(kind)) | fields).items():
            # The rules of a position are called to make another one.
            if inspect.isdatadescriptor(part) and not name.startswith("_") and name != "rules":
                setattr(kind, name, Property(name, part))

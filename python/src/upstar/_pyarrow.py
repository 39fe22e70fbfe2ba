"""The types of values and fractions for pyarrow; registered when this module is imported."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pyarrow

from . import _upstar


class _Value(pyarrow.ExtensionScalar):  # type: ignore[misc]
    def as_py(self, **_options: Any) -> Any:
        return None if self.value is None else _upstar.evaluate(self.value.as_py())


class _Fraction(pyarrow.ExtensionScalar):  # type: ignore[misc]
    def as_py(self, **_options: Any) -> Fraction | None:
        return None if self.value is None else Fraction(self.value.as_py())


class _Text(pyarrow.ExtensionType):  # type: ignore[misc]
    """A text that is something else in Python."""

    NAME: str
    SCALAR: type[Any]

    def __init__(self) -> None:
        super().__init__(pyarrow.string(), self.NAME)

    def __arrow_ext_serialize__(self) -> bytes:
        return b""

    @classmethod
    def __arrow_ext_deserialize__(cls, _storage: Any, _serialized: bytes) -> Any:
        return cls()

    def __arrow_ext_scalar_class__(self) -> type[Any]:
        return self.SCALAR


class ValueType(_Text):
    """A column of values: games, loopy games, surreal numbers."""

    NAME = "upstar.value"
    SCALAR = _Value


class FractionType(_Text):
    """A column of exact numbers: means, temperatures."""

    NAME = "upstar.fraction"
    SCALAR = _Fraction


for _kind in (ValueType, FractionType):
    pyarrow.register_extension_type(_kind())

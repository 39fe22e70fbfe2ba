"""The columns of tables in Arrow: values and fractions are texts with an extension type."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any


def register() -> None:
    """Makes the extension types known to those libraries that are loaded and know such types.

    pyarrow gives the values themselves; for Polars the columns are texts, which can be filtered.
    """
    if sys.modules.get("pyarrow") is not None:
        # It registers the types when it is imported.
        from . import _pyarrow  # noqa: F401
    polars = sys.modules.get("polars")
    if polars is not None:
        _register_as_texts(polars)


@cache
def _register_as_texts(polars: Any) -> None:
    # Versions without this function take all unknown types so.
    if hasattr(polars, "register_extension_type"):
        for name in ("upstar.value", "upstar.fraction"):
            polars.register_extension_type(name, as_storage=True)

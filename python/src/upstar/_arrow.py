"""The columns of tables in Arrow: values and fractions are texts with an extension type."""

from __future__ import annotations

import sys

#: Whether Polars knows the types.
_in_polars = False


def register() -> None:
    """Makes the extension types known to those libraries that are loaded and know such types.

    pyarrow gives the values themselves; for Polars the columns are texts, which can be filtered.
    """
    global _in_polars
    if sys.modules.get("pyarrow") is not None:
        # It registers the types when it is imported.
        from . import _pyarrow  # noqa: F401
    polars = sys.modules.get("polars")
    # Versions without this function take all unknown types for texts.
    register_type = getattr(polars, "register_extension_type", None)
    if register_type is not None and not _in_polars:
        for name in ("upstar.value", "upstar.fraction"):
            register_type(name, as_storage=True)
        _in_polars = True

"""Pictures by Matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._upstar import Thermograph


def plot_thermograph(thermograph: Thermograph, axes: Axes | None = None) -> Axes:
    """Draws a thermograph on Matplotlib's axes: Left's wall on the left side, as is the custom."""
    if axes is None:
        import matplotlib.pyplot as pyplot

        _, axes = pyplot.subplots()
    top = float(thermograph.temperature) + 1
    for player, colour in (("left", "tab:blue"), ("right", "tab:red")):
        points = thermograph.points(player)
        values = [float(value) for value, _ in points]
        temperatures = [float(temperature) for _, temperature in points]
        axes.plot(values, temperatures, color=colour, label=player)
    mean = float(thermograph.mean)
    axes.plot([mean, mean], [float(thermograph.temperature), top], color="black")
    axes.set_xlabel("value")
    axes.set_ylabel("temperature")
    axes.set_title(thermograph.title)
    if not axes.xaxis_inverted():
        axes.invert_xaxis()
    return axes

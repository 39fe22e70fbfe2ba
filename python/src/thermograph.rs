//! Thermographs.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use upstar::core::Player;
use upstar::values::{self, Rational};

use crate::convert::{fraction, number_of, player_of};
use crate::work::Object;

/// The thermograph of a game: exact, as text, points, or a picture.
///
/// >>> from upstar import game
/// >>> cooling = game("{2||1|0}").thermograph
/// >>> cooling.mean, cooling.temperature
/// (Fraction(5, 4), Fraction(3, 4))
/// >>> cooling.points("left")[-1]
/// (Fraction(3, 1), Fraction(-1, 1))
#[pyclass(frozen, module = "upstar", name = "Thermograph")]
pub(crate) struct Thermograph {
    thermograph: Arc<values::Thermograph>,
    title: String,
}

impl Thermograph {
    pub(crate) fn new(thermograph: &Arc<values::Thermograph>, title: &str) -> Self {
        Thermograph { thermograph: thermograph.clone(), title: title.to_owned() }
    }

    pub(crate) fn svg_text(&self) -> String {
        let plot = upstar::thermograph_plot(&self.thermograph, &self.title);
        upstar::draw::svg(&plot.scene())
    }
}

#[pymethods]
impl Thermograph {
    /// Where the mast stands.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").thermograph.mean
    /// Fraction(5, 4)
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        fraction(py, self.thermograph.mean())
    }

    /// Where the mast begins.
    ///
    /// >>> import upstar as up
    /// >>> up.game("{2||1|0}").thermograph.temperature
    /// Fraction(3, 4)
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        fraction(py, self.thermograph.temperature())
    }

    /// What the thermograph is of.
    ///
    /// >>> import upstar as up
    /// >>> up.switch(1).thermograph.title
    /// '±1'
    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    /// The corners of a player's wall, from the foot of the mast down: (value, temperature).
    ///
    /// >>> import upstar as up
    /// >>> up.switch(1).thermograph.points("left")
    /// [(Fraction(0, 1), Fraction(1, 1)), (Fraction(2, 1), Fraction(-1, 1))]
    #[pyo3(signature = (player, /))]
    fn points<'py>(&self, py: Python<'py>, player: &str) -> PyResult<Bound<'py, PyList>> {
        let wall = self.thermograph.wall(player_of(player)?);
        let mut temperatures: Vec<&Rational> = vec![self.thermograph.temperature()];
        let below = wall.critical().iter().chain(std::iter::once(wall.floor()));
        for t in below {
            if t < temperatures[temperatures.len() - 1] {
                temperatures.push(t);
            }
        }
        let points = temperatures
            .into_iter()
            .map(|t| PyTuple::new(py, [fraction(py, &wall.at(t))?, fraction(py, t)?]));
        PyList::new(py, points.collect::<PyResult<Vec<_>>>()?)
    }

    /// The value of a player's wall at a temperature.
    ///
    /// >>> import upstar as up
    /// >>> up.switch(1).thermograph.wall("left", 0)
    /// Fraction(1, 1)
    #[pyo3(signature = (player, temperature, /))]
    fn wall<'py>(&self, player: &str, temperature: &Object<'py>) -> PyResult<Object<'py>> {
        let py = temperature.py();
        let Some(t) = number_of(temperature)? else {
            return Err(pyo3::exceptions::PyTypeError::new_err("a temperature is a number"));
        };
        let wall = self.thermograph.wall(player_of(player)?);
        if t < *wall.floor() {
            let message = format!("a thermograph begins at the temperature {}", wall.floor());
            return Err(pyo3::exceptions::PyValueError::new_err(message));
        }
        fraction(py, &wall.at(&t))
    }

    /// The picture as SVG.
    ///
    /// >>> import upstar as up
    /// >>> up.switch(1).thermograph.svg()[:4]
    /// '<svg'
    fn svg(&self) -> String {
        self.svg_text()
    }

    /// Draws it with Matplotlib, Left's wall on the left side, on `axes` or on new ones; the axes.
    ///
    /// >>> import upstar as up
    /// >>> axes = up.switch(1).thermograph.plot()
    #[pyo3(signature = (axes=None))]
    fn plot<'py>(slf: &Bound<'py, Self>, axes: Option<&Object<'py>>) -> PyResult<Object<'py>> {
        slf.py().import("upstar._plots")?.getattr("plot_thermograph")?.call1((slf, axes))
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.thermograph.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Game({}).thermograph", PyString::new(py, &self.title).repr()?))
    }

    /// By the title, which is the game as text.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Object<'py>, (String,))> {
        let make = slf.py().import("upstar._pickle")?.getattr("thermograph")?;
        Ok((make, (slf.get().title.clone(),)))
    }

    fn __eq__(&self, other: &Object<'_>) -> bool {
        other.cast::<Thermograph>().is_ok_and(|other| {
            let other = &other.get().thermograph;
            Player::BOTH
                .into_iter()
                .all(|player| self.thermograph.wall(player) == other.wall(player))
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.__str__()).hash()
    }
}

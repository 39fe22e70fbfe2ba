//! Nimbers as a field.

use num_bigint::{BigInt, BigUint, Sign};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use upstar::values::Rational;
use upstar::values::nimber::{TransfiniteNimber, evaluate};

use crate::convert::{number_of, unless_no_number};
use crate::game::Game;
use crate::work::{Failure, Object, run};

/// A nimber, finite or transfinite, with the sum and the product of the field of nimbers.
///
/// >>> from upstar import Nimber
/// >>> Nimber(6) + Nimber(11), Nimber(6) * Nimber(11)
/// (Nimber(13), Nimber(10))
/// >>> Nimber("w") ** 3, Nimber(5) ** -1
/// (Nimber(2), Nimber(12))
/// >>> Nimber(2) == 2, Nimber(2) + 3
/// (True, Nimber(1))
#[pyclass(frozen, module = "upstar", name = "Nimber")]
pub(crate) struct Nimber(pub(crate) TransfiniteNimber);

impl Nimber {
    /// The argument of the nimber, as typed.
    fn ordinal(&self) -> String {
        self.0.as_ordinal().text_ascii()
    }

    /// The nimber that an operand is, a nimber or a whole number; `None` if it is none.
    fn of(object: &Object<'_>) -> PyResult<Option<TransfiniteNimber>> {
        if let Ok(nimber) = object.cast::<Nimber>() {
            return Ok(Some(nimber.get().0.clone()));
        }
        // A game that is a number is no nimber.
        if object.is_instance_of::<PyString>() || object.is_instance_of::<Game>() {
            return Ok(None);
        }
        let Some(number) = number_of(object)?.filter(Rational::is_integer) else { return Ok(None) };
        let Ok(number) = BigUint::try_from(number.numer()) else { return Ok(None) };
        read(object.py(), &number.to_string()).map(Some)
    }

    /// This nimber divided by another one.
    fn divided(
        py: Python<'_>,
        a: &TransfiniteNimber,
        b: &TransfiniteNimber,
    ) -> PyResult<TransfiniteNimber> {
        let text = |nimber: &TransfiniteNimber| nimber.as_ordinal().text_ascii();
        if text(b) == "0" {
            return Err(Failure::DivisionByZero.raise(py));
        }
        read(py, &format!("({})/({})", text(a), text(b)))
    }

    fn operate<'py>(
        other: &Object<'py>,
        with: impl FnOnce(&TransfiniteNimber) -> PyResult<TransfiniteNimber>,
    ) -> PyResult<Object<'py>> {
        let py = other.py();
        match Self::of(other)? {
            Some(other) => Ok(Bound::new(py, Nimber(with(&other)?))?.into_any()),
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }
}

/// The value of an expression in nim arithmetic.
fn read(py: Python<'_>, text: &str) -> PyResult<TransfiniteNimber> {
    run(py, None, |budget| evaluate(text, budget))
}

#[pymethods]
impl Nimber {
    #[new]
    #[pyo3(signature = (of, /))]
    fn new(of: &Object<'_>) -> PyResult<Self> {
        if let Some(nimber) = Self::of(of)? {
            return Ok(Nimber(nimber));
        }
        match of.cast::<PyString>() {
            Ok(text) => read(of.py(), &text.to_string()).map(Nimber),
            Err(_) => {
                let message = format!(
                    "a nimber is of a whole number from 0 on, or a text such as \"w+1\", not {}",
                    of.repr()?
                );
                Err(Failure::Notation(message).raise(of.py()))
            }
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ordinal = self.ordinal();
        if self.0.to_finite().is_some() {
            return Ok(format!("Nimber({ordinal})"));
        }
        Ok(format!("Nimber({})", PyString::new(py, &ordinal).repr()?))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn _repr_latex_(&self) -> String {
        format!("${}$", upstar::latex_with_macros(&self.0.to_string()))
    }

    /// Equal numbers have equal hashes.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match self.0.to_finite() {
            Some(_) => self.__int__(py)?.bind(py).hash(),
            None => PyString::new(py, &format!("nimber {}", self.ordinal())).hash(),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Object<'py>, (String,)) {
        (slf.get_type().into_any(), (slf.get().ordinal(),))
    }

    fn __richcmp__<'py>(&self, other: &Object<'py>, operation: CompareOp) -> PyResult<Object<'py>> {
        let py = other.py();
        // Nimbers are confused with each other: they are equal or not.
        let other = match operation {
            CompareOp::Eq | CompareOp::Ne => unless_no_number(py, Self::of(other))?,
            _ => None,
        };
        Ok(match other {
            Some(other) => {
                let truth = (self.0 == other) == matches!(operation, CompareOp::Eq);
                PyBool::new(py, truth).to_owned().into_any()
            }
            None => py.NotImplemented().into_bound(py),
        })
    }

    /// The roots of an index, in increasing order: the nimbers whose power it is.
    ///
    /// >>> from upstar import nimber
    /// >>> nimber(1).roots(3), nimber(2).roots(2)
    /// ([Nimber(1), Nimber(2), Nimber(3)], [Nimber(3)])
    #[pyo3(signature = (index, /, *, budget=None))]
    fn roots(
        &self,
        py: Python<'_>,
        index: u64,
        budget: Option<&Object<'_>>,
    ) -> PyResult<Vec<Nimber>> {
        let Some(finite) = self.0.to_finite() else {
            let message = format!("roots are found of finite nimbers, not of {}", self.0);
            return Err(Failure::Undefined(message).raise(py));
        };
        let roots = run(py, budget, |budget| finite.roots(index, budget))?;
        Ok(roots.iter().map(|root| Nimber(TransfiniteNimber::from(root))).collect())
    }

    fn __bool__(&self) -> bool {
        self.ordinal() != "0"
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let ordinal = self.ordinal();
        if self.0.to_finite().is_none() {
            return Err(PyValueError::new_err(format!("the nimber {} is infinite", self.0)));
        }
        Ok(py.import("builtins")?.getattr("int")?.call1((ordinal,))?.unbind())
    }

    fn __neg__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __pos__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __add__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        Self::operate(other, |other| Ok(self.0.sum(other)))
    }

    fn __radd__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.__add__(other)
    }

    fn __sub__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.__add__(other)
    }

    fn __rsub__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.__add__(other)
    }

    fn __mul__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        let py = other.py();
        Self::operate(other, |other| run(py, None, |budget| self.0.product(other, budget)))
    }

    fn __rmul__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.__mul__(other)
    }

    fn __truediv__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        let py = other.py();
        Self::operate(other, |other| Self::divided(py, &self.0, other))
    }

    fn __rtruediv__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        let py = other.py();
        Self::operate(other, |other| Self::divided(py, other, &self.0))
    }

    /// A power; a negative exponent is that of the inverse.
    fn __pow__<'py>(&self, exponent: &Object<'py>, modulo: &Object<'py>) -> PyResult<Object<'py>> {
        let py = exponent.py();
        let Ok(exponent) = exponent.extract::<BigInt>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        if !modulo.is_none() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let base = if exponent.sign() == Sign::Minus {
            Self::divided(py, &read(py, "1")?, &self.0)?
        } else {
            self.0.clone()
        };
        let power = run(py, None, |budget| base.power(exponent.magnitude(), budget))?;
        Ok(Bound::new(py, Nimber(power))?.into_any())
    }
}

//! Values that are no short games: loopy games, surreal numbers, nimbers, and whatever else the
//! worksheet language has.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use upstar::core::{Convention, Outcome};
use upstar::lang::{Comparison, Operator, Style, Value};

use crate::convert::{
    evaluate, fraction, number_of, to_python, unless_no_number, value_of, winner_of,
};
use crate::home::{Home, present};
use crate::work::{Failure, Object, run};

/// What is asked of a value.
#[derive(Clone, Copy)]
pub(crate) enum Ask<'a> {
    /// The value before an operator, and another one after it.
    Operation(Operator),
    /// Another value before an operator, and this one after it.
    Reversed(Operator),
    /// A method of the worksheet language.
    Method(&'a str),
    Negative,
}

/// A value and where it lives.
#[derive(Clone)]
pub(crate) struct Kept {
    home: Arc<Home>,
    value: Value,
}

impl Kept {
    pub(crate) fn new(home: &Arc<Home>, value: Value) -> Self {
        Kept { home: home.clone(), value }
    }

    /// The value in another home: read again from its text.
    pub(crate) fn in_home(&self, py: Python<'_>, home: &Arc<Home>) -> PyResult<Value> {
        if Arc::ptr_eq(&self.home, home) {
            return Ok(self.value.clone());
        }
        evaluate(py, &BTreeMap::new(), home, &self.text(py, Style::Plain)?, None)
    }

    pub(crate) fn text(&self, py: Python<'_>, style: Style) -> PyResult<String> {
        run(py, None, |budget| self.home.session.text(&self.value, style, budget))
    }

    /// What is asked of this value, with another one or none.
    pub(crate) fn with<'py>(
        &self,
        py: Python<'py>,
        ask: Ask<'_>,
        other: Option<&Object<'py>>,
        budget: Option<&Object<'py>>,
    ) -> PyResult<Object<'py>> {
        let home = present();
        let value = self.in_home(py, &home)?;
        let other = other.map(|other| value_of(&home, other)).transpose()?;
        let session = &home.session;
        let found = run(py, budget, |budget| match (ask, &other) {
            (Ask::Operation(operator), Some(other)) => {
                session.operation(operator, &value, other, budget)
            }
            (Ask::Reversed(operator), Some(other)) => {
                session.operation(operator, other, &value, budget)
            }
            (Ask::Method(name), other) => session.method(&value, name, other.as_slice(), budget),
            (_, _) => session.negative(&value, budget),
        })?;
        to_python(py, &home, found)
    }

    fn get<'py>(&self, py: Python<'py>, method: &str) -> PyResult<Object<'py>> {
        self.with(py, Ask::Method(method), None, None)
    }

    /// A number as `Fraction`; a loopy game may have `on` in its place.
    fn number<'py>(&self, py: Python<'py>, method: &str) -> PyResult<Object<'py>> {
        let found = self.get(py, method)?;
        match number_of(&found)? {
            Some(number) => fraction(py, &number),
            None => Ok(found),
        }
    }

    /// The same for an operator: `NotImplemented` if the other operand is nothing of ours.
    fn operate<'py>(
        &self,
        py: Python<'py>,
        ask: Ask<'_>,
        other: &Object<'py>,
    ) -> PyResult<Object<'py>> {
        if other.is_instance_of::<PyString>() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        if matches!(ask, Ask::Operation(Operator::Divide)) && other.eq(0)? {
            return Err(Failure::DivisionByZero.raise(py));
        }
        match self.with(py, ask, Some(other), None) {
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                Ok(py.NotImplemented().into_bound(py))
            }
            answer => answer,
        }
    }

    fn compare<'py>(&self, other: &Object<'py>, operation: CompareOp) -> PyResult<Object<'py>> {
        let comparison = match operation {
            CompareOp::Eq => Comparison::Equal,
            CompareOp::Ne => Comparison::NotEqual,
            CompareOp::Lt => Comparison::Less,
            CompareOp::Le => Comparison::LessOrEqual,
            CompareOp::Gt => Comparison::Greater,
            CompareOp::Ge => Comparison::GreaterOrEqual,
        };
        let py = other.py();
        let found = self.operate(py, Ask::Operation(Operator::Relation(comparison)), other);
        if matches!(operation, CompareOp::Eq | CompareOp::Ne) {
            let found = unless_no_number(py, found.map(Some))?;
            return Ok(found.unwrap_or_else(|| py.NotImplemented().into_bound(py)));
        }
        found
    }

    fn outcome(&self, py: Python<'_>) -> PyResult<Outcome> {
        let normal = Convention::Normal;
        run(py, None, |budget| self.home.session.outcome(&self.value, normal, budget))
    }
}

/// The value of a text, which must be of one kind.
fn read(py: Python<'_>, source: &str, is: fn(&Value) -> bool, what: &str) -> PyResult<Kept> {
    let home = present();
    let value = evaluate(py, &BTreeMap::new(), &home, source, None)?;
    if is(&value) {
        return Ok(Kept::new(&home, value));
    }
    let message = format!("{source} is {}, and {what} is expected", value.kind());
    Err(PyTypeError::new_err(message))
}

/// What all classes of values have.
macro_rules! class_of_values {
    ($name:ident, $text:literal, $what:literal, $is:expr, $(#[$doc:meta])* { $($own:tt)* }) => {
        $(#[$doc])*
        #[pyclass(frozen, module = "upstar", name = $text)]
        pub(crate) struct $name(pub(crate) Kept);

        impl $name {
            pub(crate) fn new(home: &Arc<Home>, value: Value) -> Self {
                $name(Kept::new(home, value))
            }
        }

        #[pymethods]
        impl $name {
            #[new]
            #[pyo3(signature = (text, /))]
            fn from_text(py: Python<'_>, text: &str) -> PyResult<Self> {
                read(py, text, $is, $what).map($name)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let text = self.0.text(py, Style::Plain)?;
                Ok(format!(concat!($text, "({})"), PyString::new(py, &text).repr()?))
            }

            fn __str__(&self, py: Python<'_>) -> PyResult<String> {
                self.0.text(py, Style::Plain)
            }

            fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
                Ok(format!("${}$", upstar::latex_with_macros(&self.0.text(py, Style::Unicode)?)))
            }

            fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
                PyString::new(py, &self.0.text(py, Style::Plain)?).hash()
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<(Object<'py>, (String,))> {
                let py = slf.py();
                Ok((slf.get_type().into_any(), (slf.get().0.text(py, Style::Plain)?,)))
            }

            fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
                slf
            }

            #[pyo3(signature = (memo, /))]
            fn __deepcopy__<'py>(
                slf: Bound<'py, Self>,
                memo: Object<'py>,
            ) -> Bound<'py, Self> {
                let _ = memo;
                slf
            }

            fn __richcmp__<'py>(
                &self,
                other: &Object<'py>,
                operation: CompareOp,
            ) -> PyResult<Object<'py>> {
                self.0.compare(other, operation)
            }

            fn __neg__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
                self.0.with(py, Ask::Negative, None, None)
            }

            fn __pos__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
                slf
            }

            fn __add__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
                self.0.operate(other.py(), Ask::Operation(Operator::Add), other)
            }

            fn __radd__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
                self.0.operate(other.py(), Ask::Reversed(Operator::Add), other)
            }

            fn __sub__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
                self.0.operate(other.py(), Ask::Operation(Operator::Subtract), other)
            }

            fn __rsub__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
                self.0.operate(other.py(), Ask::Reversed(Operator::Subtract), other)
            }

            fn __mul__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
                self.0.operate(other.py(), Ask::Operation(Operator::Multiply), other)
            }

            fn __rmul__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
                self.0.operate(other.py(), Ask::Reversed(Operator::Multiply), other)
            }

            fn __truediv__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
                self.0.operate(other.py(), Ask::Operation(Operator::Divide), other)
            }

            fn __rtruediv__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
                self.0.operate(other.py(), Ask::Reversed(Operator::Divide), other)
            }

            /// Who wins, as a letter.
            ///
            /// >>> import upstar as up
            /// >>> up.loopy("over").outcome, up.loopy("dud").outcome
            /// ('L', 'D')
            #[getter]
            fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
                Ok(self.0.outcome(py)?.name())
            }

            /// Who wins: "left", "right", "first" (whoever moves first) or "second"; `None` where
            /// one of them can only draw.
            ///
            /// >>> import upstar as up
            /// >>> up.loopy("over").winner, up.loopy("dud").winner
            /// ('left', None)
            #[getter]
            fn winner(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
                Ok(winner_of(self.0.outcome(py)?))
            }

            /// Whether neither is greater and they are not equal.
            ///
            /// >>> import upstar as up
            /// >>> up.loopy("dud").confused_with(0), up.surreal("w").confused_with(1)
            /// (True, False)
            #[pyo3(signature = (other, /))]
            fn confused_with<'py>(
                &self,
                other: &Object<'py>,
            ) -> PyResult<Object<'py>> {
                self.0.with(other.py(), Ask::Operation(Operator::Relation(Comparison::Confused)), Some(other), None)
            }

            $($own)*
        }
    };
}

class_of_values! {
    Loopy, "Loopy", "a loopy game",
    |value| matches!(value, Value::Loopy(_) | Value::LoopyNimber(_)),
    /// A loopy game that equals no short game: a stopper such as `over`, or its two sides.
    ///
    /// >>> from upstar import Loopy, evaluate
    /// >>> over = Loopy("over")
    /// >>> over > 0, over.outcome
    /// (True, 'L')
    /// >>> over + over == over
    /// True
    {
        /// Whether it is a stopper: alternating play in it always ends.
        ///
        /// >>> import upstar as up
        /// >>> up.Loopy("over").is_stopper, up.Loopy("dud").is_stopper
        /// (True, False)
        #[getter]
        fn is_stopper(&self) -> bool {
            match &self.0.value {
                Value::Loopy(game) => game.is_stopper(),
                _ => false,
            }
        }

        /// The onside: endless play is a win for Left. It is the greater of the two sides.
        ///
        /// >>> import upstar as up
        /// >>> up.Loopy("on & off").onside
        /// Loopy('on')
        #[getter]
        fn onside<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
            self.0.get(py, "Onside")
        }

        /// The offside: endless play is a win for Right.
        ///
        /// >>> import upstar as up
        /// >>> up.Loopy("on & off").offside
        /// Loopy('off')
        #[getter]
        fn offside<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
            self.0.get(py, "Offside")
        }

        /// Left's options in canonical form.
        ///
        /// >>> import upstar as up
        /// >>> up.Loopy("over").left_options
        /// [Game(0)]
        #[getter]
        fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
            let options = self.0.get(py, "LeftOptions")?;
            PyList::new(py, options.try_iter()?.collect::<PyResult<Vec<_>>>()?)
        }

        /// Right's options in canonical form.
        ///
        /// >>> import upstar as up
        /// >>> up.Loopy("over").right_options
        /// [Loopy('over')]
        #[getter]
        fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
            let options = self.0.get(py, "RightOptions")?;
            PyList::new(py, options.try_iter()?.collect::<PyResult<Vec<_>>>()?)
        }

        /// The mean: a `Fraction`, or a loopy value.
        ///
        /// >>> import upstar as up
        /// >>> up.Loopy("over").mean
        /// Fraction(0, 1)
        #[getter]
        fn mean<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
            self.0.number(py, "Mean")
        }

        /// The temperature: a `Fraction`, or a loopy value.
        ///
        /// >>> import upstar as up
        /// >>> up.Loopy("over").temperature
        /// Fraction(0, 1)
        #[getter]
        fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
            self.0.number(py, "Temperature")
        }

        fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
            let Kept { home, value } = &self.0;
            run(py, None, |budget| {
                let scene = upstar::value_scene(&home.session, value, Style::Unicode, budget)?;
                Ok::<_, upstar::lang::LangError>(upstar::draw::svg(&scene))
            })
        }
    }
}

class_of_values! {
    Surreal, "Surreal", "a surreal number",
    |value| matches!(value, Value::Surreal(_) | Value::Root(_) | Value::Infinity { .. }),
    /// A surreal number that is not rational: infinite, infinitesimal, irrational.
    ///
    /// >>> from upstar import Surreal
    /// >>> omega = Surreal("w")
    /// >>> (omega + 1) * (omega + 1)
    /// Surreal('ω^2+ω×2+1')
    /// >>> 1 / omega < 1
    /// True
    {
        /// The birthday, an ordinal.
        ///
        /// >>> import upstar as up
        /// >>> up.Surreal("w").birthday
        /// Surreal('ω')
        #[getter]
        fn birthday<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
            self.0.get(py, "Birthday")
        }

        /// The sign expansion, as text: L for plus and R for minus.
        ///
        /// >>> import upstar as up
        /// >>> up.Surreal("w^2 - 1").sign_expansion
        /// 'L^(w^2) R'
        #[getter]
        fn sign_expansion<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
            self.0.get(py, "SignExpansion")
        }

        fn __pow__<'py>(
            &self,
            other: &Object<'py>,
            modulo: &Object<'py>,
        ) -> PyResult<Object<'py>> {
            if !modulo.is_none() {
                return Ok(other.py().NotImplemented().into_bound(other.py()));
            }
            self.0.operate(other.py(), Ask::Operation(Operator::Power), other)
        }
    }
}

class_of_values! {
    Other, "Value", "a value of another kind",
    |_| true,
    /// Any other value of the worksheet language: a misère form, a genus, a quotient, a ruleset.
    ///
    /// >>> from upstar import evaluate
    /// >>> evaluate("*[2,[2]]").kind
    /// 'a misère form'
    {
        /// What kind of value it is, in words.
        ///
        /// >>> import upstar as up
        /// >>> up.evaluate("*[2,[2]]").kind
        /// 'a misère form'
        #[getter]
        fn kind(&self) -> &'static str {
            self.0.value.kind()
        }
    }
}

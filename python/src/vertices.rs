//! The vertices of a graph, as the objects that were put in.

use std::ops::Deref;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use upstar::NamedGraph;

use crate::cells::Cells;
use crate::work::{Failure, Object};

/// A graph with the Python objects that its vertices are. Vertices of files are their names.
pub(crate) struct Vertices {
    graph: NamedGraph,
    nodes: Option<Nodes>,
}

/// The objects by their numbers, and their numbers by the objects.
struct Nodes {
    objects: Arc<Vec<Py<PyAny>>>,
    numbers: Py<PyDict>,
}

impl Deref for Vertices {
    type Target = NamedGraph;

    fn deref(&self) -> &NamedGraph {
        &self.graph
    }
}

impl Vertices {
    /// The vertices of a file.
    pub(crate) fn named(graph: NamedGraph) -> Arc<Self> {
        Arc::new(Vertices { graph, nodes: None })
    }

    pub(crate) fn of_objects(
        graph: NamedGraph,
        objects: &Bound<'_, PyList>,
    ) -> PyResult<Arc<Self>> {
        let numbers = PyDict::new(objects.py());
        for (number, object) in objects.iter().enumerate() {
            numbers.set_item(object, number)?;
        }
        let objects = Arc::new(objects.iter().map(Bound::unbind).collect());
        let nodes = Some(Nodes { objects, numbers: numbers.unbind() });
        Ok(Arc::new(Vertices { graph, nodes }))
    }

    /// The number of a vertex.
    pub(crate) fn number(&self, vertex: &Object<'_>) -> PyResult<u32> {
        let py = vertex.py();
        let Some(nodes) = &self.nodes else {
            let name = vertex.str()?.to_string();
            return self.graph.vertex(&name).map_err(|error| Failure::from(error).raise(py));
        };
        if let Some(number) = nodes.numbers.bind(py).get_item(vertex)? {
            return number.extract();
        }
        // Somebody may have written the text of a vertex.
        let near = self.graph.names().find(&vertex.str()?.to_string());
        let near = match near {
            Some(near) => format!("; did you mean {}?", self.object(py, near)?.repr()?),
            None => String::new(),
        };
        let message = format!("{} has no vertex {}{near}", self.graph.name(), vertex.repr()?);
        Err(Failure::Unknown(message).raise(py))
    }

    /// A vertex by its number.
    pub(crate) fn object<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Object<'py>> {
        Ok(match &self.nodes {
            Some(nodes) => nodes.objects[number as usize].bind(py).clone(),
            None => PyString::new(py, &self.graph.names().get(number).to_string()).into_any(),
        })
    }

    /// A vertex, or none, by its number.
    pub(crate) fn maybe<'py>(
        &self,
        py: Python<'py>,
        number: Option<u32>,
    ) -> PyResult<Option<Object<'py>>> {
        number.map(|number| self.object(py, number)).transpose()
    }

    pub(crate) fn list<'py>(
        &self,
        py: Python<'py>,
        numbers: impl Iterator<Item = u32>,
    ) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for number in numbers {
            list.append(self.object(py, number)?)?;
        }
        Ok(list)
    }

    /// A column of some vertices.
    pub(crate) fn column(&self, numbers: impl Iterator<Item = Option<u32>>) -> Cells {
        match &self.nodes {
            Some(nodes) => Cells::Objects(nodes.objects.clone(), numbers.collect()),
            None => {
                let name = |number| self.graph.names().get(number).to_string();
                Cells::Text(numbers.map(|number| number.map(name)).collect())
            }
        }
    }

    /// The column of all vertices.
    pub(crate) fn all(&self) -> Cells {
        self.column((0..self.graph.graph().vertices()).map(Some))
    }

    /// Whether the vertices are objects of Python.
    pub(crate) fn are_objects(&self) -> bool {
        self.nodes.is_some()
    }
}

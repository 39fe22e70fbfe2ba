//! The columns of a table, and a batch of its rows.

use std::fmt;

/// The type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// UTF-8 text.
    Text,
    /// An integer from 0 to 2^64 - 1.
    U64,
    /// An integer from -2^63 to 2^63 - 1.
    I64,
}

/// One column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name, as written in the header.
    pub name: String,
    /// The type of its cells.
    pub kind: Kind,
    /// Whether cells may be empty.
    pub nullable: bool,
    /// Whether cells are values of games or numbers, which LaTeX sets as maths.
    pub is_value: bool,
}

impl Column {
    /// A column without empty cells.
    pub fn new(name: impl Into<String>, kind: Kind) -> Column {
        Column { name: name.into(), kind, nullable: false, is_value: false }
    }

    /// A column of texts that are values of games or numbers, as `{2|-1/2}`.
    pub fn value(name: impl Into<String>) -> Column {
        Column { is_value: true, ..Column::new(name, Kind::Text) }
    }

    /// A column whose cells may be empty.
    pub fn nullable(name: impl Into<String>, kind: Kind) -> Column {
        Column { nullable: true, ..Column::new(name, kind) }
    }
}

/// The columns of a table, in order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Schema {
    columns: Vec<Column>,
}

impl Schema {
    /// A table with these columns.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Schema {
        Schema { columns: columns.into_iter().collect() }
    }

    /// The columns in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }
}

/// A batch of rows of a table, stored by columns.
///
/// Cells are appended to the columns one by one, in any order of columns. When the batch is
/// written, all columns must have the same length.
///
/// ```
/// use upstar_files::table::{Batch, Column, Kind, Schema};
/// let schema = Schema::new([
///     Column::new("vertex", Kind::Text),
///     Column::nullable("remoteness", Kind::U64),
/// ]);
/// let mut batch = Batch::new(&schema);
/// batch.push_text(0, "a");
/// batch.push_u64(1, 3);
/// batch.push_display(0, &7);
/// batch.push_null(1);
/// assert_eq!(batch.rows(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    pub(super) columns: Vec<ColumnCells>,
}

/// The cells of one column.
#[derive(Clone, Debug)]
pub(super) struct ColumnCells {
    pub(super) nullable: bool,
    /// For a nullable column: 1 for a value, 0 for an empty cell. These are the definition levels
    /// of Parquet. Otherwise empty.
    pub(super) levels: Vec<i16>,
    /// The values of the cells that are not empty.
    pub(super) values: Values,
}

#[derive(Clone, Debug)]
pub(super) enum Values {
    Text { text: String, ends: Vec<usize> },
    U64(Vec<u64>),
    I64(Vec<i64>),
}

/// A cell, for the formats that are written row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell<'a> {
    Empty,
    Text(&'a str),
    U64(u64),
    I64(i64),
}

impl Values {
    fn new(kind: Kind) -> Values {
        match kind {
            Kind::Text => Values::Text { text: String::new(), ends: Vec::new() },
            Kind::U64 => Values::U64(Vec::new()),
            Kind::I64 => Values::I64(Vec::new()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Values::Text { ends, .. } => ends.len(),
            Values::U64(values) => values.len(),
            Values::I64(values) => values.len(),
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Values::Text { .. } => Kind::Text,
            Values::U64(_) => Kind::U64,
            Values::I64(_) => Kind::I64,
        }
    }

    fn clear(&mut self) {
        match self {
            Values::Text { text, ends } => {
                text.clear();
                ends.clear();
            }
            Values::U64(values) => values.clear(),
            Values::I64(values) => values.clear(),
        }
    }

    fn get(&self, i: usize) -> Cell<'_> {
        match self {
            Values::Text { text, ends } => {
                let start = if i == 0 { 0 } else { ends[i - 1] };
                Cell::Text(&text[start..ends[i]])
            }
            Values::U64(values) => Cell::U64(values[i]),
            Values::I64(values) => Cell::I64(values[i]),
        }
    }

    fn append(&mut self, other: &Values) {
        match (self, other) {
            (Values::Text { text, ends }, Values::Text { text: more, ends: more_ends }) => {
                let shift = text.len();
                text.push_str(more);
                ends.extend(more_ends.iter().map(|end| end + shift));
            }
            (Values::U64(values), Values::U64(more)) => {
                values.extend_from_slice(more);
            }
            (Values::I64(values), Values::I64(more)) => {
                values.extend_from_slice(more);
            }
            _ => unreachable!("the kinds were compared before"),
        }
    }
}

impl ColumnCells {
    fn len(&self) -> usize {
        if self.nullable { self.levels.len() } else { self.values.len() }
    }

    fn filled(&mut self) {
        if self.nullable {
            self.levels.push(1);
        }
    }
}

impl Batch {
    /// A batch without rows.
    pub fn new(schema: &Schema) -> Batch {
        let columns = schema.columns.iter().map(|column| ColumnCells {
            nullable: column.nullable,
            levels: Vec::new(),
            values: Values::new(column.kind),
        });
        Batch { columns: columns.collect() }
    }

    /// The number of rows (the length of the first column).
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, ColumnCells::len)
    }

    /// Removes all rows but keeps the memory.
    pub fn clear(&mut self) {
        for cells in &mut self.columns {
            cells.levels.clear();
            cells.values.clear();
        }
    }

    /// Appends `value` to column `column`.
    ///
    /// # Panics
    /// If there is no such column of kind [`Kind::Text`].
    pub fn push_text(&mut self, column: usize, value: &str) {
        self.push_display(column, &value);
    }

    /// Appends the text that `value` displays to column `column`.
    ///
    /// # Panics
    /// If there is no such column of kind [`Kind::Text`].
    pub fn push_display(&mut self, column: usize, value: &dyn fmt::Display) {
        use fmt::Write;
        let cells = &mut self.columns[column];
        let Values::Text { text, ends } = &mut cells.values else {
            panic!("column {column} holds no text");
        };
        write!(text, "{value}").expect("writing to a string does not fail");
        ends.push(text.len());
        cells.filled();
    }

    /// Appends `value` to column `column`.
    ///
    /// # Panics
    /// If there is no such column of kind [`Kind::U64`].
    pub fn push_u64(&mut self, column: usize, value: u64) {
        let cells = &mut self.columns[column];
        let Values::U64(values) = &mut cells.values else {
            panic!("column {column} holds no unsigned integers");
        };
        values.push(value);
        cells.filled();
    }

    /// Appends `value` to column `column`.
    ///
    /// # Panics
    /// If there is no such column of kind [`Kind::I64`].
    pub fn push_i64(&mut self, column: usize, value: i64) {
        let cells = &mut self.columns[column];
        let Values::I64(values) = &mut cells.values else {
            panic!("column {column} holds no signed integers");
        };
        values.push(value);
        cells.filled();
    }

    /// Appends an empty cell to column `column`.
    ///
    /// # Panics
    /// If there is no such column, or it is not nullable.
    pub fn push_null(&mut self, column: usize) {
        let cells = &mut self.columns[column];
        assert!(cells.nullable, "column {column} is not nullable");
        cells.levels.push(0);
    }

    /// Appends the text that `value` displays to column `column`, or an empty cell.
    ///
    /// # Panics
    /// As [`Batch::push_display`] and [`Batch::push_null`].
    pub fn push_optional(&mut self, column: usize, value: Option<impl fmt::Display>) {
        match value {
            Some(value) => self.push_display(column, &value),
            None => self.push_null(column),
        }
    }

    /// Appends `value` to column `column`, or an empty cell.
    ///
    /// # Panics
    /// As [`Batch::push_u64`] and [`Batch::push_null`].
    pub fn push_optional_u64(&mut self, column: usize, value: Option<impl Into<u64>>) {
        match value {
            Some(value) => self.push_u64(column, value.into()),
            None => self.push_null(column),
        }
    }

    /// Panics unless the batch belongs to a table with this schema and all columns have the same
    /// length.
    pub(super) fn check(&self, schema: &Schema) {
        let rows = self.rows();
        assert_eq!(self.columns.len(), schema.columns.len(), "columns");
        for (cells, column) in self.columns.iter().zip(&schema.columns) {
            let name = &column.name;
            assert_eq!(cells.len(), rows, "rows of column {name}");
            assert_eq!(cells.values.kind(), column.kind, "column {name}");
            assert_eq!(cells.nullable, column.nullable, "column {name}");
        }
    }

    pub(super) fn append(&mut self, other: &Batch) {
        for (cells, more) in self.columns.iter_mut().zip(&other.columns) {
            cells.levels.extend_from_slice(&more.levels);
            cells.values.append(&more.values);
        }
    }

    /// Calls `with` for every cell, row by row, with the column's number.
    pub(super) fn for_each_cell<E>(
        &self,
        mut with: impl FnMut(usize, Cell<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut next = vec![0; self.columns.len()];
        for row in 0..self.rows() {
            for (column, cells) in self.columns.iter().enumerate() {
                if cells.nullable && cells.levels[row] == 0 {
                    with(column, Cell::Empty)?;
                } else {
                    with(column, cells.values.get(next[column]))?;
                    next[column] += 1;
                }
            }
        }
        Ok(())
    }
}

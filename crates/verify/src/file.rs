//! Certificates in files.
//!
//! The first line is an [`Envelope`] with the digest of the graph. CSV with a header follows, with
//! one row for every vertex, by name:
//!
//! - kind `outcomes`, subject `normal play` or `misère play`: columns
//!   `vertex,outcome,remoteness,move`;
//! - kind `coloured outcomes`, the same subjects: columns `vertex`, then
//!   `left_result,left_remoteness,left_move` and the same for `right`, with results W, L and D for
//!   the player to move;
//! - kind `values`, subject `normal play`: columns `vertex,value,rank,witness`
//!   where the value is `*3` (with a rank) or `∞{0,2}` (with a witness);
//! - kind `owned`, subject an objective such as `parity` or `buchi`: columns
//!   `vertex,target,winner,remoteness,move`, targets and winners 0 or 1.
//!
//! The file may be compressed. "First" in the checks means first in the order of these rows, so a
//! certificate remains valid when the graph is written in another order or format.

mod owned_rows;

use std::io::Write;

use upstar_core::arcs::{MoveResult, Objective};
use upstar_core::names::{Name, NameIndex, Names, TextNames};
use upstar_core::{Budget, Convention, Lease, Outcome};
use upstar_files::graph::{EdgeList, ReadOptions};
use upstar_files::{Envelope, FileError, GraphDigest, Output, Records, Source};

use crate::Result;
use crate::error::{Rejection, VerifyError};
use crate::graph::Arcs;
use crate::outcomes::{self, Movers, OutcomeRow};
use crate::owned::{self, OwnedRow};
use crate::values::{self, ValueRow};

const VERSION: u32 = 1;
const OUTCOMES: &str = "outcomes";
const COLOURED: &str = "coloured outcomes";
const VALUES: &str = "values";
const OWNED: &str = "owned";
const KINDS: [&str; 4] = [OUTCOMES, COLOURED, VALUES, OWNED];

/// The columns of the kinds.
const OUTCOME_COLUMNS: &[&str] = &["vertex", "outcome", "remoteness", "move"];
const COLOURED_COLUMNS: &[&str] = &[
    "vertex",
    "left_result",
    "left_remoteness",
    "left_move",
    "right_result",
    "right_remoteness",
    "right_move",
];
const VALUE_COLUMNS: &[&str] = &["vertex", "value", "rank", "witness"];

/// The claims of a certificate. Vertices are numbered as its rows are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The winner of each position.
    Outcomes {
        /// Normal or misère play.
        convention: Convention,
        /// A row for each vertex.
        rows: Vec<OutcomeRow>,
    },
    /// The winner of each position with each player to move.
    Coloured {
        /// Normal or misère play.
        convention: Convention,
        /// Two rows for each vertex: Left moves, Right moves.
        rows: Vec<OutcomeRow>,
    },
    /// The nimber or loopy nimber of each position.
    Values {
        /// A row for each vertex.
        rows: Vec<ValueRow>,
    },
    /// Who wins from each position of a game whose vertices have owners.
    Owned {
        /// What Left wants.
        objective: Objective,
        /// A row for each vertex.
        rows: Vec<OwnedRow>,
    },
}

/// The result of a successful check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The kind of the certificate, such as `outcomes`.
    pub kind: String,
    /// Its subject, such as `normal play`.
    pub subject: String,
    /// The vertices of the graph.
    pub vertices: u32,
    /// Its arcs.
    pub arcs: u64,
    /// Its digest.
    pub digest: GraphDigest,
}

impl Certificate {
    fn kind(&self) -> &'static str {
        match self {
            Certificate::Outcomes { .. } => OUTCOMES,
            Certificate::Coloured { .. } => COLOURED,
            Certificate::Values { .. } => VALUES,
            Certificate::Owned { .. } => OWNED,
        }
    }

    fn subject(&self) -> &'static str {
        match self {
            Certificate::Outcomes { convention: Convention::Misere, .. }
            | Certificate::Coloured { convention: Convention::Misere, .. } => "misère play",
            Certificate::Owned { objective, .. } => objective.name(),
            _ => "normal play",
        }
    }

    /// Checks the certificate against a graph whose vertices are numbered as its rows are.
    ///
    /// # Errors
    /// See [`outcomes::check`], [`values::check`] and [`owned::check`].
    pub fn check(&self, graph: &Arcs, budget: &Budget) -> Result {
        match self {
            Certificate::Outcomes { convention, rows } => {
                outcomes::check(graph, Movers::Alike, *convention, rows, budget)
            }
            Certificate::Coloured { convention, rows } => {
                outcomes::check(graph, Movers::Coloured, *convention, rows, budget)
            }
            Certificate::Values { rows } => values::check(graph, rows, budget),
            Certificate::Owned { objective, rows } => owned::check(graph, *objective, rows, budget),
        }
    }
}

/// Writes a certificate for a graph with these names and this digest. The caller must still finish
/// the output.
///
/// # Errors
/// [`FileError::Write`].
///
/// # Panics
/// If the numbers of rows and names differ, or a row refers to a missing vertex.
pub fn write(
    output: &mut Output,
    certificate: &Certificate,
    names: &Names,
    digest: GraphDigest,
) -> Result<(), FileError> {
    let envelope = Envelope {
        kind: certificate.kind().into(),
        version: VERSION,
        subject: certificate.subject().into(),
        digest: digest.to_string(),
        rows: u64::from(names.len()),
    };
    envelope.write(output)?;
    let result = match certificate {
        Certificate::Outcomes { rows, .. } => {
            write_outcomes(output, names, OUTCOME_COLUMNS, 1, rows)
        }
        Certificate::Coloured { rows, .. } => {
            write_outcomes(output, names, COLOURED_COLUMNS, 2, rows)
        }
        Certificate::Values { rows } => write_values(output, names, rows),
        Certificate::Owned { rows, .. } => owned_rows::write(output, names, rows),
    };
    result.map_err(|e| output.error(e))
}

/// Writes a name as a CSV field.
fn field(output: &mut Output, name: Name<'_>) -> std::io::Result<()> {
    match name {
        Name::Integer(n) => write!(output, "{n}"),
        Name::Text(text) => write!(output, "\"{}\"", text.replace('"', "\"\"")),
    }
}

fn optional(output: &mut Output, n: Option<u32>) -> std::io::Result<()> {
    output.write_all(b",")?;
    n.map_or(Ok(()), |n| write!(output, "{n}"))
}

fn optional_name(output: &mut Output, names: &Names, v: Option<u32>) -> std::io::Result<()> {
    output.write_all(b",")?;
    v.map_or(Ok(()), |v| field(output, names.get(v)))
}

/// Writes outcomes with `players` rows for each vertex.
fn write_outcomes(
    output: &mut Output,
    names: &Names,
    columns: &[&str],
    players: usize,
    rows: &[OutcomeRow],
) -> std::io::Result<()> {
    assert_eq!(rows.len(), players * names.len() as usize, "rows");
    writeln!(output, "{}", columns.join(","))?;
    for (name, rows) in names.iter().zip(rows.chunks(players)) {
        field(output, name)?;
        for row in rows {
            match players {
                1 => write!(output, ",{}", row.outcome)?,
                _ => write!(output, ",{}", MoveResult::of_outcome(row.outcome))?,
            }
            optional(output, row.remoteness)?;
            optional_name(output, names, row.best)?;
        }
        output.write_all(b"\n")?;
    }
    Ok(())
}

fn write_values(output: &mut Output, names: &Names, rows: &[ValueRow]) -> std::io::Result<()> {
    assert_eq!(rows.len(), names.len() as usize, "rows");
    writeln!(output, "{}", VALUE_COLUMNS.join(","))?;
    for (name, row) in names.iter().zip(rows) {
        field(output, name)?;
        match row {
            ValueRow::Nimber { value, rank } => writeln!(output, ",*{value},{rank},")?,
            ValueRow::Infinite { members, witness } => {
                let members: Vec<String> = members.iter().map(u32::to_string).collect();
                write!(output, ",\"∞{{{}}}\",", members.join(","))?;
                optional_name(output, names, Some(*witness))?;
                output.write_all(b"\n")?;
            }
        }
    }
    Ok(())
}

/// A certificate as read from a file: vertices in rows are still names.
struct Unresolved {
    envelope: Envelope,
    names: Names,
    /// For each row that refers to a vertex: its name and line, in order.
    references: Vec<Option<(String, u64)>>,
    certificate: Certificate,
}

/// Reads the header, names and claims of a certificate. A row that refers to a vertex without a row
/// is an error.
///
/// # Errors
/// [`FileError`] for a file that is not a certificate or is damaged; the budget.
pub fn read(source: &Source, budget: &Budget) -> Result<(Envelope, Names, Certificate), FileError> {
    let Unresolved { envelope, names, references, mut certificate } = unresolved(source, budget)?;
    let index = NameIndex::new(&names);
    for (v, name) in (0..).zip(names.iter()) {
        if index.find(&name.to_string()) != Some(v) {
            let found = format!("two rows for vertex {name}");
            return Err(FileError::malformed(&source.name(), 0, 0, found, "one"));
        }
    }
    let mut references = references.into_iter();
    let mut resolve = || match references.next().flatten() {
        None => Ok(None),
        Some((name, line)) => index.find(&name).map(Some).ok_or_else(|| {
            let found = format!("the vertex {name:?}, which has no row");
            FileError::malformed(&source.name(), line, 0, found, "a vertex of the first column")
        }),
    };
    match &mut certificate {
        Certificate::Outcomes { rows, .. } | Certificate::Coloured { rows, .. } => {
            for row in rows {
                row.best = resolve()?;
            }
        }
        Certificate::Owned { rows, .. } => {
            for row in rows {
                row.best = resolve()?;
            }
        }
        Certificate::Values { rows } => {
            for row in rows {
                let found = resolve()?;
                if let (ValueRow::Infinite { witness, .. }, Some(v)) = (row, found) {
                    *witness = v;
                }
            }
        }
    }
    Ok((envelope, names, certificate))
}

fn unresolved(source: &Source, budget: &Budget) -> Result<Unresolved, FileError> {
    let name = source.name();
    let mut records = Records::open(source, budget)?;
    let envelope = records.envelope()?;
    envelope.expect(&name, &KINDS, VERSION)?;
    let objective = match envelope.subject.parse::<Objective>() {
        _ if envelope.kind != OWNED => None,
        Ok(objective) => Some(objective),
        Err(error) => {
            let found = format!("the subject {:?}", envelope.subject);
            return Err(FileError::malformed(&name, 1, 1, found, error.expected));
        }
    };
    let convention = match envelope.subject.as_str() {
        _ if objective.is_some() => Convention::Normal,
        "normal play" => Convention::Normal,
        "misère play" if envelope.kind != VALUES => Convention::Misere,
        other => {
            let found = format!("the subject {other:?}");
            return Err(FileError::malformed(&name, 1, 1, found, "normal play or misère play"));
        }
    };
    let columns = match envelope.kind.as_str() {
        OUTCOMES => OUTCOME_COLUMNS,
        COLOURED => COLOURED_COLUMNS,
        OWNED => owned_rows::COLUMNS,
        _ => VALUE_COLUMNS,
    };
    let mut reader = Reader { records, references: Vec::new() };
    let mut names = TextNames::new();
    let (mut outcomes, mut values, mut owned) = (Vec::new(), Vec::new(), Vec::new());
    let mut lease = Lease::new(budget);
    let mut header = true;
    while reader.records.advance()? {
        let found = reader.records.len();
        if found != columns.len() {
            let found = format!("a row of {found} fields");
            let expected = format!("{}: {}", columns.len(), columns.join(","));
            return Err(reader.records.error(0, found, expected));
        }
        if std::mem::take(&mut header) {
            for (field, &column) in columns.iter().enumerate() {
                let text = reader.records.text(field)?;
                if text != column {
                    let found = format!("the column {}", shown(&text));
                    let expected = format!("{column}: the columns are {}", columns.join(","));
                    return Err(reader.records.error(field, found, expected));
                }
            }
            continue;
        }
        if u64::from(names.len()) == envelope.rows {
            let found = format!("more than {} rows", envelope.rows);
            return Err(reader.records.error(0, found, "as many as the first line says"));
        }
        let vertex = reader.records.text(0)?.into_owned();
        // A generous estimate: names, rows and references of one vertex.
        let bytes = 160 + 2 * vertex.len() as u64;
        lease.reserve(bytes)?;
        names.push(&vertex);
        match envelope.kind.as_str() {
            OUTCOMES => outcomes.push(reader.outcome(1)?),
            COLOURED => {
                outcomes.push(reader.outcome(1)?);
                outcomes.push(reader.outcome(4)?);
            }
            OWNED => owned.push(owned_rows::read(&mut reader)?),
            _ => values.push(reader.value()?),
        }
    }
    if u64::from(names.len()) != envelope.rows {
        let found = format!("{} rows", names.len());
        let expected = format!("{}, as the first line says", envelope.rows);
        return Err(FileError::malformed(&name, 1, 1, found, expected));
    }
    let certificate = match envelope.kind.as_str() {
        OWNED => {
            let objective = objective.unwrap_or(Objective::MaxParity);
            Certificate::Owned { objective, rows: owned }
        }
        OUTCOMES => Certificate::Outcomes { convention, rows: outcomes },
        COLOURED => Certificate::Coloured { convention, rows: outcomes },
        _ => Certificate::Values { rows: values },
    };
    let references = reader.references;
    Ok(Unresolved { envelope, names: Names::Text(names), references, certificate })
}

/// The beginning of a text, quoted.
fn shown(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

struct Reader {
    records: Records,
    references: Vec<Option<(String, u64)>>,
}

impl Reader {
    fn number(&self, field: usize, text: &str) -> Result<u32, FileError> {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        text.parse()
            .ok()
            .filter(|_| digits)
            .ok_or_else(|| self.records.error(field, shown(text), "a number below 2^32"))
    }

    fn reference(&mut self, field: usize) -> Result<(), FileError> {
        let reference = if self.records.is_empty(field) {
            None
        } else {
            Some((self.records.text(field)?.into_owned(), self.records.line()))
        };
        self.references.push(reference);
        Ok(())
    }

    /// Reads outcome, remoteness and move from `field` on. The move is not resolved.
    fn outcome(&mut self, field: usize) -> Result<OutcomeRow, FileError> {
        let outcome = match self.records.text(field)?.as_ref() {
            "N" | "W" => Outcome::N,
            "P" | "L" => Outcome::P,
            "D" => Outcome::D,
            other => {
                let found = shown(other);
                let expected = "an outcome: N, P, D (or W, L, D for who moves)";
                return Err(self.records.error(field, found, expected));
            }
        };
        let remoteness = self.remoteness(field + 1)?;
        self.reference(field + 2)?;
        Ok(OutcomeRow { outcome, remoteness, best: None })
    }

    /// A number, or nothing.
    fn remoteness(&self, field: usize) -> Result<Option<u32>, FileError> {
        if self.records.is_empty(field) {
            return Ok(None);
        }
        Ok(Some(self.number(field, &self.records.text(field)?)?))
    }

    fn value(&mut self) -> Result<ValueRow, FileError> {
        self.reference(3)?;
        let text = self.records.text(1)?;
        let set = text.strip_prefix("∞{").and_then(|rest| rest.strip_suffix('}'));
        match (text.strip_prefix('*'), set) {
            (Some(number), _) => {
                if !self.records.is_empty(3) {
                    return Err(self.records.error(3, "a witness for a nimber", "nothing"));
                }
                let value = self.number(1, number)?;
                let rank = self.number(2, &self.records.text(2)?)?;
                Ok(ValueRow::Nimber { value, rank })
            }
            (None, Some(set)) => {
                if !self.records.is_empty(2) || self.records.is_empty(3) {
                    let found = "an infinite value with a rank or without a witness";
                    return Err(self.records.error(2, found, "no rank and a witness"));
                }
                let members = set.split(',').filter(|_| !set.is_empty());
                let members = members.map(|n| self.number(1, n)).collect::<Result<_, _>>()?;
                Ok(ValueRow::Infinite { members, witness: u32::MAX })
            }
            (None, None) => {
                let found = shown(&text);
                Err(self.records.error(1, found, "a value: *3 or ∞{0,2}"))
            }
        }
    }
}

/// Reads a certificate and its graph, and checks the certificate against the graph.
///
/// # Errors
/// [`VerifyError::Rejected`] with the name of the first vertex whose row is wrong;
/// [`VerifyError::OtherGraph`] if the digests differ; [`FileError`] for unreadable files; the
/// budget.
pub fn check(
    graph: &Source,
    options: &ReadOptions,
    certificate: &Source,
    budget: &Budget,
) -> Result<Checked> {
    let (envelope, names, claims) = read(certificate, budget)?;
    let owners = envelope.kind == OWNED;
    let mut options = options.clone();
    options.owners = owners;
    let (list, _) = EdgeList::read(graph, &options, budget)?;
    if !owners && !list.owners.is_empty() {
        return Err(FileError::owners(&graph.name()).into());
    }
    let digest = GraphDigest::of(&list.view(), budget)?;
    if envelope.digest != digest.to_string() {
        return Err(VerifyError::OtherGraph {
            expected: envelope.digest,
            found: digest.to_string(),
        });
    }
    // The graph's vertices, numbered as the rows of the certificate.
    let index = NameIndex::new(&names);
    let mut numbers = Vec::with_capacity(list.names.len() as usize);
    for name in list.names.iter() {
        let number = index.find(&name.to_string());
        numbers.push(number.ok_or_else(|| {
            VerifyError::Graph(format!("the certificate has no row for vertex {name}"))
        })?);
    }
    if names.len() != list.names.len() {
        let (rows, vertices) = (names.len(), list.names.len());
        return Err(VerifyError::Graph(format!("{rows} rows for a graph of {vertices} vertices")));
    }
    let number = |v: u32| numbers[v as usize];
    let arcs = Arcs {
        vertices: names.len(),
        arcs: list.arcs.iter().map(|&(from, to)| (number(from), number(to))).collect(),
        colours: list.colours,
        terminals: list.terminals.iter().map(|&(v, result)| (number(v), result)).collect(),
        owners: owned_rows::renumbered(&list.owners, &numbers),
    };
    claims.check(&arcs, budget).map_err(|error| match error {
        VerifyError::Rejected(rejection) => VerifyError::Rejected(Rejection {
            name: Some(names.get(rejection.vertex).to_string()),
            ..rejection
        }),
        other => other,
    })?;
    Ok(Checked {
        kind: envelope.kind,
        subject: envelope.subject,
        vertices: names.len(),
        arcs: arcs.arcs.len() as u64,
        digest,
    })
}

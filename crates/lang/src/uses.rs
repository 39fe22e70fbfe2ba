//! The names that a line defines and uses.

use std::collections::BTreeSet;

use crate::Result;
use crate::ast::{Callee, Clause, NodeKind, Program};
use crate::parser::parse;

/// The names of variables in a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineNames {
    /// Names that it gives a value.
    pub defines: BTreeSet<String>,
    /// Names whose value it may need, of those that are not given one before they are used.
    /// Constants, functions, games and names within functions may be among them.
    pub uses: BTreeSet<String>,
}

/// The names of variables in a line.
///
/// ```
/// let names = upstar_lang::line_names("f(n) := n + k; g := f(3) + f(h)")?;
/// assert_eq!(names.defines.into_iter().collect::<Vec<_>>(), ["f", "g"]);
/// assert!(names.uses.contains("h") && names.uses.contains("k") && !names.uses.contains("f"));
/// # Ok::<(), upstar_lang::LangError>(())
/// ```
///
/// # Errors
///
/// [`LangError::Syntax`](crate::LangError::Syntax) if the text is no line of a worksheet.
pub fn line_names(source: &str) -> Result<LineNames> {
    let mut names = LineNames::default();
    for line in parse(source)? {
        // Programs within programs are bounded by the parser.
        let mut open: Vec<&Program> = vec![&line.program];
        let (mut assigned, mut local) = (BTreeSet::new(), BTreeSet::new());
        while let Some(program) = open.pop() {
            for node in &program.nodes {
                match &node.kind {
                    NodeKind::Name(name)
                    | NodeKind::NameOrText(name)
                    | NodeKind::Call { callee: Callee::Name(name, _), .. }
                    | NodeKind::Method { name, .. }
                        if !names.defines.contains(name) =>
                    {
                        names.uses.insert(name.clone());
                    }
                    _ => {}
                }
                match &node.kind {
                    NodeKind::Function(lambda) => {
                        local.extend(lambda.parameters.iter().map(|one| &*one.name));
                    }
                    NodeKind::Comprehension(rule) => {
                        local.extend(rule.clauses.iter().filter_map(Clause::name));
                    }
                    NodeKind::Let(one) => _ = local.insert(&*one.name),
                    NodeKind::Statements(all) => {
                        for target in all.iter().filter_map(|one| one.target.as_ref()) {
                            let names = if target.is_new { &mut local } else { &mut assigned };
                            names.insert(&*target.name);
                        }
                    }
                    _ => {}
                }
                open.extend(node.kind.programs());
            }
        }
        names.defines.extend(assigned.difference(&local).map(|&name| name.to_owned()));
        if let Some((name, _)) = line.target {
            names.defines.insert(name);
        }
    }
    Ok(names)
}

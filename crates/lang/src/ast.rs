//! The parsed form of a line.

use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::kinds::Kind;
use crate::lexer::Relation;

/// Index of a node. Children come before their parents, so that a line is
/// evaluated by one pass over its nodes, however deep it is.
pub(crate) type NodeId = u32;

/// A statement: an expression, and the name that its value gets.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The name and its place, for `name := expression`.
    pub(crate) target: Option<(String, Range<usize>)>,
    /// Empty for a blank line.
    pub(crate) program: Program,
}

/// An expression. Every node but the last is the child of exactly one other node; the last node is
/// the whole expression.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) nodes: Vec<Node>,
    /// The depth of nested functions and comprehensions.
    pub(crate) depth: usize,
    /// The result of [`Program::kept_sums`] for a part of a line.
    pub(crate) kept: Vec<bool>,
}

impl Program {
    /// The program of `nodes`; the first has the number `first`.
    pub(crate) fn new(mut nodes: Vec<Node>, first: NodeId) -> Self {
        let inner = nodes.iter().flat_map(|node| node.kind.programs());
        let depth = inner.map(|program| program.depth + 1).max().unwrap_or(0);
        if first > 0 {
            nodes.iter_mut().for_each(|node| node.kind.each_child(&mut |child| *child -= first));
        }
        let mut program = Program { nodes, depth, kept: Vec::new() };
        program.kept = program.kept_sums(false);
        program
    }

    /// Whether it may contain positions.
    pub(crate) fn has_positions(&self) -> bool {
        self.nodes.iter().any(|node| {
            matches!(
                node.kind,
                NodeKind::Call { .. }
                    | NodeKind::Method { .. }
                    | NodeKind::Name(_)
                    | NodeKind::NameOrText(_)
                    | NodeKind::Position(_)
            )
        })
    }
}

impl Program {
    /// Which nodes are sums that are kept as they are written: those that a method is asked of
    /// which keeps them, and if `whole` the expression itself. Empty where there are none.
    pub(crate) fn kept_sums(&self, whole: bool) -> Vec<bool> {
        let keeps = crate::methods::keeps_sums;
        let asked = |node: &Node| match &node.kind {
            NodeKind::Method { receiver, name, .. } if keeps(name) => Some(*receiver),
            NodeKind::Call { callee: Callee::Name(name, _), arguments } if keeps(name) => {
                arguments.items.first().copied()
            }
            _ => None,
        };
        if !whole && !self.nodes.iter().any(|node| asked(node).is_some()) {
            return Vec::new();
        }
        let mut kept = vec![false; self.nodes.len()];
        if let Some(last) = kept.last_mut() {
            *last = whole;
        }
        for (at, node) in self.nodes.iter().enumerate().rev() {
            if let Some(asked) = asked(node) {
                kept[asked as usize] = true;
            }
            if !kept[at] {
                continue;
            }
            match node.kind {
                NodeKind::Paren(inner) | NodeKind::Prefix(Prefix::Minus | Prefix::Plus, inner) => {
                    kept[inner as usize] = true;
                }
                NodeKind::Binary(Binary::Add | Binary::Subtract, left, right) => {
                    kept[left as usize] = true;
                    kept[right as usize] = true;
                }
                NodeKind::Binary(Binary::Multiply, left, right)
                    if matches!(self.nodes[left as usize].kind, NodeKind::Integer(_)) =>
                {
                    kept[right as usize] = true;
                }
                _ => {}
            }
        }
        kept
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    /// The source text of the node, as a range of bytes.
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    Integer(BigInt),
    Text(String),
    /// `...` among options.
    Ellipsis,
    /// A variable or a constant.
    Name(String),
    /// The same as an argument of a game that takes texts: without such a variable or constant it
    /// is a text, `hackenbush(lrl)`.
    NameOrText(String),
    /// `*`, `*5`, `*(expression)`.
    Nimber(Option<NodeId>),
    /// `^`, `^5`, `v(expression)`: `sign` is 1 or -1, the count 1 if absent.
    Ups {
        sign: i64,
        count: Option<NodeId>,
    },
    /// `^^`: a number of ups, negative for downs.
    Arrows(i64),
    /// `^<2>`, or `^[2]` if `sum`.
    ArrowPower {
        down: bool,
        sum: bool,
        exponent: BigInt,
    },
    /// An expression in parentheses.
    Paren(NodeId),
    Prefix(Prefix, NodeId),
    Binary(Binary, NodeId, NodeId),
    /// `{L|R}`; as a form that is not simplified if `quoted`.
    Game {
        left: Vec<NodeId>,
        right: Vec<NodeId>,
        quoted: bool,
        /// Its label: `a` in `a{0|a}`.
        label: Option<String>,
    },
    /// The enclosing game with this label.
    Label(String),
    /// `^<on>`, or `^[on]` if `sum`.
    ArrowOn {
        down: bool,
        sum: bool,
    },
    /// A misère form in its printed notation.
    Misere(String),
    /// `*[4,2]`: the misère form given by a list.
    MisereList(NodeId),
    Set(Vec<NodeId>),
    /// `'0'`: the form of a value.
    Quoted(NodeId),
    /// `4 => ^` in a map.
    Entry(NodeId, NodeId),
    /// `{=>}`.
    EmptyMap,
    List(Vec<NodeId>),
    /// `(3,5)`.
    Pair(Vec<NodeId>),
    /// `[f(n) for n from 1 to 9]`, `[f(x,y) for x in list where g(x) for y from 1 to x]`.
    Comprehension(Box<Comprehension>),
    /// `if a then b elseif c then d else e end`.
    If(Box<If>),
    /// `let x := 3 in x^2`.
    Let(Box<Let>),
    /// `begin var s := 4; s := s^2; s end`.
    Statements(Vec<Statement>),
    /// `while a do b end`: the condition and the body.
    While(Box<(Program, Program)>),
    /// `g is Integer`.
    Is(NodeId, Kind),
    /// `k -> k^2`.
    Function(Arc<Lambda>),
    /// A position of a game in its notation.
    Position(String),
    Call {
        callee: Callee,
        arguments: Arguments,
    },
    Method {
        receiver: NodeId,
        name: String,
        name_span: Range<usize>,
        arguments: Vec<NodeId>,
    },
    Index {
        list: NodeId,
        index: NodeId,
    },
}

impl NodeKind {
    /// The expressions in it that are evaluated only when they are needed.
    pub(crate) fn programs(&self) -> Vec<&Program> {
        match self {
            NodeKind::Function(lambda) => lambda.programs().collect(),
            NodeKind::Comprehension(rule) => {
                let clauses = rule.clauses.iter().flat_map(Clause::programs);
                rule.items.iter().chain(clauses).collect()
            }
            NodeKind::If(branches) => {
                let both = branches.branches.iter().flat_map(|(when, then)| [when, then]);
                both.chain(&branches.otherwise).collect()
            }
            NodeKind::Let(name) => vec![&name.value, &name.body],
            NodeKind::Statements(all) => all.iter().map(|one| &one.program).collect(),
            NodeKind::While(parts) => vec![&parts.0, &parts.1],
            _ => Vec::new(),
        }
    }

    /// Calls the function with the number of every child.
    fn each_child(&mut self, each: &mut dyn FnMut(&mut NodeId)) {
        match self {
            NodeKind::Integer(_)
            | NodeKind::EmptyMap
            | NodeKind::Text(_)
            | NodeKind::Ellipsis
            | NodeKind::Name(_)
            | NodeKind::NameOrText(_)
            | NodeKind::Nimber(None)
            | NodeKind::Ups { count: None, .. }
            | NodeKind::Arrows(_)
            | NodeKind::ArrowPower { .. }
            | NodeKind::Label(_)
            | NodeKind::ArrowOn { .. }
            | NodeKind::Misere(_)
            | NodeKind::Function(_)
            | NodeKind::Comprehension(_)
            | NodeKind::If(_)
            | NodeKind::Let(_)
            | NodeKind::Statements(_)
            | NodeKind::While(_)
            | NodeKind::Position(_) => {}
            NodeKind::Nimber(Some(child))
            | NodeKind::MisereList(child)
            | NodeKind::Ups { count: Some(child), .. }
            | NodeKind::Paren(child)
            | NodeKind::Quoted(child)
            | NodeKind::Is(child, _)
            | NodeKind::Prefix(_, child) => each(child),
            NodeKind::Binary(_, left, right) | NodeKind::Entry(left, right) => {
                each(left);
                each(right);
            }
            NodeKind::Game { left, right, .. } => left.iter_mut().chain(right).for_each(each),
            NodeKind::Set(items) | NodeKind::List(items) | NodeKind::Pair(items) => {
                items.iter_mut().for_each(each);
            }
            NodeKind::Call { callee, arguments } => {
                if let Callee::Value(callee) = callee {
                    each(callee);
                }
                arguments.items.iter_mut().for_each(each);
            }
            NodeKind::Method { receiver, arguments, .. } => {
                each(receiver);
                arguments.iter_mut().for_each(each);
            }
            NodeKind::Index { list, index } => {
                each(list);
                each(index);
            }
        }
    }
}

/// The callee of a call: `kayles(3)`, `game.heap.Subtraction([1,2])(5)`.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    Name(String, Range<usize>),
    Value(NodeId),
}

/// The arguments of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) items: Vec<NodeId>,
    /// The names of named arguments, by their index: `allbut => true`.
    pub(crate) names: Vec<(usize, String)>,
    /// The number of arguments before a `;`, if there is one.
    pub(crate) semicolon: Option<usize>,
}

/// A function in its notation.
#[derive(Debug)]
pub(crate) struct Lambda {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Program,
    pub(crate) text: String,
}

impl Lambda {
    /// The body, and the default values of arguments.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &Program> {
        let defaults = self.parameters.iter().filter_map(|one| one.default.as_ref());
        std::iter::once(&self.body).chain(defaults)
    }
}

/// A parameter of a function in its notation: `x`, `x as Integer`, `x ? 3`.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Arc<str>,
    pub(crate) kind: Option<Kind>,
    /// The default value.
    pub(crate) default: Option<Program>,
}

/// A comprehension: the items, and the names and values they range over.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    /// The items for each choice of the names, one or several.
    pub(crate) items: Vec<Program>,
    /// Whether it is a list, and not a loop with `do`.
    pub(crate) collects: bool,
    pub(crate) clauses: Vec<Clause>,
}

/// A clause of a comprehension; it holds for the clauses after it.
#[derive(Clone, Debug)]
pub(crate) enum Clause {
    /// `for x in list`.
    In { name: Arc<str>, list: Program },
    /// `for n from 1 to 9 by 2`; without end, numbers are taken until a `while` does not hold.
    Range { name: Arc<str>, from: Program, to: Option<Program>, by: Option<Program> },
    /// `where n.IsOdd`.
    Where(Program),
    /// `while n^2 < 50`: the first value of the name before it for which it does not hold is the
    /// end.
    While(Program),
}

impl Clause {
    /// The name that takes the values.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Clause::In { name, .. } | Clause::Range { name, .. } => Some(name),
            Clause::Where(_) | Clause::While(_) => None,
        }
    }

    fn programs(&self) -> Vec<&Program> {
        match self {
            Clause::In { list, .. } => vec![list],
            Clause::Range { from, to, by, .. } => {
                std::iter::once(from).chain(to).chain(by).collect()
            }
            Clause::Where(condition) | Clause::While(condition) => vec![condition],
        }
    }
}

/// Conditions, the branch of each, and the branch that is taken if none holds.
#[derive(Clone, Debug)]
pub(crate) struct If {
    pub(crate) branches: Vec<(Program, Program)>,
    pub(crate) otherwise: Option<Program>,
}

/// A statement among others in a block.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) target: Option<Target>,
    pub(crate) program: Program,
}

/// The name that a statement gives a value.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) name: Arc<str>,
    /// Whether it is declared in this block: `var x := 3`.
    pub(crate) is_new: bool,
    pub(crate) span: Range<usize>,
}

/// A name within an expression.
#[derive(Clone, Debug)]
pub(crate) struct Let {
    pub(crate) name: Arc<str>,
    pub(crate) value: Program,
    pub(crate) body: Program,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    Minus,
    Plus,
    PlusMinus,
    Not,
}

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `g + h`.
    Add,
    /// `g - h`.
    Subtract,
    /// `g +- h`: g plus ±h.
    AddPlusMinus,
    /// `1/2v*3`: a sum written side by side.
    Beside,
    /// `n g`, the product of numbers and of nimbers.
    Multiply,
    /// `x / y`.
    Divide,
    /// `x % y`.
    Remainder,
    /// `x ^ y`.
    Power,
    /// `g : h`.
    OrdinalSum,
    /// `g & h`.
    Sides,
    /// `m..n`.
    Range,
    /// `g <= h` and so on.
    Relation(Relation),
    /// `a and b`.
    And,
    /// `a or b`.
    Or,
}

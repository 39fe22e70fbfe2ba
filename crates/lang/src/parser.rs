//! Tokens to a parsed line: a Pratt parser whose stack is a vector, so that
//! nesting costs memory and never the thread's stack.

mod blocks;
mod braces;
mod brackets;
mod calls;
mod comprehension;
mod errors;
mod operands;
mod operators;

use std::ops::Range;

use upstar_core::Place;

use crate::Result;
use crate::ast::{
    Arguments, Binary, Callee, Line, Node, NodeId, NodeKind, Parameter, Prefix, Program,
};
use crate::error::{LangError, Problem};
use crate::lexer::{Kind, Token, tokens};
use blocks::Block;
use braces::Brace;
use comprehension::Rule;

/// How deep braces, parentheses and operators may be nested.
pub const MOST_NESTED: usize = 500_000;

/// How long an expression may be, in bytes.
pub const MOST_BYTES: usize = 64 << 20;

/// How many digits an integer may have.
pub const MOST_DIGITS: usize = 1_000_000;

/// How deep functions and lists made by a rule may be nested in each other.
const MOST_PROGRAMS: usize = 30;

/// Parses the statements of one line, between which `;` stands. One without an expression has no
/// nodes.
pub(crate) fn parse(source: &str) -> Result<Vec<Line>> {
    if source.len() > MOST_BYTES {
        return Err(LangError::Limit(Problem {
            place: Box::default(),
            message: format!(
                "an expression of {} bytes is too long: the limit is {MOST_BYTES}",
                source.len()
            ),
            help: None,
        }));
    }
    let mut parser = Parser::new(source, tokens(source)?, 0);
    let mut lines = Vec::new();
    loop {
        lines.push(parser.line()?);
        if parser.peek().kind == Kind::End {
            return Ok(lines);
        }
        parser.at += 1;
    }
}

/// Open items: operators that wait for their right side, and brackets.
enum Frame {
    Prefix {
        operator: Prefix,
        start: usize,
        binds: u8,
    },
    Binary {
        operator: Binary,
        left: NodeId,
        binds: u8,
    },
    Infix {
        receiver: NodeId,
        name: String,
        name_span: Range<usize>,
    },
    /// Of a pair the parts that were read.
    Paren {
        open: usize,
        parts: Vec<NodeId>,
    },
    /// `*(` and `^(`: `start` is where the star or the arrow is.
    NimberArgument {
        start: usize,
    },
    UpsArgument {
        start: usize,
        sign: i64,
    },
    Call {
        callee: Callee,
        arguments: Arguments,
        rule: Rule,
    },
    Method {
        receiver: NodeId,
        name: String,
        name_span: Range<usize>,
        arguments: Vec<NodeId>,
        rule: Rule,
    },
    /// `k -> `: the body is what follows. `text` is what stands before the arrow, if that is not
    /// where the function begins.
    Function {
        start: usize,
        parameters: Vec<Parameter>,
        first: NodeId,
        text: Option<String>,
    },
    Block(Box<Block>),
    /// `for n from 1 to 9 yield n^2 end`.
    Loop {
        start: usize,
        rule: Rule,
    },
    /// `4 => `: the value of a key of a map is next.
    Entry {
        key: NodeId,
    },
    Index {
        list: NodeId,
    },
    List {
        open: usize,
        /// Where the star of a misère form is.
        star: Option<usize>,
        items: Vec<NodeId>,
        rule: Rule,
    },
    Brace(Brace),
    Quote {
        open: usize,
    },
}

impl Frame {
    /// Whether it is no bracket, and ends where the expression in it does.
    fn waits(&self) -> bool {
        match self {
            Frame::Prefix { .. }
            | Frame::Binary { .. }
            | Frame::Infix { .. }
            | Frame::Entry { .. }
            | Frame::Function { .. } => true,
            Frame::Block(block) => block.is_open_ended(),
            _ => false,
        }
    }
}

struct Parser<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    nodes: Vec<Node>,
    frames: Vec<Frame>,
    /// The labels before the braces that are open, the innermost last.
    labels: Vec<String>,
    /// How many expressions this one is within, each the value of an argument that need not be
    /// given.
    depth: usize,
}

/// What comes next: an operand, or an operator after the operand given.
enum State {
    Operand,
    Operator(NodeId),
}

impl<'a> Parser<'a> {
    fn new(source: &'a str, tokens: Vec<Token>, depth: usize) -> Self {
        Parser {
            source,
            tokens,
            at: 0,
            nodes: Vec::new(),
            frames: Vec::new(),
            labels: Vec::new(),
            depth,
        }
    }
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    fn ahead(&self, n: usize) -> &Token {
        // The last token is `End`, and nothing is taken after it.
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)]
    }

    fn text(&self, span: &Range<usize>) -> &str {
        &self.source[span.clone()]
    }

    fn problem(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Problem {
        Problem {
            place: Box::new(Place::in_text(self.source, span)),
            message: message.into(),
            help,
        }
    }

    fn syntax(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<&str>,
    ) -> LangError {
        LangError::Syntax(self.problem(span, message, help.map(str::to_owned)))
    }

    fn add(&mut self, kind: NodeKind, span: Range<usize>) -> NodeId {
        self.nodes.push(Node { kind, span });
        // At most MOST_BYTES tokens make at most twice as many nodes.
        u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX)
    }

    fn span(&self, node: NodeId) -> Range<usize> {
        self.nodes[node as usize].span.clone()
    }

    fn open(&mut self, frame: Frame) -> Result {
        if self.frames.len() >= MOST_NESTED {
            let span = self.peek().span.clone();
            return Err(LangError::Limit(self.problem(
                span,
                format!("the expression is nested too deep: the limit is {MOST_NESTED}"),
                None,
            )));
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Takes the nodes from `first` on, which are an expression by themselves.
    fn cut(&mut self, first: NodeId) -> Result<Program> {
        let program = Program::new(self.nodes.split_off(first as usize), first);
        self.shallow(program.depth)?;
        Ok(program)
    }

    /// An error if that many programs are nested.
    fn shallow(&self, depth: usize) -> Result {
        if depth <= MOST_PROGRAMS {
            return Ok(());
        }
        let span = self.peek().span.clone();
        let message = format!(
            "functions, conditions and lists made by a rule can be nested at most {MOST_PROGRAMS} \
             deep"
        );
        Err(LangError::Limit(self.problem(span, message, None)))
    }

    fn line(&mut self) -> Result<Line> {
        if matches!(self.peek().kind, Kind::End | Kind::Semicolon) {
            return Ok(Line { target: None, program: Program::default() });
        }
        self.is_no_declaration()?;
        let mut target = None;
        if self.text(&self.peek().span) == "var" && self.ahead(2).kind == Kind::Assign {
            self.at += 1;
        }
        if self.ahead(1).kind == Kind::Assign {
            let name = self.peek().clone();
            target = Some(self.target(name)?);
            self.at += 2;
        } else if let Some((name, parameters, length)) = self.definition()? {
            target = Some(self.target(name)?);
            let head = match &parameters[..] {
                [one] if one.kind.is_none() && one.default.is_none() => one.name.to_string(),
                _ => {
                    let last = self.at + length - 2;
                    let from = self.tokens[self.at + length - 2].span.end;
                    let open = self.open_of(last);
                    self.text(&(self.tokens[open].span.start..from)).to_owned()
                }
            };
            self.at += length;
            let start = self.peek().span.start;
            self.function(start, parameters, Some(head))?;
        }
        Ok(Line { target, program: self.program()? })
    }

    /// The expression up to the end of the statement.
    fn program(&mut self) -> Result<Program> {
        let mut state = State::Operand;
        loop {
            state = match state {
                State::Operand => self.operand()?,
                State::Operator(left) => match self.operator(left)? {
                    Some(state) => state,
                    None => return self.cut(0),
                },
            };
        }
    }

    /// What a value can be called.
    fn target(&self, name: Token) -> Result<(String, Range<usize>)> {
        match name.kind {
            Kind::Word => Ok((self.text(&name.span).to_owned(), name.span)),
            Kind::Downs(_) => Err(self.syntax(
                name.span,
                "`v` means down and cannot be a name",
                Some("choose another name"),
            )),
            _ => Err(self.syntax(name.span, "only a name can be given a value", None)),
        }
    }

    /// `f(x) :=` or `def f(x) :=`, which is next: the name, the arguments, and how many tokens
    /// that is.
    fn definition(&mut self) -> Result<Option<(Token, Vec<Parameter>, usize)>> {
        let def =
            usize::from(self.text(&self.peek().span) == "def" && self.ahead(1).kind == Kind::Word);
        let name = self.ahead(def).clone();
        let (word, open) = (name.kind == Kind::Word, self.ahead(def + 1).kind == Kind::OpenParen);
        if word && open {
            let found = self.parameters(self.at + def + 1)?;
            if let Some((parameters, length)) = found
                && self.ahead(def + 1 + length).kind == Kind::Assign
            {
                return Ok(Some((name, parameters, def + length + 2)));
            }
        }
        if def == 1 {
            let help = "as in: def f(x) := x^2";
            return Err(self.syntax(name.span, "expected a name and its arguments", Some(help)));
        }
        Ok(None)
    }

    /// The parenthesis that the one at token `close` closes.
    fn open_of(&self, close: usize) -> usize {
        let mut depth = 0;
        for at in (0..=close).rev() {
            match self.tokens[at].kind {
                Kind::CloseParen => depth += 1,
                Kind::OpenParen => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        0
    }
}

/// Whether `source` ends before it is complete: brackets, a comment, a definition or a block are
/// open. The worksheet then asks for another line. An `if` on a line of its own needs no `end`;
/// an expression of several lines goes on up to it.
#[must_use]
pub fn is_incomplete(source: &str) -> bool {
    let Ok(tokens) = tokens(source) else {
        return source.rfind("/*").is_some_and(|open| !source[open..].contains("*/"));
    };
    let mut open: Vec<&str> = Vec::new();
    let mut last = "";
    for token in &tokens[..tokens.len().saturating_sub(1)] {
        last = &source[token.span.clone()];
        match token.kind {
            Kind::OpenBrace | Kind::OpenBracket | Kind::OpenParen => open.push("("),
            Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen => {
                let Some(bracket) = open.iter().rposition(|&word| word == "(") else {
                    return false;
                };
                open.truncate(bracket);
            }
            Kind::Semicolon => {
                let kept = open.iter().rposition(|&word| word != "if").map_or(0, |at| at + 1);
                open.truncate(kept);
            }
            Kind::Word => match last {
                "begin" | "while" | "if" => open.push(last),
                "do" => {
                    open.pop_if(|word| *word == "while");
                    open.push(last);
                }
                "end" => {
                    open.pop_if(|word| *word != "(");
                }
                _ => {}
            },
            _ => {}
        }
    }
    let goes_on = matches!(last, ":=" | "if" | "elseif" | "then" | "else");
    goes_on || open.iter().any(|&word| word != "if" || source.trim_end().contains('\n'))
}

#[cfg(test)]
mod tests;

//! The subcommands, one file each.

/// Declares an enumeration of commands: for each its file and the type of its arguments.
macro_rules! subcommands {
    ($name:ident { $($variant:ident($module:ident::$arguments:ident),)* }) => {
        /// A command with its arguments.
        #[derive(Debug, clap::Subcommand)]
        pub(crate) enum $name {
            $($variant($module::$arguments),)*
        }

        impl $name {
            pub(crate) fn run(self) -> crate::support::Outcome {
                match self {
                    $(Self::$variant(command) => command.run(),)*
                }
            }
        }
    };
}

#[cfg(feature = "chess")]
mod chess;
mod completions;
mod eval;
mod find;
mod games;
mod glossary;
mod graph;
mod heaps;
mod help;
mod nim;
mod outcome;
mod picture;
mod plan;
mod play;
mod prove;
mod quotient;
mod repl;
mod sequence;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod stalk;
mod surreal;
mod table;
mod verify;

/// Declares the commands in groups, as the help lists them.
macro_rules! commands {
    ($($title:literal { $($variant:ident($module:ident::$arguments:ident),)* })*) => {
        subcommands!(Command { $($($variant($module::$arguments),)*)* });

        /// The names of the commands, by the title of their group.
        pub(crate) const GROUPS: &[(&str, &[&str])] =
            &[$(($title, &[$(stringify!($module)),*])),*];
    };
}

// The well-known first.
commands! {
    "Play and analyse" {
        Eval(eval::Eval),
        Outcome(outcome::OutcomeOf),
        Play(play::Play),
        Solve(solve::Solve),
        Picture(picture::PictureOf),
    }
    "Graphs" {
        Graph(graph::Graph),
    }
    "Heaps" {
        Heaps(heaps::Heaps),
        Nim(nim::Nim),
    }
    "Whole games" {
        Games(games::Games),
        Table(table::TableOf),
        Sequence(sequence::Sequence),
        Find(find::Find),
        Quotient(quotient::QuotientOf),
        Plan(plan::Plan),
        Chess(chess::Chess),
    }
    "Numbers" {
        Surreal(surreal::Surreal),
        Stalk(stalk::Stalk),
    }
    "Results and proofs" {
        Prove(prove::Prove),
        Verify(verify::Verify),
    }
    "Tools" {
        Repl(repl::Repl),
        Serve(serve::Serve),
        Completions(completions::Completions),
        Help(help::Help),
    }
}

/// Commands that take games by name, custom games among them.
pub(crate) const OF_GAMES: [&str; 18] = [
    "eval", "find", "games", "heaps", "help", "make", "outcome", "picture", "plan", "play",
    "prove", "quotient", "repl", "sequence", "serve", "solve", "table", "verify",
];

/// Commands that take expressions and positions, which may begin with a minus.
pub(crate) const OF_POSITIONS: [&str; 7] =
    ["eval", "outcome", "solve", "play", "quotient", "picture", "prove"];

/// A command that is not in this build, whatever its arguments are.
#[cfg(not(all(feature = "chess", feature = "serve")))]
macro_rules! absent {
    ($module:ident, $arguments:ident, $about:literal) => {
        mod $module {
            use crate::support::{Outcome, absent};

            #[doc = $about]
            #[derive(Debug, clap::Args)]
            #[command(disable_help_flag = true)]
            pub(crate) struct $arguments {
                #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
                _arguments: Vec<std::ffi::OsString>,
            }

            impl $arguments {
                pub(crate) fn run(self) -> Outcome {
                    let name = stringify!($module);
                    Err(absent(&format!("`upstar {name}`"), name))
                }
            }
        }
    };
}
#[cfg(not(feature = "chess"))]
absent!(chess, Chess, "Chess endgames; not in this build");
#[cfg(not(feature = "serve"))]
absent!(serve, Serve, "The worksheet in the browser; not in this build");

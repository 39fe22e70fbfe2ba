//! What the fuzz targets do, shared with tests that need no fuzzer.

mod evaluate;
mod guard;
mod loopy;
mod own_games;
mod readers;
mod requests;

pub use evaluate::evaluate;
pub use guard::let_guarded_panics_pass;
pub use loopy::loopy;
pub use own_games::own_games;
pub use readers::*;
pub use requests::requests;

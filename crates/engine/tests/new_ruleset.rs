//! The ruleset that CONTRIBUTING.md walks through: it compiles, and its values are
//! the known ones.

// (ruleset)
use upstar_core::Player;
use upstar_engine::{Class, Options, Position, RuleError, Ruleset};

/// Cutcake: Left cuts one rectangle from top to bottom, Right from side to side.
struct Cutcake;

/// Rows and columns of each piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Cake(Vec<(u8, u8)>);

impl Position for Cake {}

impl Ruleset for Cutcake {
    type Position = Cake;

    fn name(&self) -> &str {
        "cutcake"
    }

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        cake: &Cake,
        player: Player,
        out: &mut Options<Cake>,
    ) -> Result<(), RuleError> {
        let left = player == Player::Left;
        for (i, &(rows, columns)) in cake.0.iter().enumerate() {
            let length = if left { columns } else { rows };
            for cut in 1..=length / 2 {
                let piece = |size| if left { (rows, size) } else { (size, columns) };
                let mut option = cake.clone();
                option.0[i] = piece(cut);
                option.0.push(piece(length - cut));
                out.push(option);
            }
        }
        Ok(())
    }

    fn components(&self, cake: &Cake, out: &mut Vec<Cake>) -> Result<(), RuleError> {
        out.extend(cake.0.iter().map(|&piece| Cake(vec![piece])));
        Ok(())
    }
}
// (end)

/// Winning Ways, chapter 2, table 4: rows down, columns across.
#[test]
fn cutcake_has_the_published_values() {
    use upstar_core::Budget;
    use upstar_engine::{Convention, Engine, Game, Settings};
    use upstar_values::{Style, Universe};

    let table = ["0 1 2 3 4 5 6 7", "-1 0 0 1 1 2 2 3", "-2 0 0 1 1 2 2 3", "-3 -1 -1 0 0 0 0 1"];
    let universe = Universe::new();
    let budget = Budget::unlimited();
    let engine = Engine::new(&universe, Settings::default());
    for (row, line) in (1..).zip(table) {
        for (column, expected) in (1..).zip(line.split(' ')) {
            let game = Game::new(Cutcake, Cake(vec![(row, column)]));
            let value = game.value(&engine, &budget).unwrap();
            let text = universe.worker(&budget).text(value, Style::Plain).unwrap();
            assert_eq!(text, expected, "{row} x {column}");
            // Search for a winner alone agrees.
            let outcome = game.outcome(&engine, Convention::Normal, &budget).unwrap();
            assert_eq!(outcome, universe.worker(&budget).outcome(value).unwrap());
        }
    }
}

#[test]
fn contributing_shows_this_file() {
    let shown = include_str!("../../../CONTRIBUTING.md");
    let file = include_str!("new_ruleset.rs");
    let ruleset = file.split("// (ruleset)\n").nth(1).unwrap().split("// (end)\n").next().unwrap();
    assert!(shown.contains(ruleset.trim()), "CONTRIBUTING.md shows another ruleset");
    assert!(ruleset.trim().lines().count() < 50);
}

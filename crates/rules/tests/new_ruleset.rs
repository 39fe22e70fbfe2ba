//! The ruleset that CONTRIBUTING.md walks through: it compiles, and its values are
//! the known ones.

// (ruleset)
use upstar_core::Player;
use upstar_rules::{Class, Notation, RuleError, Ruleset};

/// Cutcake: Left cuts one rectangle from top to bottom, Right from side to side.
struct Cutcake;

type Cake = Vec<(u8, u8)>; // rows and columns of each piece

impl Ruleset for Cutcake {
    type Position = Cake;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(&self, cake: &Cake, player: Player, out: &mut Vec<Cake>) -> Result<(), RuleError> {
        let left = player == Player::Left;
        for (i, &(rows, columns)) in cake.iter().enumerate() {
            let length = if left { columns } else { rows };
            for cut in 1..=length / 2 {
                let piece = |size| if left { (rows, size) } else { (size, columns) };
                let mut option = cake.clone();
                option[i] = piece(cut);
                option.push(piece(length - cut));
                out.push(option);
            }
        }
        Ok(())
    }

    fn components(&self, cake: &Cake, out: &mut Vec<Cake>) -> Result<(), RuleError> {
        out.extend(cake.iter().map(|&piece| vec![piece]));
        Ok(())
    }
}
// (end)

impl Notation for Cutcake {
    fn name(&self) -> &'static str {
        "cutcake"
    }

    fn write(&self, cake: &Vec<(u8, u8)>) -> String {
        cake.iter().map(|(rows, columns)| format!("{rows}x{columns}")).collect::<Vec<_>>().join(" ")
    }

    fn parse(&self, text: &str) -> Result<Vec<(u8, u8)>, RuleError> {
        let piece = |word: &str| {
            let (rows, columns) = word.split_once('x')?;
            Some((rows.parse().ok()?, columns.parse().ok()?))
        };
        let cake: Option<Vec<_>> = text.split_whitespace().map(piece).collect();
        cake.ok_or_else(|| RuleError::notation(text, 0..text.len(), "expected sizes such as 2x3"))
    }
}

/// Winning Ways, chapter 2, table 4: rows down, columns across.
#[test]
fn cutcake_has_the_published_values() {
    use upstar_core::Budget;
    use upstar_rules::{Convention, Engine, Placed, Settings};
    use upstar_values::{Style, Universe};

    let table = ["0 1 2 3 4 5 6 7", "-1 0 0 1 1 2 2 3", "-2 0 0 1 1 2 2 3", "-3 -1 -1 0 0 0 0 1"];
    let universe = Universe::new();
    let budget = Budget::unlimited();
    let engine = Engine::new(&universe, Settings::default());
    for (row, line) in (1..).zip(table) {
        for (column, expected) in (1..).zip(line.split(' ')) {
            let game = Placed::boxed(Cutcake, vec![(row, column)]);
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
    assert!(ruleset.trim().lines().count() < 40);
}

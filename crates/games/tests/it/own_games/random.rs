//! Random rules.

use upstar_core::Budget;
use upstar_engine::{Arguments, Engine, Settings};
use upstar_rewrite::CustomGame;
use upstar_values::Universe;

use super::Random;

impl Random {
    fn game(&mut self, board: &str) -> String {
        let mut text = format!("g on {board} \"xo.#\"\n");
        for _ in 0..1 + self.below(3) {
            let graph = board == "vertices";
            let count = 1 + self.below(3);
            let letters = ["x", "o", ".", "x", "o", ".", "[xo]", "[.#]", "[^x]", "?"];
            let mut pattern = self.cells(&letters, count);
            let mut result = self.cells(&["x", "o", ".", ".", "#", "?"], count);
            if !graph && self.below(4) == 0 {
                let kind = self.pick(&["*", "+", "**", "++"]);
                pattern += &format!("{}{kind}", self.pick(&["x", ".", "[xo]"]));
                if self.below(2) == 0 {
                    pattern += self.pick(&["x", ".", "|"]);
                    result += &format!(".{kind}{}", if pattern.ends_with('|') { "|" } else { "x" });
                } else {
                    result += &format!(".{kind}");
                }
            }
            let player = self.pick(&["left", "right", "both"]);
            let ways = match board {
                "grid" => ["in 4 directions", "mirror", "in 8 directions", ""],
                "strip" => ["mirror", "", "", ""],
                _ => [""; 4],
            };
            let way = ways[self.below(4)];
            let class = self.pick(&["x", "o", "[x.]", "#"]);
            let conditions = ["if no", "if some", "if 1", "if at most 1"];
            let condition = match self.below(4) {
                0 => format!("{} {class} beside", self.pick(&conditions)),
                1 => format!("beside {class} -> {}", self.pick(&["#", ".", "o"])),
                _ => String::new(),
            };
            text += &format!("{player}: {pattern} -> {result} {way} {condition}\n");
            if self.below(3) == 0 {
                // The same for the other player, with x and o exchanged.
                let exchanged =
                    |text: &str| text.replace('x', "O").replace('o', "x").to_lowercase();
                let other = match player {
                    "left" => "right",
                    "right" => "left",
                    both => both,
                };
                let rest = condition.replace("on", "ON").replace("some", "SOME");
                let rest = exchanged(&rest.replace("most", "MOST"));
                let (pattern, result) = (exchanged(&pattern), exchanged(&result));
                text += &format!("{other}: {pattern} -> {result} {way} {rest}\n");
            }
        }
        text
    }
}

/// Derived facts change no answer of random rules.
#[test]
fn random_rules_are_answered_as_without_anything_derived() {
    let mut random = Random(7);
    let (mut ends, mut loopy, mut impartial, mut negative, mut parts) = (0, 0, 0, 0, 0);
    for round in 0..240 {
        let board = ["strip", "grid", "vertices"][round % 3];
        let text = random.game(board);
        let game = match CustomGame::read_all(&text) {
            Ok(games) => games.into_iter().next().unwrap(),
            Err(error) => {
                assert!(error.to_string().contains("column"), "{text}: {error}");
                continue;
            }
        };
        let universe = Universe::new();
        let engine = |symmetry, components| {
            let theorems = symmetry && components;
            let settings = Settings { symmetry, components, theorems, ..Settings::default() };
            Engine::new(&universe, settings)
        };
        let all = [(true, true), (true, false), (false, true), (false, false)];
        let engines = all.map(|(symmetry, components)| engine(symmetry, components));
        let class = game.rules().class();
        ends += usize::from(!class.loopy);
        loopy += usize::from(class.loopy);
        impartial += usize::from(class.is_impartial());
        for _ in 0..4 {
            let cells = |random: &mut Random, count| random.cells(&["x", "o", ".", "#"], count);
            let position = match board {
                "strip" => Arguments::of_text(cells(&mut random, 6)),
                "grid" => {
                    let rows = [cells(&mut random, 3), cells(&mut random, 3)];
                    Arguments::of_text(rows.join("|"))
                }
                _ => {
                    let edges = ["1-2,2-3,3-4", "1-2,2-3,3-1,3-4", "1-2,1-3,1-4", "1-2,3-4"];
                    let letters = cells(&mut random, 4);
                    Arguments::of_text(format!("{letters}|{}", random.pick(&edges)))
                }
            };
            let at = game.rules().make(&position).unwrap();
            let (_, sign) = at.normalized();
            negative += usize::from(sign == upstar_engine::Negated::Yes);
            parts += usize::from(at.components().unwrap().len() > 1);
            let budget = Budget::unlimited().with_steps(50_000);
            let answers = engines.each_ref().map(|engine| {
                if class.loopy {
                    return at
                        .outcome(engine, Default::default(), &budget)
                        .ok()
                        .map(|o| o.to_string());
                }
                let value = at.value(engine, &budget).ok()?;
                universe.worker(&budget).text(value, Default::default()).ok()
            });
            let mut found = answers.iter().flatten();
            if let Some(first) = found.next() {
                assert!(found.all(|other| other == first), "{text}{at:?}: {answers:?}");
            }
        }
    }
    let seen = [ends, loopy, impartial, negative, parts];
    assert!(seen.iter().all(|&count| count > 8), "{seen:?}");
}

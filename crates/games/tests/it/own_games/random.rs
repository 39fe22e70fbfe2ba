//! Random rules.

use std::collections::{BTreeMap, HashMap};

use upstar_core::{Budget, Convention, Player};
use upstar_engine::{Argument, Arguments, Engine, Game, Settings};
use upstar_rewrite::CustomGame;
use upstar_values::Universe;

use super::{Ask, Random};

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

impl Random {
    /// As [`Random::game`], with steps, marks, groups, passes and counts of the whole board, and
    /// also on graphs.
    fn wilder_game(&mut self, board: &str) -> String {
        let marks = if matches!(board, "strip" | "grid") { " marks \"X\"" } else { "" };
        let mut text = format!("g on {board} \"xo.#\"{marks}\n");
        for _ in 0..1 + self.below(3) {
            let player = self.pick(&["left", "right", "both", "both"]);
            let rule = match (board, self.below(6)) {
                ("strip" | "grid", 0) => {
                    let from = self.pick(&["x", "o", "[xo]"]);
                    let first = [".+ -> .+X", ". -> .X", ". -> #X", ".? -> x.X"];
                    let then = ["X.*. -> x.*#", "X. -> x#", "?X -> .o", "X -> .", "@X? -> x."];
                    let (first, then) = (self.pick(&first), self.pick(&then));
                    let way = self.pick(&["mirror", ""]);
                    format!("{from}{first} {way} then {then} {way}")
                }
                ("strip" | "grid", 1) => {
                    let one = self.pick(&[
                        "(x.)+o -> (.x)+.",
                        "x(o.)+ -> (..)+x",
                        "@x.** -> ..**",
                        "o[x.]*| -> .?*|",
                    ]);
                    format!("{one} {}", self.pick(&["mirror", ""]))
                }
                ("edges", 0..3) => format!(
                    "{} -> {} then drop",
                    self.pick(&["x", "o", "[xo]", "[^#]"]),
                    self.pick(&["#", "."])
                ),
                _ => {
                    let count = 1 + self.below(2);
                    let pattern = self.cells(&["x", "o", ".", "[xo]", "[^x]", "?"], count);
                    let result = self.cells(&["x", "o", ".", "#", "#", "?"], count);
                    let around = if board == "grid" { "around" } else { "beside" };
                    let place = self.pick(&["beside", around, "on board"]);
                    let kinds = ["if no", "if some", "if 1", "if at most 1", "if at least 2"];
                    let kind = self.pick(&kinds);
                    let class = self.pick(&["x", "o", "[x.]", "#"]);
                    let condition = match self.below(3) {
                        0 => String::new(),
                        1 => format!("{kind} {class} {place}"),
                        _ => format!("{kind} {class} {place} beside x -> o, o -> ."),
                    };
                    format!("{pattern} -> {result} {condition}")
                }
            };
            text += &format!("{player}: {rule}\n");
        }
        if self.below(12) == 0 {
            text += &format!("pass: {}\n", self.pick(&["left", "right", "both"]));
        }
        text
    }

    /// Rules of heaps, some of which let heaps grow.
    fn heap_game(&mut self) -> String {
        let mut text = "g on heaps\n".to_owned();
        for _ in 0..1 + self.below(3) {
            let player = self.pick(&["left", "right", "both", "both"]);
            let one = 1 + self.below(3);
            let rule = match self.below(8) {
                0 => format!("n -> n-{one}"),
                1 => format!("n -> n-k for k in {{1,{}}}", one + 1),
                2 => "n -> a + b where a != b".to_owned(),
                3 => format!("n -> a + b where a + b = n-{one}"),
                4 => format!("n -> n/2 where n % {} = 0", one + 1),
                5 => "n -> n-k for k in 1..n where n % k = 0".to_owned(),
                6 => format!("n -> (n-{one}) + (n-{})", one + 1),
                _ => format!("n -> n+1 where n < {}", 3 + one),
            };
            text += &format!("{player}: {rule}\n");
        }
        text
    }

    /// A small position of such a game.
    fn position(&mut self, board: &str) -> Arguments {
        let letters = ["x", "o", ".", "#"];
        match board {
            "heaps" => {
                let heaps = (0..1 + self.below(2)).map(|_| self.below(7) as i128);
                Arguments::new(heaps.map(Argument::Integer).collect())
            }
            "strip" => Arguments::of_text(self.cells(&letters, 6)),
            "grid" => {
                let rows = [self.cells(&letters, 3), self.cells(&letters, 3)];
                Arguments::of_text(rows.join("|"))
            }
            "vertices" => {
                let edges = ["1-2,2-3,3-4", "1-2,2-3,3-1,3-4", "1-2,1-3,1-4", "1-2,3-4"];
                let edges = self.pick(&edges);
                Arguments::of_text(format!("{}|{edges}", self.cells(&letters, 4)))
            }
            _ => {
                let shapes = [
                    ["0-1", "1-2", "2-3", "0-4"],
                    ["0-1", "1-2", "2-0", "1-1"],
                    ["0-1", "0-1", "1-2", "3-4"],
                ];
                let shape =
                    shapes[self.below(3)].map(|ends| format!("{ends}{}", self.pick(&letters)));
                Arguments::of_text(shape.join(","))
            }
        }
    }
}

/// The reachable positions, up to a limit, and the options of Left and of Right.
fn reached(start: &Game, most: usize) -> (Vec<Game>, Vec<[Vec<usize>; 2]>, bool) {
    let mut games = vec![start.clone()];
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut arcs: Vec<[Vec<usize>; 2]> = Vec::new();
    while arcs.len() < games.len().min(most) {
        let at = games[arcs.len()].clone();
        arcs.push(Player::BOTH.map(|player| {
            let number = |option: Game| {
                *known.entry(option).or_insert_with_key(|option| {
                    games.push(option.clone());
                    games.len() - 1
                })
            };
            at.options(player).unwrap().into_iter().map(number).collect()
        }));
    }
    let all = arcs.len() == games.len();
    (games, arcs, all)
}

/// Claims about random rules hold on every reachable position: that play ends, and that both
/// players have the same moves. Outcomes in normal and misère play are those of the definition.
#[test]
fn what_is_claimed_of_random_rules_holds_by_definition() {
    let mut random = Random(11);
    let boards = ["strip", "grid", "vertices", "edges", "heaps"];
    let mut seen = BTreeMap::<String, u32>::new();
    for round in 0..500 {
        let board = boards[round % 5];
        let text = match board {
            "heaps" => random.heap_game(),
            _ => random.wilder_game(board),
        };
        let game = match CustomGame::read_all(&text) {
            Ok(mut games) => games.remove(0),
            Err(error) => {
                assert!(error.to_string().contains("column"), "{text}: {error}");
                *seen.entry(format!("refused {board}")).or_default() += 1;
                continue;
            }
        };
        let class = game.rules().class();
        let universe = Universe::new();
        let ask = Ask::new(&universe);
        for _ in 0..3 {
            let position = random.position(board);
            let start = game.rules().make(&position).unwrap();
            let (games, arcs, all) = reached(&start, 100);
            if class.is_impartial() {
                assert!(arcs.iter().all(|[left, right]| left == right), "{text}{start:?}");
            }
            // The winner with Left to move and with Right to move, in normal and misère play, from
            // the ends back. The rest is drawn.
            let mut wins = vec![[[None; 2]; 2]; arcs.len()];
            loop {
                let mut more = false;
                for at in 0..arcs.len() {
                    for (mover, misere) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        let options = &arcs[at][mover];
                        if wins[at][mover][misere].is_some()
                            || options.iter().any(|&to| to >= arcs.len())
                        {
                            continue;
                        }
                        let then = |&to: &usize| -> Option<bool> { wins[to][1 - mover][misere] };
                        let found = if options.is_empty() {
                            Some(misere == 1)
                        } else if options.iter().any(|to| then(to) == Some(false)) {
                            Some(true)
                        } else if options.iter().all(|to| then(to) == Some(true)) {
                            Some(false)
                        } else {
                            None
                        };
                        if found.is_some() {
                            wins[at][mover][misere] = found;
                            more = true;
                        }
                    }
                }
                if !more {
                    break;
                }
            }
            if all && !class.loopy {
                let known = wins.iter().flatten().flatten().all(Option::is_some);
                assert!(known && !goes_round(&arcs), "{text}{start:?}");
            }
            for (misere, convention) in [(0, Convention::Normal), (1, Convention::Misere)] {
                let steps = if board == "heaps" { 1_000 } else { 10_000 };
                let budget = Budget::unlimited().with_steps(steps);
                let Some(found) = start.outcome(&ask.derived, convention, &budget).ok() else {
                    continue;
                };
                let expected = match [0, 1].map(|mover| wins[0][mover][misere]) {
                    [Some(true), Some(true)] => "N",
                    [Some(true), Some(false)] => "L",
                    [Some(false), Some(true)] => "R",
                    [Some(false), Some(false)] => "P",
                    _ => continue,
                };
                assert_eq!(found.to_string(), expected, "{text}{start:?} {convention:?}");
                let kind = if class.loopy { "loopy" } else { "ends" };
                *seen.entry(format!("{kind} {board}")).or_default() += 1;
                if class.is_impartial() {
                    *seen.entry(format!("impartial {board}")).or_default() += 1;
                }
            }
            *seen.entry(format!("positions {board}")).or_default() += games.len() as u32;
        }
    }
    for board in boards {
        let count = |kind: &str| seen.get(&format!("{kind} {board}")).copied().unwrap_or(0);
        assert!(count("ends") > 20 && count("impartial") > 20, "{seen:?}");
    }
}

/// Whether a position can recur.
fn goes_round(arcs: &[[Vec<usize>; 2]]) -> bool {
    let mut left: Vec<usize> = (0..arcs.len()).collect();
    let mut gone = vec![false; arcs.len()];
    loop {
        let before = left.len();
        left.retain(|&at| {
            gone[at] = arcs[at].iter().flatten().all(|&to| gone[to]);
            !gone[at]
        });
        if left.len() == before {
            return !left.is_empty();
        }
    }
}

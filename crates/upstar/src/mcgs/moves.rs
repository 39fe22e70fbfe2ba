//! Moves in the notation of MCGS: `b2-b3`, `3_X`, `4L`, `SWITCH_L`; in a sum of several games
//! preceded by the number of the game, from 0: `1:b2-b3`.

use upstar_core::Player;
use upstar_engine::{Game, Result, RuleError, Summand};
use upstar_games::parse_game;
use upstar_values::{Rational, Worker};

/// A cell: its row and its column, from 0.
type Cell = (usize, usize);

/// A cell that a move changes, with its contents before and after.
type Change<'b> = (Cell, &'b str, &'b str);

/// The maximum number of pins and the largest nimber whose moves are listed.
const MOST: u32 = 10_000;

/// The moves of a player in one game, by their names; moves with the same name are listed
/// as often as they occur.
///
/// # Errors
///
/// [`RuleError::NotApplicable`] if the notation is unknown; errors of the rules.
pub(super) fn moves(
    section: &str,
    text: &str,
    term: &Summand,
    player: Player,
    worker: &mut Worker<'_>,
) -> Result<Vec<(String, Summand)>> {
    let name = section.strip_prefix("impartial ").unwrap_or(section);
    match term {
        Summand::Position(_) if name == "kayles" => kayles(text),
        Summand::Position(game) if name == "toppling_dominoes" => toppling(section, game, player),
        Summand::Position(game) => {
            let before = board(game);
            if before.iter().any(|row| row.len() > 26) {
                return Err(unknown("columns have letters: at most 26"));
            }
            let mut moves = Vec::new();
            for option in game.options_within(player, worker.budget())? {
                let names = names(name, &before, &board(&option))
                    .ok_or_else(|| unknown(&format!("{} has no notation", option.text())))?;
                moves.extend(
                    names.into_iter().map(|name| (name, Summand::Position(option.clone()))),
                );
            }
            Ok(moves)
        }
        Summand::Value(_) => {
            let found = basic(name, text, player, worker)?;
            Ok(found.into_iter().map(|(name, id)| (name, Summand::Value(id))).collect())
        }
        Summand::Number(_) => Err(unknown("numbers are written otherwise")),
    }
}

fn unknown(reason: &str) -> RuleError {
    RuleError::NotApplicable(format!("moves cannot be written as MCGS does: {reason}"))
}

/// Rows of cells, with the letters of MCGS.
fn board(game: &Game) -> Vec<Vec<String>> {
    let text = game.position_text();
    let rows = text.rsplit(':').next().unwrap_or("");
    let cells = |row: &str| -> Vec<String> {
        match game.name().ends_with("sheep") {
            true => row.split(',').map(|cell| cell.trim().to_owned()).collect(),
            false => row
                .chars()
                .map(|cell| match cell.to_ascii_uppercase() {
                    'T' => "X".to_owned(),
                    'F' => "O".to_owned(),
                    cell => cell.to_string(),
                })
                .collect(),
        }
    };
    rows.split('|').map(cells).collect()
}

/// The names of all moves that change one board into the other; `None` if there is none.
fn names(game: &str, before: &[Vec<String>], after: &[Vec<String>]) -> Option<Vec<String>> {
    let strip = matches!(game, "clobber_1xn" | "nogo_1xn" | "elephants" | "gen_toads");
    let cell = |(row, column): Cell| match strip {
        true => (column + 1).to_string(),
        false => format!("{}{}", char::from(b'a' + column as u8), row + 1),
    };
    let mut changes: Vec<Change<'_>> = Vec::new();
    for (row, (old, new)) in before.iter().zip(after).enumerate() {
        for (column, (old, new)) in old.iter().zip(new).enumerate().filter(|(_, (a, b))| a != b) {
            changes.push(((row, column), old, new));
        }
    }
    let man = |letter: &str| letter == "X" || letter == "O";
    let find = |found: &dyn Fn(&Change<'_>) -> bool| {
        changes.iter().find(|change| found(change)).map(|change| change.0)
    };
    let name = match game {
        "clobber_1xn" | "elephants" | "gen_toads" | "clobber" | "cannibal_clobber" => {
            let from = find(&|&(_, _, new)| new == ".")?;
            match find(&|&(_, _, new)| man(new)) {
                Some(to) => format!("{}-{}", cell(from), cell(to)),
                // One of the player's own men was captured.
                None => {
                    let own = &before[from.0][from.1];
                    let (row, column) = from;
                    let beside = [
                        (row.wrapping_sub(1), column),
                        (row, column.wrapping_sub(1)),
                        (row, column + 1),
                        (row + 1, column),
                    ];
                    let taken = beside.into_iter().filter(|&(row, column)| {
                        before.get(row).and_then(|row| row.get(column)) == Some(own)
                    });
                    let names: Vec<String> =
                        taken.map(|to| format!("{}-{}", cell(from), cell(to))).collect();
                    return (!names.is_empty()).then_some(names);
                }
            }
        }
        "nogo_1xn" | "nogo" => match changes[..] {
            [(place, _, new)] => format!("{}_{new}", cell(place)),
            _ => return None,
        },
        "gen_king_dirt" => match changes[..] {
            [(place, _, new)] => format!("{}_{new}", cell(place)),
            _ => {
                let (from, to) = (find(&|&(_, _, new)| new == "#")?, find(&|c| man(c.2))?);
                format!("{}-{}", cell(from), cell(to))
            }
        },
        "domineering" => match changes[..] {
            [(one, ..), (other, ..)] => format!("{}-{}", cell(one), cell(other)),
            _ => return None,
        },
        "amazons" => {
            let from = find(&|&(_, old, _)| man(old))?;
            let (to, shot) = (find(&|c| man(c.2))?, find(&|&(_, _, new)| new == "#")?);
            format!("{}-{}-{}", cell(from), cell(to), cell(shot))
        }
        "fission" => {
            let from = find(&|&(_, _, new)| new == ".")?;
            let to = find(&|&(_, _, new)| new == "X")?;
            format!("{}_{}", cell(from), if from.1 == to.1 { "V" } else { "H" })
        }
        "sheep" => {
            let from = find(&|&(_, old, _)| old != "0")?;
            let &(to, _, herd) = changes.iter().find(|&&(_, old, _)| old == "0")?;
            format!("{}-{}-{}", cell(from), cell(to), herd.trim_start_matches('-'))
        }
        _ => return None,
    };
    Some(vec![name])
}

/// Moves that take one or two pins, with the numbers left on either side.
fn kayles(text: &str) -> Result<Vec<(String, Summand)>> {
    let pins: u32 = text.trim().parse().map_err(|_| unknown("expected a number of pins"))?;
    if pins > MOST {
        return Err(RuleError::too_large("kayles", format!("{pins} pins"), MOST));
    }
    let mut moves = Vec::new();
    for taken in [1, 2] {
        for less in 0..=pins.checked_sub(taken).map_or(0, |rest| rest / 2) {
            let Some(more) = pins.checked_sub(taken + less) else { continue };
            let game = parse_game(&format!("kayles({less},{more})"))?;
            moves.push((format!("{taken}-{less}-{more}"), Summand::Position(game)));
        }
    }
    Ok(moves)
}

/// A domino and the side to which it falls.
fn toppling(section: &str, game: &Game, player: Player) -> Result<Vec<(String, Summand)>> {
    let row = game.position_text();
    let impartial = section.starts_with("impartial ");
    let other = if player == Player::Left { 'r' } else { 'l' };
    let mut moves = Vec::new();
    for (place, domino) in row.char_indices() {
        // Rows have no gaps before the first move.
        if domino == '.' {
            return Err(unknown("there is a gap between dominoes"));
        }
        if domino == other && !impartial {
            continue;
        }
        for (side, left) in [("L", &row[place + 1..]), ("R", &row[..place])] {
            let after = parse_game(&format!("{}(\"{left}\")", section.replace(' ', "_")))?;
            moves.push((format!("{}{side}", place + 1), Summand::Position(after)));
        }
    }
    Ok(moves)
}

/// Moves of the values that MCGS knows; each kind has its own notation.
fn basic(
    name: &str,
    text: &str,
    player: Player,
    worker: &mut Worker<'_>,
) -> Result<Vec<(String, upstar_values::Id)>> {
    let numbers = super::numbers(text).unwrap_or_default();
    let left = player == Player::Left;
    let mut moves = Vec::new();
    match (name, &numbers[..]) {
        ("integer_game" | "dyadic_rational", [number]) => {
            // {n - 1|} and so on; for a fraction, its neighbours with the same denominator.
            let id = worker.number(number)?;
            let options = if left { worker.left_options(id)? } else { worker.right_options(id)? };
            let move_name = match (name, left) {
                ("integer_game", _) => "INT",
                (_, true) => "DEC",
                (_, false) => "INC",
            };
            moves.extend(options.into_iter().map(|option| (move_name.to_owned(), option)));
        }
        ("switch_game", [a, b]) => {
            let (move_name, number) = if left { ("SWITCH_L", a) } else { ("SWITCH_R", b) };
            moves.push((move_name.to_owned(), worker.number(number)?));
        }
        ("nimber", [_]) => {
            let size: u32 = text.trim().parse().map_err(|_| unknown("expected a nimber"))?;
            if size > MOST {
                return Err(RuleError::too_large("the nimber", size, MOST));
            }
            for n in 0..size {
                moves.push((format!("*{n}"), worker.nimber(n)?));
            }
        }
        ("up_star", _) => {
            let (ups, star) = super::ups(text)?;
            let id = worker.up_star(&Rational::ZERO, ups, star)?;
            let options = if left { worker.left_options(id)? } else { worker.right_options(id)? };
            for option in options {
                let star = worker.as_number_up_star(option).map(|found| (found.1, found.2));
                let Some((ups, star)) = star else { return Err(unknown("not n ups and a star")) };
                let text = match (ups, star) {
                    (0, 1) => "*".to_owned(),
                    (ups, star) => format!("{ups}{}", if star == 1 { "*" } else { "" }),
                };
                moves.push((text, option));
            }
        }
        _ => return Err(unknown("they are not known of this game")),
    }
    Ok(moves)
}

//! King Dirt and Sheep: pieces on a board that fills up.

use upstar_core::Player;

use super::boards::man;
use crate::catalogue::Make;
use crate::grid::{EIGHT, FREE, Grid, WALL, exchange};
use crate::{Arguments, Class, Game, Negated, Picture, Row, RuleError, Ruleset};

/// King Dirt: a king's step leaves dirt behind; or a piece in hand is put on the board.
#[derive(Clone, Copy, Debug)]
pub struct KingDirt {
    /// Whether who has pieces in hand must put one, and may not step.
    pub must_place: bool,
}

/// A board of King Dirt: the cells, and how many pieces Left and Right have in hand.
pub type Dirt = (Grid, [u64; 2]);

fn side(player: Player) -> usize {
    usize::from(player == Player::Right)
}

/// Splits `1,2,0:` off a text; gives the numbers and where the board begins.
fn hands(text: &str) -> Result<([u64; 2], bool, usize), RuleError> {
    let wrong = |end| {
        RuleError::notation(
            text,
            0..end,
            "expected how many pieces Left and Right have in hand, and 1 if they must put them \
             before they step, or 0, as in `1,1,0:..x|o..`",
        )
    };
    let colon = text.find(':').ok_or_else(|| wrong(text.len()))?;
    let numbers: Option<Vec<u64>> =
        text[..colon].split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[left, right, must]) if must < 2 && left.max(right) <= 1 << 20 => {
            Ok(([left, right], must == 1, colon + 1))
        }
        _ => Err(wrong(colon)),
    }
}

impl KingDirt {
    fn read(text: &str) -> Result<(KingDirt, Dirt), RuleError> {
        let (hands, must_place, from) = hands(text)?;
        let grid = Grid::read(&text[from..], ".#xo").map_err(|error| match error {
            RuleError::Notation { place, message } => {
                let span = place.span.clone().unwrap_or(0..text.len() - from);
                RuleError::notation(text, from + span.start..from + span.end, message)
            }
            other => other,
        })?;
        Ok((KingDirt { must_place }, (grid, hands)))
    }
}

crate::position::ordered!(Dirt, Herds);

impl Ruleset for KingDirt {
    type Position = Dirt;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        (grid, hands): &Dirt,
        player: Player,
        out: &mut Vec<Dirt>,
    ) -> Result<(), RuleError> {
        let own = man(player);
        let cells = || grid.cells().iter().enumerate();
        if hands[side(player)] > 0 {
            let mut fewer = *hands;
            fewer[side(player)] -= 1;
            let free = cells().filter(|&(_, &letter)| letter == FREE);
            out.extend(free.map(|(cell, _)| (grid.with([(cell, own)]), fewer)));
            if self.must_place {
                return Ok(());
            }
        }
        for (from, _) in cells().filter(|&(_, &letter)| letter == own) {
            for to in EIGHT.iter().filter_map(|&step| grid.step(from, step)) {
                if grid.cells()[to] == FREE {
                    out.push((grid.with([(from, WALL), (to, own)]), *hands));
                }
            }
        }
        Ok(())
    }

    fn components(&self, (grid, hands): &Dirt, out: &mut Vec<Dirt>) -> Result<(), RuleError> {
        let hands = if grid.cells().contains(&FREE) { *hands } else { [0, 0] };
        if hands != [0, 0] {
            // Pieces in hand may come to any region.
            out.push((grid.clone(), hands));
            return Ok(());
        }
        grid.regions(
            |cell| cell != WALL,
            &EIGHT,
            WALL,
            |region| {
                let has = |letter| region.cells().contains(&letter);
                if has(FREE) && (has(b'x') || has(b'o')) {
                    out.push((region, [0, 0]));
                }
            },
        );
        Ok(())
    }

    fn normalize(&self, (grid, hands): Dirt) -> (Dirt, Negated) {
        let same = (grid.least_image(|cell| cell), hands);
        let other = (grid.least_image(exchange), [hands[1], hands[0]]);
        if other < same { (other, Negated::Yes) } else { (same, Negated::No) }
    }

    fn bytes(&self, (grid, _): &Dirt) -> usize {
        grid.bytes() + 16
    }

    fn name(&self) -> &str {
        KING_DIRT.name
    }

    fn write(&self, (grid, [left, right]): &Dirt) -> String {
        format!("{left},{right},{}:{grid}", u8::from(self.must_place))
    }

    fn parse(&self, text: &str) -> Result<Dirt, RuleError> {
        let (rules, dirt) = KingDirt::read(text)?;
        if rules.must_place != self.must_place {
            let message = "expected the third number of the game";
            return Err(RuleError::notation(text, 0..text.len(), message));
        }
        Ok(dirt)
    }

    fn call(&self, dirt: &Dirt) -> String {
        format!("{}(\"{}\")", self.name(), self.write(dirt))
    }

    fn parameters(&self) -> String {
        self.must_place.to_string()
    }

    fn board(&self, (grid, _): &Dirt) -> Option<Vec<String>> {
        Some(grid.to_string().split('|').map(str::to_owned).collect())
    }
}

fn king_dirt(text: &str) -> Result<Game, RuleError> {
    let (rules, dirt) = KingDirt::read(text)?;
    Ok(Game::new(rules, dirt))
}

pub(crate) const KING_DIRT: Row = Row {
    name: "gen_king_dirt",
    aliases: &["king_dirt"],
    class: Class::PARTIZAN,
    usage: "gen_king_dirt(\"1,1,0:..x|o..\")",
    rules: "A move steps with a man of one's own (x Left, o Right) as a king of chess to a free cell\n\
            and leaves dirt (#) where he stood, or puts a man in hand on a free cell. The numbers: men\n\
            in hand of Left and of Right; and 1 if who has some must put one, or 0.",
    source: "MCGS",
    example: ("gen_king_dirt(\"1,1,0:..x|...|..o\")", "outcome N"),
    make: Make::Whole(|call: &Arguments| {
        call.expect(1..=1, "gen_king_dirt(\"1,1,0:..x|o..\")")?;
        king_dirt(&call.text(0)?).map_err(|error| call.within(0, error))
    }),
    board: Some(king_dirt),
};

/// Sheep: herds are divided, and a part goes straight on as far as it can.
#[derive(Clone, Copy, Debug)]
pub struct Sheep;

/// A board of herds: how many sheep stand on each cell, those of Right as negative
/// numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Herds {
    rows: u8,
    columns: u8,
    cells: Box<[i8]>,
}

/// The six directions of a board of hexagons, written with straight rows and columns.
const SIX: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];

/// The most sheep of a herd.
const LARGEST: i8 = 100;

impl Herds {
    fn step(&self, cell: usize, (down, right): (i32, i32)) -> Option<usize> {
        let columns = usize::from(self.columns);
        let row = (cell / columns).checked_add_signed(down as isize)?;
        let column = (cell % columns).checked_add_signed(right as isize)?;
        (row < usize::from(self.rows) && column < columns).then(|| row * columns + column)
    }

    /// The board turned by a half, or with rows and columns changed into each other: both
    /// keep the six directions.
    fn images(&self) -> [Herds; 4] {
        let turned = |herds: &Herds| Herds {
            rows: herds.rows,
            columns: herds.columns,
            cells: herds.cells.iter().rev().copied().collect(),
        };
        let (rows, columns) = (usize::from(self.rows), usize::from(self.columns));
        let cells = (0..columns).flat_map(|c| (0..rows).map(move |r| (r, c)));
        let transposed = Herds {
            rows: self.columns,
            columns: self.rows,
            cells: cells.map(|(r, c)| self.cells[r * columns + c]).collect(),
        };
        [self.clone(), turned(self), turned(&transposed), transposed]
    }

    fn exchanged(&self) -> Herds {
        Herds { cells: self.cells.iter().map(|&herd| -herd).collect(), ..*self }
    }
}

impl Ruleset for Sheep {
    type Position = Herds;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        herds: &Herds,
        player: Player,
        out: &mut Vec<Herds>,
    ) -> Result<(), RuleError> {
        let sign = if player == Player::Left { 1 } else { -1 };
        for (from, &herd) in herds.cells.iter().enumerate().filter(|(_, herd)| **herd * sign > 1) {
            for step in SIX {
                let mut to = from;
                while let Some(next) = herds.step(to, step).filter(|&next| herds.cells[next] == 0) {
                    to = next;
                }
                if to == from {
                    continue;
                }
                out.extend((1..herd * sign).map(|gone| {
                    let mut option = herds.clone();
                    option.cells[from] = herd - gone * sign;
                    option.cells[to] = gone * sign;
                    option
                }));
            }
        }
        Ok(())
    }

    fn normalize(&self, herds: Herds) -> (Herds, Negated) {
        let least = |herds: &Herds| herds.images().into_iter().min();
        match (least(&herds), least(&herds.exchanged())) {
            (Some(same), Some(other)) if other < same => (other, Negated::Yes),
            (Some(same), _) => (same, Negated::No),
            (None, _) => (herds, Negated::No),
        }
    }

    fn bytes(&self, herds: &Herds) -> usize {
        size_of::<Herds>() + herds.cells.len() + 16
    }

    fn name(&self) -> &str {
        SHEEP.name
    }

    fn write(&self, herds: &Herds) -> String {
        let row = |row: &[i8]| row.iter().map(i8::to_string).collect::<Vec<_>>().join(",");
        let columns = usize::from(herds.columns).max(1);
        herds.cells.chunks(columns).map(row).collect::<Vec<_>>().join("|")
    }

    fn parse(&self, text: &str) -> Result<Herds, RuleError> {
        let (mut cells, mut rows, mut columns, mut start) = (Vec::new(), 0usize, None, 0);
        for line in text.trim_end_matches(['\n', '|']).split(['\n', '|']) {
            let before = cells.len();
            let mut place = start;
            for part in line.split(',') {
                let herd = part.trim().parse::<i8>().ok();
                cells.push(herd.filter(|herd| (-LARGEST..=LARGEST).contains(herd)).ok_or_else(
                    || {
                        RuleError::notation(
                            text,
                            place..place + part.len(),
                            format!(
                                "expected how many sheep stand here, from -{LARGEST} (Right's) to \
                                 {LARGEST} (Left's)"
                            ),
                        )
                    },
                )?);
                place += part.len() + 1;
            }
            let found = cells.len() - before;
            let expected = *columns.get_or_insert(found);
            if found != expected {
                let message =
                    format!("this row has {found} cells, and the first one has {expected}");
                return Err(RuleError::notation(text, start..start + line.len(), message));
            }
            rows += 1;
            start += line.len() + 1;
        }
        let columns = columns.unwrap_or(0);
        if rows.max(columns) > Grid::MOST {
            let size = format!("{rows} rows of {columns} cells");
            return Err(RuleError::too_large("the board", size, Grid::MOST));
        }
        Ok(Herds { rows: rows as u8, columns: columns as u8, cells: cells.into() })
    }

    fn call(&self, herds: &Herds) -> String {
        format!("{}(\"{}\")", self.name(), self.write(herds))
    }

    fn picture(&self, herds: &Herds) -> Picture {
        let columns = usize::from(herds.columns).max(1);
        let rows = herds.cells.chunks(columns);
        Picture::Herds(rows.map(<[i8]>::to_vec).collect())
    }
}

fn sheep(text: &str) -> Result<Game, RuleError> {
    Ok(Game::new(Sheep, Sheep.parse(text)?))
}

pub(crate) const SHEEP: Row = Row {
    name: "sheep",
    aliases: &["battle_sheep"],
    class: Class::PARTIZAN,
    usage: "sheep(\"3,0,0|0,-2,0\")",
    rules: "Herds of sheep (Right's with a minus) stand on a board of hexagons: neighbours are those\n\
            in the row, in the column and along one diagonal (up and right, down and left). A move\n\
            leaves some of a herd, at least one, and drives the rest straight on as far as it goes.",
    source: "Francesco Rotta, Battle Sheep (2010); MCGS",
    example: ("sheep(\"0,0,-2,2|0,0,-1,0|1,-1,-1,0|0,0,0,0\")", "outcome P"),
    make: Make::Whole(|call: &Arguments| {
        call.expect(1..=1, "sheep(\"3,0,0|0,-2,0\")")?;
        sheep(&call.text(0)?).map_err(|error| call.within(0, error))
    }),
    board: Some(sheep),
};

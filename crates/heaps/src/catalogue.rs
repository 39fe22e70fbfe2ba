//! The catalogue of named heap games.

/// A named heap game: its code, the heap of a position of size `n`, and its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedGame {
    /// The name, in lower case with `_` between words.
    pub name: &'static str,
    /// Other names of the game.
    pub aliases: &'static [&'static str],
    /// The code.
    pub code: &'static str,
    /// A position of size `n` is the heap of `scale * n + shift` tokens.
    pub scale: u64,
    /// See [`NamedGame::scale`].
    pub shift: i64,
    /// The least size for which the rules below are meaningful.
    pub least: u64,
    /// How a position is written.
    pub usage: &'static str,
    /// The rules in one line.
    pub line: &'static str,
    /// The rules in two or three lines.
    pub rules: &'static str,
    /// The source of the game.
    pub source: &'static str,
    /// Sizes of heaps, and the value of their sum.
    pub example: (&'static [u64], &'static str),
}

impl NamedGame {
    /// The game with this name or alias, ignoring case, `-`, `_`, spaces and apostrophes.
    pub fn find(name: &str) -> Option<&'static NamedGame> {
        let wanted = plain(name);
        HEAP_GAMES.iter().find(|game| game.names().any(|name| plain(name) == wanted))
    }

    /// The name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// A name in the form used for comparison.
pub(crate) fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' ' | '\'' | '’'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// A game whose positions of size `n` are the heaps of `n`.
const HEAP: NamedGame = NamedGame {
    name: "",
    aliases: &[],
    code: "",
    scale: 1,
    shift: 0,
    least: 0,
    usage: "",
    line: "",
    rules: "",
    source: "",
    example: (&[], ""),
};

/// The named heap games, sorted by name.
pub const HEAP_GAMES: &[NamedGame] = &[
    NamedGame {
        name: "couples_are_forever",
        aliases: &["couples"],
        code: "0.6",
        shift: -1,
        least: 1,
        usage: "couples_are_forever(n)",
        line: "Divide any heap of more than two tokens into two.",
        rules: "A move divides a heap of more than two tokens into two. A heap of n - 1 of 0.6.",
        source: "Guy and Nowakowski, Unsolved problems in combinatorial games",
        example: (&[8], "*3"),
        ..HEAP
    },
    NamedGame {
        name: "crosses",
        aliases: &["crosses_crosses", "dawsons_chess"],
        code: "0.137",
        usage: "crosses(n)",
        line: "Put a cross on a strip of n cells; no two crosses may be adjacent.",
        rules: "A strip of n cells; a move puts a cross on a free cell that has no cross next to it.\n\
            Octal code 0.137.",
        source: "e-maxx, Sprague-Grundy theory; Dawson (1935)",
        example: (&[9], "*3"),
        ..HEAP
    },
    NamedGame {
        name: "dawson_kayles",
        aliases: &["dawsons_kayles", "dawson"],
        code: "0.07",
        usage: "dawson_kayles(n)",
        line: "Knock down two adjacent skittles of a row of n.",
        rules: "A row of n pins; a move knocks down two adjacent pins. Octal code 0.07.",
        source: "Dawson (1935); Guy and Smith (1956)",
        example: (&[14], "*4"),
        ..HEAP
    },
    NamedGame {
        name: "grim",
        aliases: &["officers"],
        code: "0.6",
        usage: "grim(n)",
        line: "Delete a vertex that is not isolated from a chain of n vertices.",
        rules: "A chain of n vertices; a move removes a vertex that has a neighbour, with its edges.\n\
            Octal code 0.6.",
        source: "Peabody and Willis; Delta, Gra Grim i twierdzenie Sprague'a-Grundy'ego",
        example: (&[8], "*"),
        ..HEAP
    },
    NamedGame {
        name: "grundy",
        aliases: &["grundys_game"],
        code: "4!.0",
        usage: "grundy(n)",
        line: "Divide a heap into two unequal heaps.",
        rules: "A move divides a heap into two heaps of different sizes.",
        source: "Grundy (1939)",
        example: (&[18], "*4"),
        ..HEAP
    },
    NamedGame {
        name: "guiles",
        code: "0.15",
        usage: "guiles(n)",
        line: "Take a heap of one or two, or take two and leave two heaps.",
        rules: "A move takes a heap of one or two tokens, or takes two from a heap and divides the rest\n\
            into two. Octal code 0.15.",
        source: "Guy and Smith (1956); Winning Ways, chapter 4",
        example: (&[9], "*2"),
        ..HEAP
    },
    NamedGame {
        name: "james_bond",
        code: "0.007",
        usage: "james_bond(n)",
        line: "Take three adjacent tokens from a row of n.",
        rules: "A row of n; a move takes three that stand side by side. Octal code 0.007.",
        source: "Guy and Smith (1956)",
        example: (&[9], "*3"),
        ..HEAP
    },
    NamedGame {
        name: "kayles",
        code: "0.77",
        usage: "kayles(n)",
        line: "Knock down one skittle of a row of n, or two adjacent ones.",
        rules: "A row of n pins; a move knocks down one pin or two that stand side by side,\n\
                and so may part a row in two. Octal code 0.77.",
        source: "Dudeney (1908) and Loyd; Guy and Smith (1956)",
        example: (&[9], "*4"),
        ..HEAP
    },
    NamedGame {
        name: "lasker",
        aliases: &["laskers_nim", "lasker_nim"],
        code: "4.[3]",
        usage: "lasker(a,b,...)",
        line: "Take any number from a heap, or divide it into two.",
        rules: "A move takes any number from a heap, or parts a heap in two.",
        source: "Lasker, Brettspiele der Voelker (1931)",
        example: (&[3, 4], "*7"),
        ..HEAP
    },
    NamedGame {
        name: "nim",
        code: "0.[3]",
        usage: "nim(a,b,...)",
        line: "Take any number from a heap.",
        rules: "Heaps of stones; a move takes any number of stones from one heap.",
        source: "Bouton, Nim, a game with a complete mathematical theory (1901)",
        example: (&[2, 3, 5, 7], "*3"),
        ..HEAP
    },
    NamedGame {
        name: "omax",
        aliases: &["chords"],
        code: "0.07",
        usage: "omax(n)",
        line: "Join two of n points on a circle by a chord; chords may not meet.",
        rules: "n points on a circle; a move joins two of them by a chord that meets no other\n\
                chord. Octal code 0.07.",
        source: "Stankevich, Games on graphs, example 8",
        example: (&[14], "*4"),
        ..HEAP
    },
    NamedGame {
        name: "pawns",
        aliases: &["dawsons_pawns"],
        code: "0.137",
        usage: "pawns(n)",
        line: "Move and take as pawns do on 3 x n cells; who can take must.",
        rules: "On 3 x n cells stand n white pawns against n black ones, a row between them; pawns\n\
                move and take as in chess, and must take if they can. The values of crosses.",
        source: "Dawson (1935); e-maxx, Sprague-Grundy theory",
        example: (&[9], "*3"),
        ..HEAP
    },
    NamedGame {
        name: "treblecross",
        aliases: &["crosses_crosses_2", "one_dimensional_tic_tac_toe", "three_in_a_row"],
        code: "0.007",
        shift: 2,
        least: 3,
        usage: "treblecross(n), n from 3 on",
        line: "Put a cross on a strip of n cells; three adjacent crosses win.",
        rules: "A strip of n cells; a move puts a cross on a free cell, and three crosses in a\n\
                row win. Nobody goes within two cells of a cross: a heap of n+2 of 0.007.",
        source: "Winning Ways, chapter 4",
        example: (&[7], "*3"),
        ..HEAP
    },
    NamedGame {
        name: "triomino",
        aliases: &["l_triomino"],
        code: "0.007",
        scale: 2,
        usage: "triomino(n) for 2 x n cells",
        line: "Put a piece of three cells in the shape of an L on a board of 2 x n cells.",
        rules: "A move puts an L-shaped piece of three cells on free cells. A board of 2 x n is heap 2n\n\
            of 0.007.",
        source: "e-maxx, Sprague-Grundy theory",
        example: (&[6], "*"),
        ..HEAP
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HeapGame;
    use upstar_core::Budget;

    #[test]
    fn examples_have_their_values() {
        for named in HEAP_GAMES {
            let game = HeapGame::find(named.name).unwrap();
            let heaps: Vec<u64> =
                named.example.0.iter().map(|&size| game.heap(size).unwrap()).collect();
            let most = heaps.iter().copied().max().unwrap();
            let values = crate::plain::values(&game.rules, most, &Budget::unlimited()).unwrap();
            let value = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
            let text = if value == 1 { "*".to_owned() } else { format!("*{value}") };
            assert_eq!(text, named.example.1, "{}", named.name);
        }
    }

    /// Every name denotes one game, and the table is sorted by name.
    #[test]
    fn names_are_distinguished() {
        let mut names: Vec<String> =
            HEAP_GAMES.iter().flat_map(|game| game.names().map(plain)).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(HEAP_GAMES.is_sorted_by_key(|game| game.name));
        assert_eq!(NamedGame::find("Dawson's Kayles").unwrap().code, "0.07");
    }
}

//! Methods of rulesets without a position: heaps, sequences and tables.

use upstar_core::Player;
use upstar_engine::{Arguments, Game, Rules};
use upstar_games::rules;

use super::{METHOD, Method, Of, number, player};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, Ruleset, Value, list, mismatch};

/// A product of two games of taking from heaps, by the name of the game it is.
macro_rules! product {
    ($name:literal, $game:literal, $about:literal, $example:literal, $value:literal) => {
        Method {
            name: $name,
            usage: concat!("g.", $name, "(h)"),
            about: $about,
            example: ($example, $value),
            arguments: (1, 1),
            is_game: true,
            run: |_, g, arguments| product(g, &arguments[0], $game),
            ..METHOD
        }
    };
}

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "HeapRuleset",
        usage: "HeapRuleset(n -> list of options)",
        about: "A custom game on heaps. The function returns the options of a heap of n tokens as \
                a list; each option is a list of the remaining heaps (or one number). Heaps must \
                get smaller.",
        example: (
            "HeapRuleset(n -> [[n-k] for k in [1,3] where k <= n]).NimValueSequence(6)",
            "[1,0,1,0,1,0]",
        ),
        of: Of::Argument,
        run: |e, moves, _| e.heap_ruleset("HeapRuleset", moves, None),
        ..METHOD
    },
    Method {
        name: "PartizanHeapRuleset",
        usage: "PartizanHeapRuleset(Left's options, Right's options)",
        about: "A custom partizan game on heaps, from two functions as for HeapRuleset, or from \
                two games on heaps; Left plays the first and Right the second.",
        example: (
            "PartizanHeapRuleset(n -> [n-1 for k in [1] where n > 0], kayles).GameValueSequence(3)",
            "[*,v,vv*]",
        ),
        arguments: (1, 1),
        of: Of::Argument,
        run: |e, left, right| e.heap_ruleset("PartizanHeapRuleset", left, right.first()),
        ..METHOD
    },
    Method {
        name: "Join",
        usage: "game.Join(game)",
        about: "The game on heaps in which a move is one of either game. Both are impartial.",
        example: (
            "subtraction([1]).Join(subtraction([3,4])).NimValueSequence(7)",
            "[1,0,1,2,3,2,0]",
        ),
        arguments: (1, 1),
        is_game: true,
        run: |e, g, arguments| match product(g, &arguments[0], "join") {
            // Games without a code.
            Err(Fail::Undefined(..)) => e.joined_ruleset(g, &arguments[0]),
            found => found,
        },
        ..METHOD
    },
    Method {
        name: "CoordinateRuleset",
        usage: "CoordinateRuleset((a,b) -> list of options)",
        about: "A custom game on pairs of numbers, or with (a,b,c) -> ... on up to eight numbers. The \
                function returns the options of a position as a list of positions. They must get \
                smaller: by the sum of the numbers, or by one of them and then the others in turn.",
        example: (
            "CoordinateRuleset((a,b) -> [(k,b) for k from 0 to a-1] Concat [(a,k) for k from 0 to b-1])(3,5).NimValue",
            "6",
        ),
        of: Of::Argument,
        run: |e, moves, _| e.coordinate_ruleset("CoordinateRuleset", moves, None),
        ..METHOD
    },
    Method {
        name: "PartizanCoordinateRuleset",
        usage: "PartizanCoordinateRuleset(Left's options, Right's options)",
        about: "A custom partizan game on pairs of numbers, or on more of them, from two functions as for \
                CoordinateRuleset, or from two games on pairs.",
        example: (
            "PartizanCoordinateRuleset((a,b) -> [(k,b) for k from 0 to a-1], (a,b) -> [(a,k) for k from 0 to b-1])(3,5).CanonicalForm",
            "-2",
        ),
        arguments: (1, 1),
        of: Of::Argument,
        run: |e, left, right| {
            e.coordinate_ruleset("PartizanCoordinateRuleset", left, right.first())
        },
        ..METHOD
    },
    Method {
        name: "Code",
        usage: "game.Code",
        about: "The code of a take-and-break game.",
        example: ("subtraction([1,3]).Code", "0.303"),
        run: |_, g, _| code(g).map(Value::Text),
        ..METHOD
    },
    Method {
        name: "HeapOptions",
        usage: "game.HeapOptions(n)",
        about: "The options of a heap of n tokens, each as a list of the remaining heaps. Empty \
                heaps are omitted.",
        example: ("kayles.HeapOptions(4)", "[[3],[1,2],[2],[1,1]]"),
        arguments: (1, 1),
        run: heap_options,
        ..METHOD
    },
    Method {
        name: "HeapNimValue",
        usage: "game.HeapNimValue(n)",
        about: "The Grundy value of one heap of n tokens.",
        example: ("kayles.HeapNimValue(9)", "4"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let heap = e.whole(&arguments[0], "a heap")?;
            nim_value(e, &at(&ruleset(g)?, &[heap])?)
        },
        ..METHOD
    },
    Method {
        name: "GameValueSequence",
        usage: "game.GameValueSequence(n)",
        about: "The values of a game on heaps 1 to n.",
        example: ("partizan_subtraction(\"1,2\",\"1,3\").GameValueSequence(4)", "[*,^,^*,^[2]]"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let (rules, most) = (ruleset(g)?, e.whole(&arguments[0], "the largest heap")?);
            most_entries(most, 1)?;
            let mut values = Vec::new();
            for heap in 1..=most {
                values.push(value(e, &at(&rules, &[heap])?)?);
            }
            list(values)
        },
        ..METHOD
    },
    Method {
        name: "NimValueTable",
        usage: "game.NimValueTable(m,n)",
        about: "The Grundy values of a game on pairs of numbers: a list of rows, for the first number \
                up to m, each with the values for the second number up to n. Both begin at 0, or at 1 \
                if the game is not played on pairs with 0.",
        example: ("wythoff.NimValueTable(2,3)", "[[0,1,2,3],[1,2,0,4],[2,0,1,5]]"),
        arguments: (2, 2),
        run: |e, g, arguments| table(e, g, arguments, nim_value),
        ..METHOD
    },
    Method {
        name: "GameValueTable",
        aliases: &["ValuesTable"],
        usage: "game.GameValueTable(m,n)",
        about: "The values of a game on pairs of numbers, as in NimValueTable; for a partizan \
                game from 1 on.",
        example: ("cutcake.GameValueTable(2,3)", "[[0,1,2],[-1,0,0]]"),
        arguments: (2, 2),
        run: |e, g, arguments| table(e, g, arguments, value),
        ..METHOD
    },
    Method {
        name: "CoordinateOptions",
        usage: "game.CoordinateOptions((a,b)) or game.CoordinateOptions((a,b), Left)",
        about: "The options in a game on pairs of numbers, each as a pair. For a partizan game, \
                give the player.",
        example: ("wythoff.CoordinateOptions((1,2))", "[(0,1),(0,2),(1,0),(1,1)]"),
        arguments: (1, 2),
        run: |e, g, arguments| {
            let rules = ruleset(g)?;
            let Value::List(place) = &arguments[0] else {
                return Err(mismatch("expected a pair of numbers", &arguments[0]));
            };
            let player = match arguments.get(1) {
                Some(one) => player(one)?,
                None if rules.class().is_impartial() => Player::Left,
                None => {
                    let message = "in this game the options of Left and Right differ";
                    let help = "name the player: g.CoordinateOptions((2,3), Left)";
                    return Err(Fail::mismatch(message.to_owned()).with_help(help));
                }
            };
            e.coordinate_options(&rules, place, player)
        },
        ..METHOD
    },
    product!(
        "AcrosticProduct",
        "acrostic_product",
        "The game on pairs in which a move is a move of the first game in the first number, or of \
         the second game in the second.",
        "take_and_break(\"0.3\").AcrosticProduct(kayles).NimValueTable(2,2)",
        "[[0,1,2],[1,1,2],[0,2,1]]"
    ),
    product!(
        "DirectProduct",
        "direct_product",
        "The game on pairs in which a move is a move in both games at once. Its values are nim \
         products.",
        "kayles.DirectProduct(kayles).NimValueTable(2,2)",
        "[[0,0,0],[0,1,2],[0,2,3]]"
    ),
    product!(
        "CakeProduct",
        "cake_product",
        "The game on rectangles in which Left plays the first game on the columns of a piece, and \
         Right the second on its rows.",
        "kayles.CakeProduct(kayles)(2,3).CanonicalForm",
        "v"
    ),
];

/// The game that the codes of two games make.
fn product(g: &Value, h: &Value, name: &str) -> Answer {
    let codes = Arguments::new(vec![
        upstar_engine::Argument::Text(code(g)?),
        upstar_engine::Argument::Text(code(h)?),
    ]);
    Ok(Value::Ruleset(Ruleset::of(name, rules(name, &codes)?)))
}

/// The most entries of a sequence or a table.
const MOST_ENTRIES: u64 = 100_000;

/// The rules of a game by itself: of a name, or of a game with its parameters and nothing else.
pub(super) fn ruleset(g: &Value) -> Result<Rules> {
    match g {
        Value::Ruleset(ruleset) => return Ok(ruleset.rules()?),
        Value::Positions(sum) => {
            // Without a position, what is written are the parameters.
            if let Some(game) = sum.single().filter(|game| game.position_text().is_empty()) {
                return Ok(game.rules().clone());
            }
        }
        _ => {}
    }
    Err(mismatch("expected the name of a game, or a game with its parameters", g))
}

/// A game on these numbers.
pub(super) fn at(rules: &Rules, numbers: &[u64]) -> Result<Game> {
    Ok(rules.make(&Arguments::numbers(numbers))?)
}

impl Calculator<'_> {
    /// A whole number from 0.
    pub(super) fn whole(&mut self, value: &Value, what: &str) -> Result<u64> {
        let number = self.integer(value, what)?;
        u64::try_from(&number)
            .map_err(|_| Fail::Limit(format!("{what} is from 0 to {}, not {number}", u64::MAX)))
    }
}

fn code(g: &Value) -> Result<String> {
    let rules = ruleset(g)?;
    rules.heap_code().map(|code| code.to_string()).ok_or_else(|| {
        let name = rules.name();
        Fail::undefined(format!("{name} is not a take-and-break game"))
    })
}

fn nim_value(e: &mut Calculator<'_>, game: &Game) -> Answer {
    e.tick(1)?;
    Ok(number(game.grundy(&e.engine, e.budget)?))
}

/// The Grundy values of heaps.
pub(super) fn nim_values(
    e: &mut Calculator<'_>,
    rules: &Rules,
    heaps: std::ops::RangeInclusive<u64>,
) -> Result<Vec<Value>> {
    heaps.map(|heap| nim_value(e, &at(rules, &[heap])?)).collect()
}

pub(super) fn value(e: &mut Calculator<'_>, game: &Game) -> Answer {
    e.tick(1)?;
    let id = game.value(&e.engine, e.budget)?;
    Ok(e.simplified(id))
}

fn most_entries(rows: u64, columns: u64) -> Result {
    match rows.checked_mul(columns) {
        Some(entries) if entries <= MOST_ENTRIES => Ok(()),
        _ => Err(Fail::Limit(format!("at most {MOST_ENTRIES} values are listed at once"))),
    }
}

fn heap_options(e: &mut Calculator<'_>, g: &Value, arguments: &[Value]) -> Answer {
    let heap = e.whole(&arguments[0], "a heap")?;
    let mut options = Vec::new();
    for option in at(&ruleset(g)?, &[heap])?.options_within(Player::Left, e.budget)? {
        e.tick(1)?;
        let Some(heaps) = option.position::<Vec<u64>>() else {
            let message = format!("{} is not played on heaps", option.name());
            return Err(Fail::undefined(message));
        };
        options.push(heaps.iter().copied().filter(|&heap| heap > 0).collect::<Vec<u64>>());
    }
    // As they are played: first what takes few tokens, and what breaks no heap before what does.
    let taken = |heaps: &Vec<u64>| heap.saturating_sub(heaps.iter().sum());
    options
        .sort_by(|a, b| taken(a).cmp(&taken(b)).then(a.len().cmp(&b.len())).then_with(|| a.cmp(b)));
    options.dedup();
    let number = |&heap: &u64| number(heap);
    let lists = options.iter().map(|heaps| list(heaps.iter().map(number).collect()));
    list(lists.collect::<Result<_, _>>()?)
}

/// The entries of a game on pairs, row by row.
fn table(
    e: &mut Calculator<'_>,
    g: &Value,
    arguments: &[Value],
    entry: fn(&mut Calculator<'_>, &Game) -> Answer,
) -> Answer {
    let rules = ruleset(g)?;
    let rows = e.whole(&arguments[0], "the number of rows")?;
    let columns = e.whole(&arguments[1], "the number of columns")?;
    most_entries(rows, columns)?;
    let least = u64::from(!rules.class().is_impartial() || at(&rules, &[0, 0]).is_err());
    let mut table = Vec::new();
    for row in least..=rows {
        let mut entries = Vec::new();
        for column in least..=columns {
            let game = at(&rules, &[row, column])?;
            entries.push(entry(e, &game)?);
        }
        table.push(list(entries)?);
    }
    list(table)
}

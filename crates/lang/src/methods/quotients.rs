//! Misère quotients.

use std::sync::Arc;

use upstar_engine::{ClosedPositions, Game, Rules, Sum, Summand};
use upstar_misere::quotient::{Element, HeapQuotient, PartizanQuotient};

use super::rulesets::ruleset;
use super::{METHOD, Method, number};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::quotient::{Games, IntegerWeights, Quotient, WeightedGames};
use crate::value::{Answer, Value, list, mismatch};

/// What is asked of a quotient alone.
macro_rules! part {
    ($name:literal, $about:literal, $example:expr, |$e:ident, $quotient:ident| $answer:expr) => {
        Method {
            name: $name,
            usage: concat!("quotient(g).", $name),
            about: $about,
            example: $example,
            run: |$e, value, _| {
                let $quotient = of(value)?;
                $answer
            },
            ..METHOD
        }
    };
}

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "MisereQuotient",
        aliases: &["Quotient"],
        usage: "g.MisereQuotient, quotient(g,h,...) or quotient(kayles,20)",
        about: "The misère quotient of all sums of the positions that can be reached from g, h, \
                ..., games that always end; for the name of a take-and-break game or another \
                partizan game on heaps, that of its heaps up to a number, or without a number that \
                of all heaps, if this is proved. It is shown by generators, relations, and the \
                elements that are P-positions in misère play. That of a partizan game may be the \
                integers: then it is shown by the weights of heaps, and the outcomes of totals.",
        example: ("quotient(kayles(2))", "<a,b | a2=1,b3=b> {a,b2}"),
        arguments: (0, 100),
        run: quotient,
        ..METHOD
    },
    Method {
        name: "SameMisereQuotient",
        usage: "g.SameMisereQuotient(h)",
        about: "Whether the misère quotients of g and h are isomorphic, P-positions to P-positions.",
        example: ("kayles(2).SameMisereQuotient(nim(3))", "true"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let (one, other) = (quotient(e, g, &[])?, quotient(e, &arguments[0], &[])?);
            let found = of(&one)?.monoid().isomorphism(of(&other)?.monoid(), e.budget)?;
            Ok(Value::Boolean(found.is_some()))
        },
        ..METHOD
    },
    part!(
        "Order",
        "The number of elements of a misère quotient.",
        ("quotient(kayles(5)).Order", "12"),
        |_e, quotient| Ok(number(quotient.monoid().len()))
    ),
    part!(
        "Presentation",
        "A misère quotient by its generators and relations.",
        ("quotient(kayles(2)).Presentation", "<a,b | a2=1,b3=b>"),
        |_e, quotient| Ok(Value::Text(quotient.monoid().presentation()))
    ),
    part!(
        "Relations",
        "The defining relations of a misère quotient.",
        ("quotient(kayles(2)).Relations", "[a2=1,b3=b]"),
        |e, quotient| {
            let monoid = quotient.monoid();
            let names = monoid.relation_names(&monoid.relations());
            e.pay_values(names.len())?;
            list(names.into_iter().map(Value::Text).collect())
        }
    ),
    part!(
        "Generators",
        "The names of the generators of a misère quotient.",
        ("quotient(kayles(2)).Generators", "[a,b]"),
        |e, quotient| e.element_names(quotient, quotient.monoid().generators())
    ),
    part!(
        "Elements",
        "The names of all elements of a misère quotient: products of generators, with exponents \
         after them; 1 is the identity.",
        ("quotient(kayles(2)).Elements", "[1,a,b,ab,b2,ab2]"),
        |e, quotient| {
            let all: Vec<Element> = (0..quotient.monoid().len()).map(|x| x as Element).collect();
            e.element_names(quotient, &all)
        }
    ),
    part!(
        "PPortion",
        "The elements of a misère quotient that are P-positions.",
        ("quotient(kayles(2)).PPortion", "[a,b2]"),
        |e, quotient| e.element_names(quotient, &quotient.monoid().p_portion())
    ),
    part!(
        "Kernel",
        "The kernel of a misère quotient: the elements of the smallest ideal, which is a group.",
        ("quotient(kayles(2)).Kernel", "[b,ab,b2,ab2]"),
        |e, quotient| e.element_names(quotient, &quotient.monoid().kernel().elements)
    ),
    part!(
        "MaximalSubgroups",
        "The maximal subgroups of a misère quotient, one for each idempotent: the group as a \
         product of cyclic groups, and its elements.",
        ("quotient(kayles(2)).MaximalSubgroups", "[[Z2,[1,a]],[Z2^2,[b,ab,b2,ab2]]]"),
        |e, quotient| {
            let mut rows = Vec::new();
            for group in quotient.monoid().maximal_subgroups() {
                let elements = e.element_names(quotient, &group.elements)?;
                rows.push(list(vec![Value::Text(group.name()), elements])?);
            }
            list(rows)
        }
    ),
    part!(
        "TameIndex",
        "The n if a misère quotient is the tame quotient T_n, that of Nim with heaps below 2^n; \
         `Nothing` if it is wild.",
        ("[quotient(kayles(n)).TameIndex for n from 3 to 5]", "[2,2,Nothing]"),
        |_e, quotient| Ok(match quotient.monoid().tame() {
            Some(n) => number(n as usize),
            None => Value::Nothing,
        })
    ),
    Method {
        name: "PretendingFunction",
        usage: "quotient(g).PretendingFunction",
        about: "The element of each heap from 0 on in the quotient of the heaps of a game, or its \
                weight: up to the end of the first period if a period is proved, otherwise as far \
                as known.",
        example: ("quotient(kayles,5).PretendingFunction", "[1,a,b,ab,a,c]"),
        run: |e, value, _| {
            if let Value::Weights(weights) = value
                && let Some(found) = weights.weights()
            {
                let end = found.period.map_or(u64::MAX, |p| p.preperiod + p.period);
                let weights = found.weights.iter().take(usize::try_from(end).unwrap_or(usize::MAX));
                e.pay_values(found.weights.len())?;
                return list(weights.map(|&weight| Value::Number(weight.into())).collect());
            }
            let quotient = of(value)?;
            let Some(heaps) = quotient.heaps() else {
                return Err(Fail::undefined(
                    "this is a quotient of positions, not of the heaps of a game",
                )
                .with_help("quotient(kayles).PretendingFunction"));
            };
            let end = heaps.period.map_or(u64::MAX, |period| period.preperiod + period.period);
            let end = usize::try_from(end).unwrap_or(usize::MAX).min(quotient.map().len());
            e.element_names(quotient, &quotient.map()[..end])
        },
        ..METHOD
    },
    Method {
        name: "Element",
        usage: "quotient(g).Element(h)",
        about: "The element of a position in a misère quotient; in the quotient of the heaps of a \
                game, the element of a heap, given by its number. For a sum, a list or several \
                arguments it is the product. The name of an element, as in Element(\"b3\"), \
                stands for itself. If the quotient is the integers, it is the total weight.",
        example: ("quotient(kayles(5)).Element(kayles(3) + kayles(4))", "b"),
        arguments: (1, 100),
        run: |e, value, arguments| {
            if let Value::Weights(weights) = value {
                return Ok(Value::Number(
                    num_bigint::BigInt::from(e.total(weights, arguments)?).into(),
                ));
            }
            let quotient = of(value)?;
            let x = product(e, quotient, arguments)?;
            Ok(Value::Text(quotient.monoid().name(x)))
        },
        ..METHOD
    },
    Method {
        name: "OutcomeOf",
        usage: "quotient(g).OutcomeOf(h)",
        about: "The outcome of a sum in misère play, from its element: P if the second player \
                wins. The arguments are those of Element.",
        example: ("quotient(kayles).OutcomeOf(5, 9, 1000001)", "N"),
        arguments: (1, 100),
        run: |e, value, arguments| {
            if let Value::Weights(weights) = value
                && let Some(found) = weights.weights()
            {
                return Ok(Value::Outcome(found.outcomes.outcome(e.total(weights, arguments)?)));
            }
            let quotient = of(value)?;
            let x = product(e, quotient, arguments)?;
            Ok(Value::Outcome(quotient.monoid().outcome(x)))
        },
        ..METHOD
    },
    Method {
        name: "IsIsomorphic",
        usage: "quotient(g).IsIsomorphic(quotient(h))",
        about: "Whether two misère quotients are isomorphic, P-positions to P-positions.",
        example: ("quotient(kayles(2)).IsIsomorphic(quotient(nim(3)))", "true"),
        arguments: (1, 1),
        run: |e, value, arguments| {
            let (one, other) = (of(value)?, of(&arguments[0])?);
            let found = one.monoid().isomorphism(other.monoid(), e.budget)?;
            Ok(Value::Boolean(found.is_some()))
        },
        ..METHOD
    },
    Method {
        name: "Isomorphism",
        usage: "quotient(g).Isomorphism(quotient(h))",
        about: "Where an isomorphism of two misère quotients sends the generators of the first one, in \
                their order; `Nothing` if there is none.",
        example: ("quotient(kayles(2)).Isomorphism(quotient(nim(3)))", "[a,b]"),
        arguments: (1, 1),
        run: |e, value, arguments| {
            let (one, other) = (of(value)?, of(&arguments[0])?);
            let Some(map) = one.monoid().isomorphism(other.monoid(), e.budget)? else {
                return Ok(Value::Nothing);
            };
            let images: Vec<Element> =
                one.monoid().generators().iter().map(|&g| map[usize::from(g)]).collect();
            e.element_names(other, &images)
        },
        ..METHOD
    },
    Method {
        name: "MexOf",
        usage: "quotient(g).MexOf([x,y,...])",
        about: "The mex function of Plambeck and Siegel: the element of a game whose options have \
                the elements x, y, ... of a misère quotient, or `Nothing` if the game changes the \
                quotient.",
        example: ("quotient(nim(2)).MexOf([\"1\",\"a\",\"b\"])", "ab"),
        arguments: (1, 1),
        run: |e, value, arguments| {
            let quotient = of(value)?;
            let Value::List(options) = &arguments[0] else {
                return Err(mismatch("expected the list of the options", &arguments[0]));
            };
            let mut elements = Vec::new();
            for option in options.items() {
                elements.push(e.element(quotient, option)?);
            }
            let monoid = quotient.monoid();
            let found = monoid.mex(quotient.rule()?, quotient.map(), &elements, e.budget)?;
            Ok(found.map_or(Value::Nothing, |x| Value::Text(monoid.name(x))))
        },
        ..METHOD
    },
    Method {
        name: "MeximalSet",
        usage: "quotient(g).MeximalSet(h)",
        about: "The meximal set of the element of h: the elements that the options of a game with \
                this element may have. They are the elements for which no game, added to both it \
                and h, gives two P-positions.",
        example: ("quotient(kayles(2)).MeximalSet(\"b\")", "[1,a,ab,b2,ab2]"),
        arguments: (1, 1),
        run: |e, value, arguments| {
            let quotient = of(value)?;
            quotient.rule()?;
            let x = e.element(quotient, &arguments[0])?;
            e.element_names(quotient, &quotient.monoid().meximal(x))
        },
        ..METHOD
    },
    part!(
        "MexForm",
        "The mex form of a misère quotient: for each element the options of one game that has it, \
         and the meximal set. A game with at least one option has this element, and leaves the \
         quotient unchanged, if its options include all of the first and are all in the second \
         (Siegel).",
        ("quotient(kayles(1)).MexForm", "[[1,[a],[a]],[a,[1],[1]]]"),
        |e, quotient| {
            let rows = quotient.monoid().mex_form(quotient.rule()?, quotient.map(), e.budget)?;
            let mut found = Vec::with_capacity(rows.len());
            for row in rows {
                let name = Value::Text(quotient.monoid().name(row.element));
                let options = e.element_names(quotient, &row.options)?;
                let meximal = e.element_names(quotient, &row.meximal)?;
                found.push(list(vec![name, options, meximal])?);
            }
            list(found)
        }
    ),
];

fn of(value: &Value) -> Result<&Quotient> {
    match value {
        Value::Quotient(quotient) => Ok(quotient),
        Value::Weights(_) => {
            Err(Fail::undefined("this quotient is infinite: it is the group of the integers")
                .with_help("Element, OutcomeOf and PretendingFunction apply to it"))
        }
        other => {
            Err(mismatch("expected a misère quotient", other)
                .with_help("as quotient(kayles(5)) is"))
        }
    }
}

/// The product of the elements of all arguments.
fn product(e: &mut Calculator<'_>, quotient: &Quotient, arguments: &[Value]) -> Result<Element> {
    let mut product = 0;
    for argument in arguments {
        product = quotient.monoid().product(product, e.element(quotient, argument)?);
    }
    Ok(product)
}

/// The quotient of all that can be reached from some positions, or of the heaps of a game.
fn quotient(e: &mut Calculator<'_>, first: &Value, more: &[Value]) -> Answer {
    if let Value::Ruleset(_) = first {
        let rules = ruleset(first)?;
        let to = match more {
            [] => None,
            [to] => Some(e.whole(to, "the last heap")?),
            [_, other, ..] => {
                return Err(mismatch("only one number, the last heap, can follow a game", other));
            }
        };
        return e.quotient_of_heaps(&rules, to);
    }
    let mut sums: Vec<&Sum> = Vec::with_capacity(1 + more.len());
    for value in std::iter::once(first).chain(more) {
        match value {
            Value::Positions(sum) => sums.push(sum),
            other => return Err(mismatch("expected a position of a named game", other)),
        }
    }
    e.quotient_of(&sums)
}

impl Calculator<'_> {
    /// The quotient of all that can be reached from positions.
    fn quotient_of(&mut self, sums: &[&Sum]) -> Answer {
        let mut positions = ClosedPositions::default();
        for game in sums.iter().flat_map(|sum| sum.summands()) {
            positions.add(position(game)?, self.budget)?;
        }
        let (monoid, map) = match positions.partizan_quotient(self.budget)? {
            None => positions.quotient(self.budget)?,
            Some(PartizanQuotient::Finite(found)) => (found.monoid, found.map),
            Some(found) => {
                let games = WeightedGames::Positions(positions);
                return Ok(Value::Weights(Arc::new(IntegerWeights { games, found })));
            }
        };
        let games = Games::Positions(positions);
        Ok(Value::Quotient(Arc::new(Quotient { games, monoid, map })))
    }

    /// The quotient of the heaps of a game up to one of them, or of all.
    fn quotient_of_heaps(&mut self, rules: &Rules, to: Option<u64>) -> Answer {
        if let Some(sides) = rules.heap_sides() {
            let (found, stopped) =
                PartizanQuotient::of(&sides, rules.name(), to, self.budget, |_, _| {})?;
            if let Some(stopped) = stopped {
                return Err(stopped.into());
            }
            let PartizanQuotient::Finite(heaps) = found else {
                let games = WeightedGames::Heaps(sides);
                return Ok(Value::Weights(Arc::new(IntegerWeights { games, found })));
            };
            let (monoid, map) = (heaps.monoid.clone(), heaps.map.clone());
            let games = Games::Partizan(sides, heaps);
            return Ok(Value::Quotient(Arc::new(Quotient { games, monoid, map })));
        }
        let Some(code) = rules.heap_code() else {
            let name = rules.name();
            return Err(Fail::undefined(format!("{name} is not a take-and-break game"))
                .with_help("of other games there are quotients of positions: quotient(nim(3))"));
        };
        let (found, stopped) = HeapQuotient::of(&code, to, self.budget, |_, _| {})?;
        if let Some(stopped) = stopped {
            return Err(stopped.into());
        }
        let (monoid, map) = (found.monoid.clone(), found.map.clone());
        let games = Games::Heaps(code, found);
        Ok(Value::Quotient(Arc::new(Quotient { games, monoid, map })))
    }

    /// The total weight of heaps or sums of heaps.
    fn total(&mut self, weights: &IntegerWeights, values: &[Value]) -> Result<i128> {
        let mut total = 0_i128;
        for value in values {
            let heaps = match value {
                Value::List(list) => {
                    total += self.total(weights, list.items())?;
                    continue;
                }
                Value::Positions(sum) => {
                    let mut heaps = Vec::new();
                    for summand in sum.summands() {
                        let game = position(summand)?;
                        let found = match &weights.games {
                            WeightedGames::Heaps(rules) => {
                                let heaps = game.position::<Vec<u64>>().cloned();
                                heaps.filter(|_| game.rules().heap_sides().as_ref() == Some(rules))
                            }
                            WeightedGames::Positions(positions) => {
                                let number = positions.clone().add(game, self.budget)?;
                                (number < weights.quotient().computed()).then(|| vec![number])
                            }
                        };
                        heaps.extend(found.ok_or_else(|| {
                            let message = format!("{} has no weight here", game.text());
                            Fail::undefined(message)
                        })?);
                    }
                    heaps
                }
                other if weights.rules().is_some() => vec![self.whole(other, "a heap")?],
                other => return Err(mismatch("expected a position of a named game", other)),
            };
            self.tick(1 + heaps.len() as u64)?;
            total += weights.quotient().total(&heaps).ok_or_else(|| {
                let last = weights.quotient().computed().saturating_sub(1);
                Fail::undefined(format!("weights are known of the heaps to {last}"))
                    .with_help("a larger last heap may be given: quotient(game, 20)")
            })?;
        }
        Ok(total)
    }

    /// The element that a name, a heap or a position has, or the product of those of a list.
    fn element(&mut self, quotient: &Quotient, value: &Value) -> Result<Element> {
        self.tick(1)?;
        match value {
            Value::Text(name) => quotient.monoid.element(name).ok_or_else(|| {
                Fail::undefined(format!(
                    "\"{name}\" is not a product of the generators of this quotient"
                ))
                .with_help("elements are written \"1\", \"ab2\"")
            }),
            Value::Number(_) => {
                let heap = self.integer(value, "a heap")?;
                let heap = u64::try_from(&heap)
                    .map_err(|_| Fail::undefined(format!("there is no heap of {heap}")))?;
                quotient.heap(heap)
            }
            Value::List(list) => product(self, quotient, list.items()),
            Value::Positions(sum) => {
                let mut product = 0;
                for summand in sum.summands() {
                    let element = self.element_of_position(quotient, position(summand)?)?;
                    product = quotient.monoid.product(product, element);
                }
                Ok(product)
            }
            other => Err(mismatch(
                "expected a position, a heap or the name of an element such as \"ab2\"",
                other,
            )),
        }
    }

    fn element_of_position(&mut self, quotient: &Quotient, game: &Game) -> Result<Element> {
        let positions = match &quotient.games {
            Games::Positions(positions) => positions,
            Games::Partizan(sides, _) => {
                let heaps = game.position::<Vec<u64>>();
                let same = |_: &&Vec<u64>| game.rules().heap_sides().as_ref() == Some(sides);
                let Some(heaps) = heaps.filter(same) else {
                    let message = format!("{} is no sum of heaps of this game", game.text());
                    return Err(Fail::undefined(message));
                };
                return heaps.iter().try_fold(0, |product, &heap| {
                    Ok(quotient.monoid.product(product, quotient.heap(heap)?))
                });
            }
            Games::Heaps(code, _) => {
                let numbers = game.position_text();
                let heaps =
                    numbers.split(',').filter(|n| !n.is_empty()).map(|n| n.trim().parse().ok());
                let heaps: Option<Vec<u64>> = heaps.collect();
                let (Some(heaps), true) = (heaps, game.rules().heap_code().as_ref() == Some(code))
                else {
                    return Err(Fail::undefined(format!(
                        "{} is no sum of heaps of {code}",
                        game.text()
                    )));
                };
                return heaps.into_iter().try_fold(0, |product, heap| {
                    Ok(quotient.monoid.product(product, quotient.heap(heap)?))
                });
            }
        };
        let mut larger = positions.clone();
        let number = larger.add(game, self.budget)? as usize;
        if let Some(&element) = quotient.map.get(number) {
            return Ok(element);
        }
        // A game that is not among them may still be one that changes nothing.
        let (monoid, map) = larger.quotient(self.budget)?;
        quotient.monoid.element_in(&quotient.map, &monoid, &map, number).ok_or_else(|| {
            Fail::undefined(format!(
                "{} has no element here: with it the quotient is larger, of order {}",
                game.text(),
                monoid.len()
            ))
            .with_help("ask for the quotient with it: quotient(g, h)")
        })
    }

    /// Elements by their names, as a list.
    fn element_names(&mut self, quotient: &Quotient, elements: &[Element]) -> Result<Value> {
        self.tick(elements.len() as u64)?;
        self.pay_values(elements.len())?;
        self.pay_bytes(32 * elements.len() as u64)?;
        let names = elements.iter().map(|&x| Value::Text(quotient.monoid.name(x)));
        list(names.collect())
    }
}

fn position(summand: &Summand) -> Result<&Game> {
    match summand {
        Summand::Position(game) => Ok(game),
        _ => Err(Fail::mismatch("misère quotients are of positions of named games")
            .with_help("a nim heap is written nim(3)")),
    }
}

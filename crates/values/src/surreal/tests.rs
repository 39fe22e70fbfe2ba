//! Tests against Conway's and Gonshor's definitions and published values.

use std::cmp::Ordering;
use std::collections::HashMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use upstar_core::{Budget, Player};

use super::*;
use crate::Error;

fn number(text: &str) -> Surreal {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn stalk(text: &str) -> Stalk {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn signs_of(text: &str) -> String {
    Stalk::of(&number(text), &Budget::unlimited()).unwrap().to_string()
}

/// A finite word of signs as a number in Conway's sense. It has at most one option on each side:
/// its longest initial parts below and above it.
type Word = Vec<Player>;

/// The numbers born by a day, as words.
fn born_by(day: usize) -> Vec<Word> {
    let mut words: Vec<Word> = vec![vec![]];
    let mut last = words.clone();
    for _ in 0..day {
        last = last
            .iter()
            .flat_map(|word| {
                [Player::Left, Player::Right].map(|player| {
                    let mut longer = word.clone();
                    longer.push(player);
                    longer
                })
            })
            .collect();
        words.extend(last.clone());
    }
    words
}

/// The options: initial parts followed by L are below, those followed by R above.
fn options(word: &Word, player: Player) -> Vec<Word> {
    (0..word.len()).filter(|&i| word[i] == player).map(|i| word[..i].to_vec()).collect()
}

/// Conway's order: x <= y iff no left option of x is >= y and no right option of y is <= x.
fn le(x: &Word, y: &Word, memo: &mut HashMap<(Word, Word), bool>) -> bool {
    if let Some(&known) = memo.get(&(x.clone(), y.clone())) {
        return known;
    }
    let result = !options(x, Player::Left).iter().any(|l| le(y, l, memo))
        && !options(y, Player::Right).iter().any(|r| le(r, x, memo));
    memo.insert((x.clone(), y.clone()), result);
    result
}

fn value(word: &Word) -> Surreal {
    Stalk::of_word(word).value().unwrap()
}

#[test]
fn order_is_that_of_the_recursive_definition_for_all_numbers_born_by_day_5() {
    let words = born_by(5);
    let values: Vec<Surreal> = words.iter().map(value).collect();
    let mut memo = HashMap::new();
    for (x, a) in words.iter().zip(&values) {
        for (y, b) in words.iter().zip(&values) {
            assert_eq!(le(x, y, &mut memo), a <= b, "{a} <= {b}");
        }
    }
}

/// Conway: x + y = {xL + y, x + yL | xR + y, x + yR},
/// xy = {xL y + x yL - xL yL, ... | xL y + x yR - xL yR, ...}.
fn check_sum_and_product(x: &Word, y: &Word) {
    let options_of = |word: &Word| {
        Player::BOTH.map(|player| options(word, player).iter().map(value).collect::<Vec<_>>())
    };
    let (of_x, of_y) = (options_of(x), options_of(y));
    let (x, y) = (&value(x), &value(y));
    let add = |a: &Surreal, b: &Surreal| a.sum(b).unwrap();
    let times = |a: &Surreal, b: &Surreal| a.product(b).unwrap();
    let mut sums = [Vec::new(), Vec::new()];
    let mut products = [Vec::new(), Vec::new()];
    for side in 0..2 {
        sums[side].extend(of_x[side].iter().map(|a| add(a, y)));
        sums[side].extend(of_y[side].iter().map(|b| add(x, b)));
        for other in 0..2 {
            for a in &of_x[side] {
                for b in &of_y[other] {
                    let option = add(&times(a, y), &times(x, b)).difference(&times(a, b)).unwrap();
                    products[usize::from(side != other)].push(option);
                }
            }
        }
    }
    let budget = Budget::unlimited();
    assert_eq!(simplest_between(&sums[0], &sums[1], &budget).unwrap(), add(x, y), "{x} + {y}");
    let product = simplest_between(&products[0], &products[1], &budget).unwrap();
    assert_eq!(product, times(x, y), "{x} * {y}");
}

#[test]
fn sums_and_products_are_those_of_the_recursive_definitions() {
    let words = born_by(5);
    for (i, x) in words.iter().enumerate() {
        for y in &words[..=i] {
            check_sum_and_product(x, y);
        }
    }
}

#[test]
fn figures_of_the_booklet() {
    let expected = [
        ("L^w", "ω"),
        ("LR^w", "1/ω"),
        ("L^w L", "ω+1"),
        ("L^w R", "ω-1"),
        ("L^w L^w", "ω×2"),
        ("L^w R^w", "ω/2"),
        ("(LR)^w", "2/3"),
        ("L^(w^2)", "ω^2"),
        ("L^(w^w)", "ω^ω"),
        ("L^w R^(w^2)", "ω^(1/2)"),
        ("(L^w R^w)^w", "ω×2/3"),
        ("LR(RL)^w", "1/3"),
        ("LLLLRRR(LRR)^w", "22/7"),
        ("LR^(w*2)", "1/ω^2"),
        ("L^w R^w (R^w L^w)^w", "ω/3"),
        ("R^w L^(w^2)", "-ω^(1/2)"),
        ("0", "0"),
        ("LR", "1/2"),
    ];
    for (word, text) in expected {
        assert_eq!(stalk(word).value().unwrap().to_string(), text, "{word}");
        assert_eq!(Stalk::of(&number(text), &Budget::unlimited()).unwrap(), stalk(word), "{text}");
    }
    assert_eq!(signs_of("omega^(1/2)"), "L^w R^(w^2)");
    assert_eq!(signs_of("2*omega/3"), "(L^w R^w)^w");
    assert_eq!(signs_of("22/7"), "LLLLRRR(LRR)^w");
    assert_eq!(signs_of("1/3"), "LR(RL)^w");
    assert_eq!(signs_of("omega/3"), "L^w R^w (R^w L^w)^w");
    assert_eq!(stalk("L^w R^w (R^w L^w)^w").length().to_string(), "ω^2");
}

#[test]
fn exercises_of_the_booklet() {
    // 1.19: three times (LR)^w is 2. 1.21: 2ω and ω/2. 1.23: ω·(1/ω) = 1.
    let third = stalk("(LR)^w").value().unwrap();
    assert_eq!(third.product(&number("3")).unwrap(), number("2"));
    let half = stalk("L^w R^w").value().unwrap();
    assert_eq!(half.sum(&half).unwrap(), stalk("L^w").value().unwrap());
    let (omega, inverse) = (stalk("L^w").value().unwrap(), stalk("LR^w").value().unwrap());
    assert_eq!(omega.product(&inverse).unwrap(), number("1"));
    // 1.20: rational numbers have periodic stalks, and periodic stalks are rational.
    for p in -30i64..30 {
        for q in 1i64..30 {
            let x = Surreal::from(BigRational::new(p.into(), q.into()));
            let word = Stalk::of(&x, &Budget::unlimited()).unwrap();
            assert_eq!(word.value().unwrap(), x);
        }
    }
}

#[test]
fn published_quotients_of_cgsuite() {
    let expected = [
        ("omega^omega + 1/(omega+1)", "(ω^(ω+1)+ω^ω+1)/(ω+1)"),
        ("(omega^(omega+1)-omega^omega-omega+1)/(omega-1)", "ω^ω-1"),
        (
            "(omega^omega^2+1)^6",
            "ω^(ω^2×6)+ω^(ω^2×5)×6+ω^(ω^2×4)×15+ω^(ω^2×3)×20+ω^(ω^2×2)×15+ω^ω^2×6+1",
        ),
        ("(omega^(omega+2)-omega^omega)/(omega-1)", "ω^(ω+1)+ω^ω"),
        ("(omega+7)/(omega*7)", "(ω+7)/(ω×7)"),
        ("(omega+1)/omega", "(ω+1)/ω"),
        ("(omega^2-1)/(omega-1)", "ω+1"),
        ("1/omega", "1/ω"),
        ("omega^2-omega*3+1/2-5/omega", "ω^2-ω×3+1/2-5/ω"),
        ("omega^(1/omega)", "ω^(1/ω)"),
        ("omega^(1/2)", "ω^(1/2)"),
        ("omega^(omega+1)", "ω^(ω+1)"),
        ("(1+omega)/omega - 1", "1/ω"),
        ("5/(7*omega)", "5/(ω×7)"),
    ];
    for (text, printed) in expected {
        let x = number(text);
        assert_eq!(x.to_string(), printed, "{text}");
        assert_eq!(number(printed), x);
        assert_eq!(number(&x.text_ascii()), x);
    }
    let budget = Budget::unlimited();
    let birthday = |text: &str| number(text).birthday(&budget).unwrap().to_string();
    assert_eq!(birthday("omega^omega-5*omega^19+omega^2+1"), "ω^ω+ω^19×5+ω^2+1");
    assert_eq!(birthday("6/23"), "ω");
    let mut sorted: Vec<Surreal> =
        ["0", "1", "1/omega", "omega", "(omega+7)/(omega*7)", "1/4", "1/7"].map(number).into();
    sorted.sort();
    let sorted: Vec<String> = sorted.iter().map(ToString::to_string).collect();
    assert_eq!(sorted, ["0", "1/ω", "1/7", "(ω+7)/(ω×7)", "1/4", "1", "ω"]);
}

#[test]
fn cuts() {
    let expected = [
        ("{0,1,2,...|}", "ω"),
        ("{0|1,1/2,1/4,...}", "1/ω"),
        ("{0,1,2,...|omega}", "ω-1"),
        ("{0,1,2,...|omega,omega-1,omega-2,...}", "ω/2"),
        ("{1,2,3,...|omega,omega/2,omega/4,...}", "ω^(1/2)"),
        ("{omega,omega+1,omega+2,...|}", "ω×2"),
        ("{omega,2*omega,3*omega,...|}", "ω^2"),
        ("{omega,omega^2,omega^3,...|}", "ω^ω"),
        ("{0|1/omega,1/omega^2,1/omega^3,...}", "1/ω^ω"),
        ("{-1|5}", "0"),
        ("{1/4|1}", "1/2"),
        ("{1/2|3/4}", "5/8"),
        ("{|}", "0"),
        ("{omega|}", "ω+1"),
        ("{0|1/omega}", "1/(ω×2)"),
        ("{2/3|}", "1"),
        ("{2/3|2/3+1/omega}", "2/3+1/(ω×2)"),
        ("{0|omega}", "1"),
        ("{1|omega^(1/2)}", "2"),
        ("{-1,-2,-3,...|}", "0"),
        ("{|0,-1,-2,...}", "-ω"),
    ];
    for (text, printed) in expected {
        assert_eq!(number(text).to_string(), printed, "{text}");
    }
    for text in ["{1|0}", "{1|1}", "{0,1,2,...|5}"] {
        assert!(matches!(text.parse::<Surreal>(), Err(Error::NotSeparated { .. })), "{text}");
    }
    assert!(matches!("{1,2,4,5,...|}".parse::<Surreal>(), Err(Error::NoSuchNumber { .. })));
}

#[test]
fn roots_and_floors() {
    let root = |text: &str| number(text).root(2).map(|x| x.to_string());
    assert_eq!(root("omega^2+2*omega+1").unwrap(), "ω+1");
    assert_eq!(root("omega^omega+2*omega^(omega/2)+1").unwrap(), "ω^(ω/2)+1");
    assert_eq!(root("(omega^2+2*omega+1)/omega^2").unwrap(), "(ω+1)/ω");
    for text in ["omega+1", "2", "-1", "omega^omega+1", "omega^(2*omega)+omega^(2*omega-1)+1"] {
        assert!(root(text).is_err(), "{text}");
    }
    assert_eq!(number("(8*omega^2)^(2/3)").to_string(), "ω^(4/3)×4");
    let floor = |text: &str| number(text).floor().unwrap().to_string();
    assert_eq!(floor("omega/2+7/2"), "ω/2+3");
    assert_eq!(floor("3-1/omega"), "2");
    assert_eq!(floor("3+1/omega"), "3");
    assert_eq!(floor("omega^2/(omega+1)"), "ω-1");
    assert_eq!(floor("(omega+1)/(omega+2)"), "0");
    assert_eq!(floor("-omega/(omega+1)"), "-1");
    assert_eq!(floor("omega^(1/2)-7/3"), "ω^(1/2)-3");
}

#[test]
fn bad_input_is_one_error() {
    for text in
        ["", "1+", "(1", "omega^", "1/0", "x", "{1,2,...|}", "omega^(1/(omega+1))", "1 2", "L"]
    {
        assert!(text.parse::<Surreal>().is_err(), "{text}");
    }
    for text in ["X", "(LR", "L^", "L^(w", "L^(1/2)", "L^-1", "(LR)^w)"] {
        assert!(text.parse::<Stalk>().is_err(), "{text}");
    }
    let deep = "(".repeat(100_000) + "1";
    assert!(deep.parse::<Surreal>().is_err());
    assert!(("-".repeat(100_000) + "1").parse::<Surreal>().is_err());
    assert!("omega^".repeat(100_000).parse::<Surreal>().is_err());
    assert!(("(".repeat(100_000) + "L").parse::<Stalk>().is_err());
    assert!("(omega+1)^1000000000".parse::<Surreal>().is_err());
    assert!("7^10000000000000".parse::<Surreal>().is_err());
    let few = Budget::unlimited().with_steps(1000);
    let large = Surreal::from(BigRational::new(1.into(), 999_999_999_999_999_989u64.into()));
    assert!(matches!(Stalk::of(&large, &few), Err(Error::Exhausted(_))));
    assert_eq!(
        "(LR)^w L^w".parse::<Stalk>().unwrap().value().unwrap().to_string(),
        "2/3+1/ω^(1/2)"
    );
}

#[test]
fn words_have_one_code() {
    let same = [
        ("LRLR(LR)^w", "(LR)^w"),
        ("L(RL)^w", "(LR)^w"),
        ("(LRLR)^w", "(LR)^w"),
        ("LRR(LR)^w", "LR(RL)^w"),
        ("(LL)^w", "L^w"),
        ("L L^w", "L^w"),
        ("(LR)^3", "LRLRLR"),
        ("L^w (R^w L^w)^w", "(L^w R^w)^w"),
        ("L^(w*2)", "L^w L^w"),
        ("((L)^w)^w", "L^(w^2)"),
    ];
    for (a, b) in same {
        assert_eq!(stalk(a), stalk(b), "{a}");
    }
    for text in
        ["L^w R^(w^2)", "(L^w R^w)^w", "LR^w", "L^(w*2+3) R", "(LR)^w L", "((LR)^w R)^w", "L^100"]
    {
        assert_eq!(stalk(text).to_string(), text);
    }
    assert!(matches!(stalk("((LR)^w R)^w").value(), Err(Error::Infinite { .. })));
}

#[test]
fn stalks_are_cut_at_any_place() {
    let word = stalk("(LR)^w L^w R");
    let at = |text: &str| {
        let position = Ordinal::parse_ordinary(text).unwrap();
        (word.below(&position).unwrap().to_string(), word.edge(&position).unwrap())
    };
    assert_eq!(at("0"), ("0".into(), Some(Player::Left)));
    assert_eq!(at("3"), ("LRL".into(), Some(Player::Right)));
    assert_eq!(at("omega"), ("(LR)^w".into(), Some(Player::Left)));
    assert_eq!(at("omega+2"), ("(LR)^w LL".into(), Some(Player::Left)));
    assert_eq!(at("omega*2"), ("(LR)^w L^w".into(), Some(Player::Right)));
    assert_eq!(at("omega*2+1").1, None);
}

#[test]
fn lazy_runs_of_numbers_without_a_finite_code() {
    let x = number("omega^(1/3)");
    assert!(Stalk::of(&x, &Budget::unlimited()).is_err());
    let (runs, all) = Stalk::first_runs(&x, 4, &Budget::unlimited()).unwrap();
    let text: Vec<String> = runs.iter().map(ToString::to_string).collect();
    // 1/3 is + - - + - + ...: the runs of ω^(1/3) are ω, then ω^2·2 minuses, ω^2, ω^3 ...
    assert_eq!(text, ["L^w", "R^(w^2*2)", "L^(w^2)", "R^(w^3)"]);
    assert!(!all);
    let (runs, all) = Stalk::first_runs(&number("omega^(1/2)"), 4, &Budget::unlimited()).unwrap();
    assert_eq!((runs.len(), all), (2, true));
}

#[test]
fn algebraic_numbers() {
    let budget = Budget::unlimited();
    let two = BigRational::from(BigInt::from(2));
    let root = AlgebraicReal::root(&two, 2).unwrap();
    let word = root.signs(200, &budget).unwrap();
    assert_eq!(word.len(), 200);
    // The next sign says whether the finite word is below or above, and the distance is within
    // 2^-190.
    let Some(near) = Stalk::of_word(&word).value().unwrap().to_rational() else { panic!() };
    let error = &near * &near - &two;
    assert!(error.numer().magnitude() << 190u32 < *error.denom().magnitude());
    assert_eq!(root.decimal(30, &budget).unwrap(), "1.414213562373095048801688724209");
    // x^3 - x - 1, the plastic number.
    let plastic = [-1, -1, 0, 1].map(BigInt::from);
    let plastic =
        AlgebraicReal::new(&plastic, BigRational::from(BigInt::from(1)), two.clone()).unwrap();
    assert_eq!(plastic.decimal(12, &budget).unwrap(), "1.324717957244");
    assert!(AlgebraicReal::new(&[-1, 0, 1].map(BigInt::from), -two.clone(), two.clone()).is_err());
    // A dyadic root ends.
    let four = AlgebraicReal::root(&BigRational::from(BigInt::from(4)), 2).unwrap();
    assert_eq!(four.signs(50, &budget).unwrap(), [Player::Left; 2]);
}

fn rational() -> BoxedStrategy<BigRational> {
    (-12i64..12, 1i64..7).prop_map(|(p, q)| BigRational::new(p.into(), q.into())).boxed()
}

fn dyadic() -> BoxedStrategy<BigRational> {
    (-20i64..20, 0u32..4).prop_map(|(p, e)| BigRational::new(p.into(), (1i64 << e).into())).boxed()
}

fn small() -> BoxedStrategy<BigRational> {
    (-3i64..4, 1i64..3).prop_map(|(p, q)| BigRational::new(p.into(), q.into())).boxed()
}

/// Normal forms with exponents that are rational or normal forms themselves.
fn form(
    coefficient: BoxedStrategy<BigRational>,
    exponent: BoxedStrategy<BigRational>,
) -> impl Strategy<Value = NormalForm> {
    let sum = |terms: Vec<(NormalForm, BigRational)>| {
        terms.into_iter().fold(NormalForm::zero(), |sum, (exponent, coefficient)| {
            sum.sum(&NormalForm::monomial(exponent, coefficient).unwrap())
        })
    };
    let real = exponent.clone().prop_map(NormalForm::from).boxed();
    let deep = prop::collection::vec((real.clone(), exponent), 0..4).prop_map(sum);
    prop::collection::vec((prop_oneof![real, deep], coefficient), 0..4).prop_map(sum)
}

/// Compares words by the sign rule: R < end < L at the first difference.
fn sign_order(a: &[Player], b: &[Player]) -> Ordering {
    let rank = |player: Option<&Player>| match player {
        Some(Player::Right) => 0,
        None => 1,
        Some(Player::Left) => 2,
    };
    let first = (0..a.len().max(b.len())).find(|&i| a.get(i) != b.get(i));
    first.map_or(Ordering::Equal, |i| rank(a.get(i)).cmp(&rank(b.get(i))))
}

fn word() -> impl Strategy<Value = Word> {
    let letter = prop_oneof![Just(Player::Left), Just(Player::Right)];
    prop::collection::vec(letter, 0..30)
}

fn runs() -> impl Strategy<Value = Vec<Run>> {
    let length = prop_oneof![
        (1u64..4).prop_map(Ordinal::from),
        (1u64..3, 0u64..3).prop_map(|(a, b)| {
            Ordinal::omega().ordinary_product(&a.into()).ordinary_sum(&b.into())
        }),
        (0u64..3, 0u64..2).prop_map(|(a, b)| {
            let square = Ordinal::omega().ordinary_product(&Ordinal::omega());
            square
                .ordinary_sum(&Ordinal::omega().ordinary_product(&a.into()))
                .ordinary_sum(&b.into())
        }),
        Just(Ordinal::omega().omega_power().unwrap()),
    ];
    let player = prop_oneof![Just(Player::Left), Just(Player::Right)];
    prop::collection::vec((player, length), 0..6)
        .prop_map(|runs| runs.into_iter().map(|(player, length)| Run { player, length }).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn numbers_are_an_ordered_ring(
        a in form(rational(), rational()),
        b in form(rational(), rational()),
        c in form(rational(), rational()),
    ) {
        let product = |x: &NormalForm, y: &NormalForm| x.product(y).unwrap();
        prop_assert_eq!(a.sum(&b), b.sum(&a));
        prop_assert_eq!(a.sum(&b).sum(&c), a.sum(&b.sum(&c)));
        prop_assert_eq!(product(&a, &b), product(&b, &a));
        prop_assert_eq!(product(&product(&a, &b), &c), product(&a, &product(&b, &c)));
        prop_assert_eq!(product(&a, &b.sum(&c)), product(&a, &b).sum(&product(&a, &c)));
        prop_assert!(a.difference(&a).is_zero());
        prop_assert_eq!(a.cmp(&b), a.sum(&c).cmp(&b.sum(&c)));
        prop_assert_eq!(a.cmp(&b), a.difference(&b).signum().cmp(&0));
        prop_assert_eq!(product(&a, &b).signum(), a.signum() * b.signum());
        let floor = a.floor();
        prop_assert!(floor <= a && a < floor.sum(&NormalForm::one()));
        prop_assert_eq!(a.to_string().parse::<NormalForm>().unwrap(), a.clone());
        prop_assert_eq!(a.text_ascii().parse::<NormalForm>().unwrap(), a);
    }

    #[test]
    fn quotients_are_a_field(
        a in form(rational(), small()),
        b in form(rational(), small()),
        c in form(rational(), small()),
    ) {
        prop_assume!(!b.is_zero() && !c.is_zero());
        let of = |x: &NormalForm| Surreal::from(x.clone());
        let x = of(&a).quotient(&of(&b)).unwrap();
        prop_assert_eq!(x.product(&of(&b)).unwrap(), of(&a));
        // A common factor changes nothing, and cancels: where there are powers of several infinite
        // numbers, as far as it is found in time.
        let y = Surreal::new(a.product(&c).unwrap(), b.product(&c).unwrap()).unwrap();
        prop_assert_eq!(&y, &x);
        let of_rationals = |form: &&NormalForm| {
            form.terms().iter().all(|term| term.exponent.to_rational().is_some())
        };
        if [&a, &b, &c].iter().all(of_rationals) {
            prop_assert_eq!(y.numerator().terms().len(), x.numerator().terms().len());
        }
        let z = x.sum(&of(&c).quotient(&of(&b)).unwrap()).unwrap();
        prop_assert_eq!(z, of(&a.sum(&c)).quotient(&of(&b)).unwrap());
        prop_assert_eq!(x.to_string().parse::<Surreal>().unwrap(), x.clone());
        // The expansion is correct up to less than its last term.
        let terms = x.expansion(4);
        let sum = terms.iter().fold(NormalForm::zero(), |sum, term| sum.sum(term));
        let rest = x.difference(&of(&sum)).unwrap();
        if let Some(last) = terms.last() {
            prop_assert!(rest.product(&9.into()).unwrap().absolute() < of(last).absolute());
        }
        if let Ok(floor) = x.floor() {
            let floor = of(&floor);
            prop_assert!(floor <= x && x < floor.sum(&1.into()).unwrap());
        }
        let square = of(&a).product(&of(&a)).unwrap();
        prop_assert_eq!(square.root(2).unwrap(), of(&a).absolute());
    }

    #[test]
    fn random_dyadic_numbers_follow_the_recursive_definitions(a in word(), b in word()) {
        prop_assert_eq!(le(&a, &b, &mut HashMap::new()), value(&a) <= value(&b));
        check_sum_and_product(&a, &b);
    }

    #[test]
    fn finite_words_follow_the_sign_rule(a in word(), b in word()) {
        prop_assert_eq!(value(&a).cmp(&value(&b)), sign_order(&a, &b));
        prop_assert_eq!(Stalk::of(&value(&a), &Budget::unlimited()).unwrap(), Stalk::of_word(&a));
    }

    #[test]
    fn sign_expansions_keep_the_order_and_come_back(
        a in form(rational(), dyadic()),
        b in form(rational(), dyadic()),
    ) {
        let budget = Budget::unlimited();
        let (x, y) = (Surreal::from(a), Surreal::from(b));
        let code = Stalk::of(&x, &budget).unwrap();
        prop_assert_eq!(code.value().unwrap(), x.clone());
        prop_assert_eq!(code.to_string().parse::<Stalk>().unwrap(), code.clone());
        prop_assert_eq!(code.negative().value().unwrap(), x.negative());
        // The order of the signs is the order of the numbers, and numbers between them are simpler.
        if x < y {
            let z = simplest_between(std::slice::from_ref(&x), std::slice::from_ref(&y), &budget).unwrap();
            prop_assert!(x < z && z < y);
            let length = Stalk::of(&z, &budget).unwrap().length();
            let longest = code.length().max(Stalk::of(&y, &budget).unwrap().length());
            prop_assert!(length <= longest.ordinary_sum(&Ordinal::one()));
        }
    }

    #[test]
    fn any_runs_are_the_signs_of_their_value(runs in runs()) {
        let code = Stalk::of_runs(runs);
        if let Ok(x) = code.value() {
            let again = Stalk::of(&x, &Budget::unlimited()).unwrap();
            prop_assert_eq!(&again, &code, "{}", x);
            let (first, _) = Stalk::first_runs(&x, 3, &Budget::unlimited()).unwrap();
            let whole: String = code.to_string();
            prop_assert!(whole.starts_with(&Stalk::of_runs(first).to_string().replace('0', "")));
        } else {
            prop_assert!(false, "no value: {}", code);
        }
    }

    #[test]
    fn cutting_a_stalk_goes_down_or_up(runs in runs(), places in 0u64..5) {
        let code = Stalk::of_runs(runs);
        let whole = code.value().unwrap();
        for position in [Ordinal::from(places), Ordinal::omega().ordinary_sum(&places.into())] {
            let (below, edge) = (code.below(&position).unwrap(), code.edge(&position).unwrap());
            match edge {
                Some(Player::Left) => prop_assert!(below.value().unwrap() < whole),
                Some(Player::Right) => prop_assert!(below.value().unwrap() > whole),
                None => prop_assert_eq!(below, code.clone()),
            }
        }
    }
}

//! Forms against play by the definition, published counts and laws.

use proptest::prelude::*;
use upstar_core::{Budget, Outcome};
use upstar_heaps::Code;
use upstar_misere::reference::{Plays, Tree};
use upstar_misere::{Error, Form, Forms, Genus, HeapForms, Worker, form_length, heap_genera};

/// The form of a tree.
fn form_of(worker: &mut Worker<'_>, tree: &Tree) -> Form {
    let options: Vec<Form> = tree.0.iter().map(|option| form_of(worker, option)).collect();
    worker.make(&options).unwrap()
}

/// The form as a tree.
fn tree_of(worker: &mut Worker<'_>, form: Form) -> Tree {
    let options = worker.options(form).unwrap();
    Tree(options.into_iter().map(|option| tree_of(worker, option)).collect())
}

/// All forms with a birthday of at most 4, which is 22 of them.
fn early(worker: &mut Worker<'_>) -> Vec<Form> {
    let mut all = vec![Form::ZERO];
    // Grundy and Smith; ONAG, chapter 12.
    for count in [2, 3, 5, 22] {
        let mut next = Vec::new();
        for set in 0..1_u32 << all.len() {
            let options: Vec<Form> =
                (0..all.len()).filter(|i| set >> i & 1 == 1).map(|i| all[i]).collect();
            next.push(worker.make(&options).unwrap());
        }
        next.sort_unstable();
        next.dedup();
        assert_eq!(next.len(), count);
        all = next;
    }
    all.sort_by_key(|&form| worker.birthday(form));
    all
}

/// Trees of at most this depth and width.
fn tree(depth: u32, width: usize) -> impl Strategy<Value = Tree> {
    let leaf = (0_usize..5).prop_map(Tree::heap);
    leaf.prop_recursive(depth, 40, width as u32, move |inner| {
        proptest::collection::vec(inner, 0..=width).prop_map(Tree)
    })
}

#[test]
fn forms_to_day_4_are_told_apart_by_play() {
    let forms = Forms::new();
    let mut worker = forms.worker(&Budget::unlimited());
    let all = early(&mut worker);
    let trees: Vec<Tree> = all.iter().map(|&form| tree_of(&mut worker, form)).collect();
    let mut plays = Plays::default();
    for (i, &g) in all.iter().enumerate() {
        assert_eq!(worker.outcome(g) == Outcome::P, plays.is_lost(&trees[i..=i]));
        let mate = worker.mate(g).unwrap();
        let mate = tree_of(&mut worker, mate);
        assert!(plays.is_lost(&[trees[i].clone(), mate]));
        for (j, &h) in all.iter().enumerate() {
            if let Some(between) = worker.distinguisher(g, h).unwrap() {
                let between = tree_of(&mut worker, between);
                assert!(plays.is_lost(&[trees[i].clone(), between.clone()]));
                assert!(!plays.is_lost(&[trees[j].clone(), between]));
            } else {
                assert_eq!(i, j);
            }
            let linked = worker.link(g, h).unwrap();
            assert_eq!(linked.is_some(), worker.is_linked(g, h));
            if let Some(between) = linked {
                let between = tree_of(&mut worker, between);
                assert!(plays.is_lost(&[trees[i].clone(), between.clone()]));
                assert!(plays.is_lost(&[trees[j].clone(), between]));
            }
        }
    }
}

/// Published results for small games: ONAG, chapter 12.
#[test]
fn small_games_are_those_of_the_book() {
    let forms = Forms::new();
    let mut worker = forms.worker(&Budget::unlimited());
    let mut check = |text: &str, expected: &str| {
        let form = worker.read(text).unwrap();
        assert_eq!(worker.text(form).unwrap(), expected);
        (form, worker.genus(form).to_string())
    };
    // 2 + 2 = {3,2}, and {2} is 2 + {2 + 1 and so on}: the sum is simpler than one of its parts.
    let (twice, genus) = check("*[2[2]]", "*[2[2]]");
    assert_eq!(genus, "0^02");
    let (sharp, genus) = check("*[2#]", "*[2#]");
    assert_eq!(genus, "0^02");
    assert_eq!(check("*[2[#1]2#0]", "*[2[#-2]]").0, check("*[2[#-2]]", "*[2[#-2]]").0);
    // Restless games of genus 2^14... and 4^14..., and the first one in Grundy's game.
    assert_eq!(check("*[2#1]", "*[2#1]").1, "2^1420");
    assert_eq!(check("*[2#321]", "*[2#321]").1, "4^146");
    assert_eq!(check("*[2[2]1]", "*[2[2]1]").1, "2^1420");
    let two = worker.heap(2).unwrap();
    assert_eq!(worker.add(two, two).unwrap(), twice);
    let rest = worker.minus(sharp, two).unwrap().unwrap();
    assert_eq!(worker.parts(sharp).unwrap(), [two, rest]);
    assert_eq!(worker.partitions(sharp).unwrap(), [[two, rest]]);
    // Conway and Norton: (4 + 2)# has two partitions into primes.
    let odd = worker.read("*[4[2#]]").unwrap();
    assert_eq!(worker.partitions(odd).unwrap().len(), 2);
    for prime in ["*[2]", "*[4]", "*[2#0]", "*[4#]", "*[43]"] {
        let prime = worker.read(prime).unwrap();
        assert!(worker.is_prime(prime).unwrap());
    }
    // Games with one option that are extraverted, like their option.
    for (text, extraverted) in [("*[2]", true), ("*[2##]", true), ("*[43]", false)] {
        let form = worker.read(text).unwrap();
        assert_eq!(worker.is_extraverted(form).unwrap(), extraverted, "{text}");
    }
}

/// Kayles by its rules, as far as genera are published (Winning Ways, chapter 13).
#[test]
fn genera_of_kayles() {
    let forms = Forms::new();
    let mut worker = forms.worker(&Budget::unlimited());
    let mut heaps = vec![Form::ZERO];
    for n in 1..=20_usize {
        let mut options = Vec::new();
        for left in (n.saturating_sub(2)..n).rev() {
            for part in 0..=left / 2 {
                options.push(worker.add(heaps[part], heaps[left - part]).unwrap());
            }
        }
        heaps.push(worker.make(&options).unwrap());
    }
    let genera: Vec<String> = heaps.iter().map(|&heap| worker.genus(heap).to_string()).collect();
    let published = "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046 1^13 \
                     2^20 7^57 1^13 4^64 3^31 2^20 1^031";
    assert_eq!(genera.join(" "), published);
}

/// Genera of heaps are those of their forms, also when quotients give them.
#[test]
fn genera_of_heaps() {
    let budget = Budget::unlimited();
    for code in ["0.77", "0.07", "4!.0", "0.75", "0.3F", "0.137"] {
        let rule = code.parse::<Code>().unwrap();
        let forms = Forms::new();
        let mut heaps = HeapForms::new(&rule, &forms, &budget);
        let genera = heap_genera(&rule, 40, &budget, |_| {}).unwrap().complete().unwrap();
        for (heap, genus) in genera.iter().enumerate() {
            let form = heaps.push().unwrap();
            assert_eq!(heaps.worker().genus(form), *genus, "heap {heap} of {code}");
        }
    }
    // Monoids of 8 and of 32 elements determine the misère nim values.
    for (code, preperiod, period) in [("0.75", 9, 2), ("0.144", 63, 10)] {
        let rule = code.parse::<Code>().unwrap();
        let genera = heap_genera(&rule, 3000, &budget, |_| {}).unwrap().complete().unwrap();
        let mut heaps = preperiod..=3000 - period;
        assert!(heaps.all(|heap| genera[heap] == genera[heap + period]), "{code}");
    }
    let kayles = "0.77".parse::<Code>().unwrap();
    let genera = heap_genera(&kayles, 40, &budget, |_| {}).unwrap().complete().unwrap();
    let few = Budget::unlimited().with_steps(10_000);
    let run = heap_genera(&kayles, 1000, &few, |_| {}).unwrap();
    assert_eq!(run.stop, upstar_core::StopReason::Steps);
    assert_eq!(run.found[..], genera[..run.found.len()]);
}

#[test]
fn what_is_no_form_is_refused() {
    let forms = Forms::new();
    let mut worker = forms.worker(&Budget::unlimited());
    for (text, part) in [
        ("2", "begins with"),
        ("*[", "expected a digit"),
        ("*[]", "expected the options"),
        ("*[2,0]", "expected a digit"),
        ("*[(2)0]", "one option"),
        ("*[2[]0]", "what is added"),
        ("*[2[+]]", "digit, `#`"),
        ("*[20]x", "expected the end"),
        ("*[(42)]", "expected the options"),
        ("*[(*42]", "`)`"),
        ("*[99999999999]", "below 2^31"),
        ("*[4[-2]]", "no sum"),
    ] {
        let error = worker.read(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let mut heap = |text: &str| worker.read(text).unwrap().heap();
    assert_eq!(heap("*[20]"), Some(20));
    assert_eq!(heap("*[(*42)]"), Some(42));
    assert_eq!(heap("*[42]"), None);
    assert_eq!(form_length("*[42]#"), Some(5));
}

/// A budget ends sums that would take forever, and the store remains usable.
#[test]
fn budgets_hold() {
    let forms = Forms::new();
    let heap = Form::of_heap(3000).unwrap();
    let mut worker = forms.worker(&Budget::unlimited().with_steps(100_000));
    assert!(matches!(worker.add(heap, heap.partner().partner()), Err(Error::Exhausted(_))));
    let mut worker = forms.worker(&Budget::unlimited());
    let two = worker.heap(2).unwrap();
    let sum = worker.add(two, two).unwrap();
    assert_eq!(worker.text(sum).unwrap(), "*[2[2]]");
    let small = Forms::with_budget(Budget::unlimited().with_bytes(200_000));
    let mut worker = small.worker(&Budget::unlimited());
    assert!(matches!(worker.add(heap, heap), Err(Error::Exhausted(_))));
    // A deep chain does not exhaust the stack.
    let mut deep = worker.forms().worker(&Budget::unlimited()).heap(2).unwrap();
    let forms = Forms::new();
    let mut worker = forms.worker(&Budget::unlimited());
    for _ in 0..20_000 {
        deep = worker.make(&[deep]).unwrap();
    }
    let text = worker.text(deep).unwrap();
    assert_eq!(text.len(), 20_004);
    assert_eq!(worker.read(&text).unwrap(), deep);
    assert_eq!(worker.mate(deep).unwrap(), deep);
    assert!(worker.kind(deep).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A form behaves like its tree in sums with all forms to day 4, and its genus agrees with the
    /// definition.
    #[test]
    fn forms_are_like_their_trees(tree in tree(3, 3)) {
        let forms = Forms::new();
        let mut worker = forms.worker(&Budget::unlimited());
        let form = form_of(&mut worker, &tree);
        let simple = tree_of(&mut worker, form);
        let mut plays = Plays::default();
        for other in early(&mut worker) {
            let other = tree_of(&mut worker, other);
            let alike = plays.is_lost(&[tree.clone(), other.clone()]);
            prop_assert_eq!(alike, plays.is_lost(&[simple.clone(), other]));
        }
        let genus = worker.genus(form);
        let mut sum = vec![tree];
        for twos in 0..3 {
            prop_assert_eq!(plays.misere_nim_value(&sum), genus.beside_twos(twos));
            sum.push(Tree::heap(2));
        }
    }

    /// The options of a sum of forms are the sums with options, and differences invert sums.
    #[test]
    fn sums_are_made_of_their_options(a in tree(3, 3), b in tree(2, 3)) {
        let forms = Forms::new();
        let mut worker = forms.worker(&Budget::unlimited());
        let (g, h) = (form_of(&mut worker, &a), form_of(&mut worker, &b));
        let sum = worker.add(g, h).unwrap();
        let mut options = Vec::new();
        for option in &a.0 {
            let option = form_of(&mut worker, option);
            options.push(worker.add(option, h).unwrap());
        }
        for option in &b.0 {
            let option = form_of(&mut worker, option);
            options.push(worker.add(g, option).unwrap());
        }
        prop_assert_eq!(worker.make(&options).unwrap(), sum);
        prop_assert_eq!(worker.add(h, g).unwrap(), sum);
        prop_assert_eq!(worker.minus(sum, h).unwrap(), Some(g));
        prop_assert_eq!(sum.is_odd(), g.is_odd() != h.is_odd());
        prop_assert!(worker.birthday(sum) <= worker.birthday(g) + worker.birthday(h));
        let parts = worker.parts(sum).unwrap();
        for part in [g.even(), h.even()] {
            prop_assert!(part == Form::ZERO || part == sum.even() || parts.contains(&part));
        }
    }

    /// A printed text is read as the same form.
    #[test]
    fn texts_are_read_again(a in tree(4, 3), b in tree(2, 2), n in 0_u32..60) {
        let forms = Forms::new();
        let mut worker = forms.worker(&Budget::unlimited());
        let (g, h) = (form_of(&mut worker, &a), form_of(&mut worker, &b));
        let heap = Form::of_heap(n).unwrap();
        let made = worker.make(&[g, h, heap]).unwrap();
        for form in [g, h, heap, made, made.partner()] {
            let text = worker.text(form).unwrap();
            prop_assert_eq!(form_length(&text), Some(text.len()));
            prop_assert_eq!(worker.read(&text).unwrap(), form, "{}", text);
        }
        let sum = worker.add(g, h).unwrap();
        let text = worker.text(sum).unwrap();
        prop_assert_eq!(worker.read(&text).unwrap(), sum, "{}", text);
    }

    /// Sums of tame games, possibly after reversible moves are removed, have the genus of the sum
    /// of corresponding nim positions (ONAG, theorem 73). Restive games in sums with nim heaps
    /// follow their rule.
    #[test]
    fn tame_and_restive_games_behave_as_nim_heaps(a in tree(4, 3), b in tree(4, 3), n in 0_u32..6) {
        let forms = Forms::new();
        let mut worker = forms.worker(&Budget::unlimited());
        let (g, h) = (form_of(&mut worker, &a), form_of(&mut worker, &b));
        let (k, l) = (worker.kind(g).unwrap(), worker.kind(h).unwrap());
        let (x, y) = (worker.genus(g), worker.genus(h));
        if k.is_generally_tame() && l.is_generally_tame() {
            prop_assert!(x.is_tame() && y.is_tame());
            let sum = worker.add(g, h).unwrap();
            let value = x.normal() ^ y.normal();
            let expected = if x.is_fickle() && y.is_fickle() {
                Genus::of_heap(value)
            } else {
                // A sum of a heap of two or more and another game of this value.
                let two = Form::of_heap(2).unwrap();
                let other = Form::of_heap(value ^ 2).unwrap();
                let firm = worker.add(two, other).unwrap();
                worker.genus(firm)
            };
            prop_assert_eq!(worker.genus(sum), if value < 2 || x.is_fickle() == y.is_fickle() { expected } else { Genus::of_heap(value) });
        }
        if k.is_generally_restive() {
            let heap = worker.heap(n).unwrap();
            let sum = worker.add(g, heap).unwrap();
            let size = if n < 2 || n / 2 == x.misere() / 2 { x.misere() } else { x.normal() };
            prop_assert_eq!(worker.misere_nim_value(sum), size ^ n);
        }
    }
}

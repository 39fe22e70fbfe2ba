//! Every kind of proof, checked by the kernel.
use upstar_core::*; use upstar_proofs::*; use upstar_rules::*;
fn sum(t: &str) -> Sum { Sum::parse(t).unwrap() }
#[test]
fn try_all() {
    let solver = Solver::default(); let b = Budget::unlimited();
    let zero = || Sum::from(Vec::<Game>::new());
    let mut w = solver.worker(&b);
    let mut claims: Vec<(String, Statement)> = vec![];
    for (t, r) in [("domineering(\"5x5\")", Relation::Equal),("domineering(\"4x4\")", Relation::Confused),("domineering(\"2x3\")", Relation::NotAtMost),("hackenbush(\"lr(l;r)\")", Relation::Greater), ("cram(\"2x2\")", Relation::Equal), ("clobber(\"xo|ox\")", Relation::Confused), ("toads_and_frogs(\"tt.ff\")", Relation::Confused), ("col(\"path 3\")", Relation::Equal), ("snort(\"path 4\")", Relation::Confused)] {
        let s = solver.outcome(&sum(t), Convention::Normal, &b).unwrap();
        println!("{t} {s:?}");
        let r = match s { Outcome::N => Relation::Confused, Outcome::P => Relation::Equal, Outcome::L => Relation::Greater, Outcome::R => Relation::Less, _ => r };
        claims.push((format!("{t} {r} 0"), Statement::Compare(sum(t), r, zero())));
        for c in [Convention::Normal, Convention::Misere] {
            if t.contains("5x5") { continue }
            let s = solver.outcome(&sum(t), c, &b).unwrap();
            claims.push((format!("{t}.{c:?} == {s}"), Statement::Outcome(sum(t), c, s)));
        }
        if t.contains("5x5") { continue }
        let v = solver.value(&sum(t), &b).unwrap();
        claims.push((format!("{t}.Canonical == {}", w.text(v, upstar_values::Style::Plain).unwrap()), Statement::Canonical(sum(t), v)));
    }
    for (t, v) in [("kayles(5,3)", 0),("nim(3,4)",7),("cram(\"3x2\")",0),("subtraction(\"1,2\"; 5)",2),("nim(1) + nim(2) + kayles(3)",0)] {
        let v = solver.outcome(&sum(t), Convention::Normal, &b).map(|_| v).unwrap();
        claims.push((format!("{t}.NimValue == {v}"), Statement::NimValue(sum(t), v)));
    }
    for (i, (words, c)) in claims.iter().enumerate() {
        match prove(c, words, &solver, &b) { Ok(p) => { println!("{i} {words} facts {} bytes {}", p.facts, p.text.len()); std::fs::write(format!("/tmp/w/m27x/p{i}.v"), p.text).unwrap(); } Err(e) => println!("{i} {words}: {e}") }
    }
}

//! The expectations of MCGS's own test files, as one file in its notation.

use upstar::core::Budget;
use upstar::rules::Solver;
use upstar::{analyze_mcgs, read_mcgs};

/// Who wins, and Grundy values: by CGSuite, by solvers of one game (Taylor's of linear Clobber, the
/// one of the NoGo paper at ACG 2023, Dai and Chen's nimbers), by hand, and by MCGS 1.7 itself.
#[test]
fn the_facts_of_mcgs_hold() {
    let cases = read_mcgs(include_str!("data/mcgs.test")).unwrap();
    assert_eq!(cases.iter().map(|case| case.questions.len()).sum::<usize>(), 90);
    let found =
        analyze_mcgs("mcgs.test", &cases, &Solver::default(), &Budget::unlimited()).unwrap();
    let wrong: Vec<_> =
        found.table.unwrap().rows.into_iter().filter(|row| row[4] != "pass").collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(found.claim.unwrap().holds);
}

fn results(text: &str) -> (bool, Vec<String>) {
    let cases = read_mcgs(text).unwrap();
    let found = analyze_mcgs("test", &cases, &Solver::default(), &Budget::unlimited()).unwrap();
    let rows = found.table.unwrap().rows;
    (found.claim.unwrap().holds, rows.into_iter().map(|row| row.join(",")).collect())
}

#[test]
fn every_kind_of_game_is_read() {
    let (holds, rows) = results(
        "{version 1.7}\n/* comment */ [clobber_1xn] XOXO\n[nogo_1xn] X..O\n[elephants] X...O\n\
         [integer_game] 3 -1\n[nimber] 1 2\n[dyadic_rational] (6 / 4)\n[switch_game] (2 -1)\n\
         [up_star] (-2 *)\n{W loss}\n\
         [sheep] (3, 0,0 | 0 -2 0)\n{B, W}\n\
         [kayles] 9 [impartial clobber_1xn] XO\n{N 5, B win}\n\
         [gen_toads] 1,1,0,0:X.O {B}\n[gen_king_dirt] 1,1,0:..X|...|..O\n{B win}\n\
         {B loss}",
    );
    assert_eq!(rows[0], "10,W,loss,loss,pass");
    assert_eq!(rows[3..5], ["14,N,5,5,pass", "14,B,win,win,pass"]);
    assert_eq!(rows[6..], ["17,B,win,win,pass", "18,B,loss,loss,pass"]);
    assert!(holds, "{rows:?}");
}

#[test]
fn wrong_answers_and_unknown_questions_are_told() {
    let (holds, rows) = results("[nimber] 3\n{B loss, N 3}\n[nimber] 1\n{thermograph L: (0, 0)}");
    assert!(!holds);
    assert_eq!(rows[..2], ["2,B,loss,win,fail", "2,N,3,3,pass"]);
    assert!(rows[2].contains("not answered"), "{rows:?}");
    let (holds, rows) = results("[chess] e4 {B} [impartial switch_game] (1, 0) {N 1}");
    assert!(!holds && rows.iter().all(|row| row.contains("not answered")), "{rows:?}");
}

/// Examples of the notation of every game, by hand and from MCGS's documentation.
#[test]
fn winning_moves_are_written_as_mcgs_does() {
    let (holds, rows) = results(
        "[clobber_1xn] OOOXXOXOXXX {winning moves B 7-6 7-8 9-8, winning moves W 6-5 6-7 8-7}\n\
         [clobber_1xn] XXOXOOX XXXOOOXX {winning moves B 0:4-5, winning moves W 0:3-4}\n\
         [elephants] X..O..X.O..X {winning moves B 1-2 7-8, winning moves W 4-3 9-8}\n\
         [gen_toads] 2,3,2,0:X...X...O.O {winning moves B 5-7, winning moves W 9-7}\n\
         [impartial gen_toads] 1,3,1,0:X..X.O...O {winning moves N 4-5 10-9}\n\
         [nogo_1xn] ...X... {winning moves B 2_X 6_X, winning moves W None}\n\
         [toppling_dominoes] XOO# {winning moves B 1R 4L, winning moves W 4L}\n\
         [toppling_dominoes] X#OOX OXO {winning moves B 0:2R, winning moves W 0:2L 0:3L}\n\
         [impartial toppling_dominoes] OXX# XO#OX {winning moves N 1:1L 1:5R}\n\
         [amazons] XO|.# .X|.O {winning moves W 0:b1-a2-b1 1:b2-a1-a2 1:b2-a1-b2 1:b2-a2-a1\n\
         1:b2-a2-b2}\n\
         [impartial amazons] .X.. .X.|.O. {winning moves N 0:b1-a1-b1 0:b1-d1-c1}\n\
         [cannibal_clobber] XOX OXO|XOX {winning moves W 0:b1-a1 0:b1-c1 1:a1-a2 1:a1-b1\n\
         1:b2-a2 1:b2-c2 1:c1-b1 1:c1-c2}\n\
         [impartial cannibal_clobber] XOX OXO|XOX {winning moves N 0:b1-a1 0:b1-c1}\n\
         [domineering] .. ..|.. {winning moves B 1:a1-a2 1:b1-b2, winning moves W 1:a1-b1\n\
         1:a2-b2}\n\
         [fission] .X.|.X.|.#. {winning moves B None, winning moves W b1_H}\n\
         [nogo] ..|#. {winning moves B b1_X, winning moves W b1_O}\n\
         [sheep] (0 0 0 | 0 3 0 | 0 0 0) {winning moves B b2-a2-1 b2-a2-2 b2-a3-1 b2-a3-2\n\
         b2-b1-1 b2-b1-2 b2-b3-1 b2-b3-2 b2-c1-1 b2-c1-2 b2-c2-1 b2-c2-2, winning moves W None}\n\
         [dyadic_rational] 20/4 -24/2 {winning moves B None, winning moves W 1:INC}\n\
         [dyadic_rational] 5/4 {winning moves B DEC}\n[integer_game] 5 {winning moves B INT}\n\
         [nimber] 3 5 {winning moves N 1:*3}\n\
         [switch_game] (1/2, -1/2) (-6, 5) {winning moves B 0:SWITCH_L}\n\
         [switch_game] (-6, 5) [integer_game] 9 {winning moves B 0:SWITCH_L 1:INT}\n\
         [up_star] (6 *) -3 {winning moves B 1:-2*, winning moves W None}\n\
         [kayles] 3 7 {winning moves N 0:1-0-2 1:1-0-6 1:1-2-4}",
    );
    assert!(holds, "{rows:#?}");
    assert_eq!(rows.len(), 38);
    let (holds, rows) = results("[clobber_1xn] XO {winning moves B None} XO {winning moves N}");
    assert!(!holds);
    assert_eq!(rows[0], "1,winning moves B,None,1-2,fail");
    assert!(rows[1].contains("not answered"), "{rows:?}");
}

#[test]
fn thermographs_are_written_as_mcgs_does() {
    let (holds, rows) = results(
        "[domineering] ...#|....|....|...#\n\
         {thermograph\n\tL: (2, -1) (2, -1/2) (3/4, 3/4)\n\tR: (0, -1) (0, 0) (3/4, 3/4)\n}\n\
         ....|....|##.#|..#. {thermograph L: (-1, -1) R: (-2, -1) (-1, 0)}\n\
         ..#.|....|....|#... {thermograph L: (0, -1) R: (0, -1)}\n\
         .. {thermograph L: (0, -1) R: (0,-1)} [integer_game] 3 {thermograph}",
    );
    assert!(!holds);
    assert!(rows[..3].iter().all(|row| row.ends_with("pass")), "{rows:?}");
    let wrong = "8,thermograph,L: (0, -1) R: (0, -1),L: (-1, -1) R: (-1, -1),fail";
    assert_eq!(rows[3], wrong);
    assert_eq!(rows[4], "8,thermograph,,L: (3, -1) R: (3, -1),answered");
}

#[test]
fn files_that_are_none_are_refused_with_the_place() {
    for (text, place) in [
        ("XO {B}", "line 1, column 1"),
        ("[clobber XO", "line 1, column 1"),
        ("[nimber]\n(1 {B", "line 2, column 1"),
    ] {
        let error = read_mcgs(text).unwrap_err().to_string();
        assert!(error.contains(place), "{error}");
    }
    assert!(read_mcgs("").unwrap().is_empty());
}

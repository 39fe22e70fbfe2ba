//! Lists of lost sums of a position and a value: whatever a list says, only what is true is accepted.

use std::collections::HashMap;

use upstar_core::{Budget, Convention, Player};
use upstar_verify::strategy::{Checker, Games, PartTable, Rules, Strategy};
use upstar_verify::{Result, VerifyError};

/// Games by the options of Left and Right, each after those. Positions and values are numbers of these.
#[derive(Clone, Default)]
struct Forms(Games);

impl Forms {
    fn add(&mut self, left: &[u32], right: &[u32]) -> u32 {
        self.0.push((left.to_vec(), right.to_vec()));
        self.0.len() as u32 - 1
    }

    fn options(&self, form: u32, player: Player) -> &[u32] {
        let (left, right) = &self.0[form as usize];
        if player == Player::Left { left } else { right }
    }

    /// By the definition.
    fn wins(
        &self,
        sum: [u32; 2],
        mover: Player,
        known: &mut HashMap<([u32; 2], Player), bool>,
    ) -> bool {
        if let Some(&wins) = known.get(&(sum, mover)) {
            return wins;
        }
        let [position, value] = sum;
        let after = self.options(position, mover).iter().map(|&option| [option, value]);
        let mut all =
            after.chain(self.options(value, mover).iter().map(|&option| [position, option]));
        let wins = all.any(|option| !self.wins(option, mover.opponent(), known));
        known.insert((sum, mover), wins);
        wins
    }
}

impl Rules for &Forms {
    fn start(&mut self, sum: &str) -> Result<(PartTable, Vec<Games>)> {
        let (position, value) = sum.split_once('+').unwrap();
        let value: usize = value.parse().unwrap();
        Ok((vec![(position.to_owned(), false)], vec![self.0[..=value].to_vec()]))
    }

    fn options(&mut self, part: &str, player: Player) -> Result<Vec<PartTable>> {
        let options = Forms::options(self, part.parse().unwrap(), player);
        Ok(options.iter().map(|option| vec![(option.to_string(), false)]).collect())
    }

    fn is_impartial(&mut self, _: &str) -> Result<bool> {
        Ok(false)
    }
}

fn subsets(of: [u32; 2]) -> [Vec<u32>; 4] {
    [vec![], vec![of[0]], vec![of[1]], of.to_vec()]
}

#[test]
fn only_what_is_true_is_accepted() {
    let mut forms = Forms::default();
    let zero = forms.add(&[], &[]);
    let star = forms.add(&[zero], &[zero]);
    let one = forms.add(&[zero], &[]);
    let minus_one = forms.add(&[], &[zero]);
    let two = forms.add(&[one], &[]);
    let up = forms.add(&[zero], &[star]);
    // Two values that are not comparable. After each move of Left, Right's answer is as good for him as
    // the other value: * <= {{2|^}|0} and ^ <= {{2|*}|*}.
    let [to_star, to_up] = [star, up].map(|end| forms.add(&[two], &[end]));
    let hot = [forms.add(&[to_star], &[star]), forms.add(&[to_up], &[zero])];
    let values = [zero, star, one, minus_one, hot[0], hot[1]];
    let mut positions = Vec::new();
    for left in subsets([zero, minus_one]) {
        for right in subsets([star, one]) {
            positions.push(forms.add(&left, &right));
        }
    }
    let mut known = HashMap::new();
    let mut accepted = 0;
    let pairs = values.iter().flat_map(|&value| values.map(|other| [value, other]));
    for (pair, &position) in pairs.flat_map(|pair| positions.iter().map(move |p| (pair, p))) {
        let mut lost = |position, value| !forms.wins([position, value], Player::Left, &mut known);
        // All that is true of the options, and two claims.
        let parts = [position, star, one, minus_one];
        let mut rows: Vec<_> = pair.map(|value| (vec![(0, false)], value)).into();
        for (number, &part) in parts.iter().enumerate().skip(1) {
            let of_part = values.iter().filter(|&&value| lost(part, value));
            rows.extend(of_part.map(|&value| (vec![(number as u32, false)], value)));
        }
        let strategy = Strategy {
            sum: format!("{position}+{}", pair[0]),
            convention: Convention::Normal,
            first: Player::Left,
            winner: Player::Right,
            games: forms.0.clone(),
            parts: parts.map(|part| part.to_string()).into(),
            values: Vec::new(),
            lost: rows,
            couples: Vec::new(),
            boards: Vec::new(),
        };
        let budget = Budget::unlimited();
        match Checker::new(&strategy, &forms, &budget).and_then(|mut checker| checker.check()) {
            Ok(_) => {
                accepted += 1;
                assert!(pair.iter().all(|&value| lost(position, value)), "{position} {pair:?}");
            }
            Err(VerifyError::WrongStrategy(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(accepted > 30, "{accepted}");
}

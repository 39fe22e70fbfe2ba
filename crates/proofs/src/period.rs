//! Periods of octal games, by the theorem of Guy and Smith (1956).

use upstar_core::Budget;
use upstar_heaps::{HeapGame, Periodicity};

use crate::error::ProofError;
use crate::heaps::{HeapRules, coq_list};
use crate::statement::{Proof, comment};
use crate::{Result, theory};

/// The maximum number of heaps whose values are computed: the kernel checks all splits of each.
const MOST_HEAPS: u64 = 20_000;

/// Writes the proof that the nim sequence of an octal game (`kayles`, `0.77`) has a least period;
/// the theorem also gives the preperiod and all values.
///
/// # Errors
/// [`ProofError::False`] if it has another period; [`ProofError::Unsupported`] for games without an
/// octal code of finitely many digits, and if no period is found among the first 20,000 heaps; an
/// exhausted budget.
///
/// # Complexity
/// Quadratic in the preperiod and period.
pub fn prove_period(game: &str, period: u64, words: &str, budget: &Budget) -> Result<Proof> {
    let found = HeapGame::find(game).map_err(|error| ProofError::unsupported(error.to_string()))?;
    let code = found.code().map_err(|error| ProofError::unsupported(error.to_string()))?;
    let rules = HeapRules::read_octal(&code.to_string())?;
    let HeapRules::Octal(digits) = &rules else { unreachable!("an octal code was read") };
    let mut values = Vec::new();
    let mut most = 256;
    let known = loop {
        extend(&mut values, digits, most, budget)?;
        let known = Periodicity::find(code, &values);
        if let Some(known) = known
            && known.saltus == 0
            && values.len() as u64 >= enough(&known, digits)
        {
            break known;
        }
        if most >= MOST_HEAPS {
            return Err(ProofError::unsupported(format!(
                "no period of {game} shows among the first {MOST_HEAPS} heaps"
            )));
        }
        most = (2 * most).min(MOST_HEAPS);
    };
    let repeats = (known.preperiod..enough(&known, digits) - known.period)
        .all(|n| values[n as usize] == values[(n + known.period) as usize]);
    if !repeats {
        return Err(ProofError::unsupported(format!("no period of {game} is certain")));
    }
    if known.period != period {
        return Err(ProofError::False(format!(
            "not true: {words}; the period is {}",
            known.period
        )));
    }
    let facts = enough(&known, digits) as usize;
    let (from, list) = (known.preperiod, &values[..(known.preperiod + period) as usize]);
    let list: Vec<u64> = list.iter().map(|&value| value.into()).collect();
    let digits: Vec<u64> = digits.iter().map(|&digit| digit.into()).collect();
    let digits = coq_list(&digits);
    let claim = format!(
        "Definition values : list N := {}.\nDefinition g := sequence {from} {period} (values_of values).\n\n(* {} *)\n\
         Theorem claim : nim_sequence (octal {digits}) g /\\ least_period g {from} {period}.\n\
         Proof.\n  refine (guy_smith_sound {digits} {from} {period} values _).\n  \
         vm_cast_no_check (eq_refl true).\nQed.\nPrint Assumptions claim.\n",
        coq_list(&list),
        comment(words),
    );
    Ok(Proof::new(theory::of_heaps(), &claim, facts))
}

/// The number of values that prove the period: those of the heaps below twice the preperiod, twice
/// the period and the digits of the code together, and two more.
fn enough(known: &Periodicity, digits: &[u8]) -> u64 {
    2 * known.preperiod + 2 * known.period + digits.len() as u64 + 2
}

/// Adds values by the mex rule.
fn extend(values: &mut Vec<u32>, digits: &[u8], most: u64, budget: &Budget) -> Result {
    let mut ticker = budget.ticker();
    // The last heap with an option of each value, plus one.
    let mut seen: Vec<u64> = Vec::new();
    for heap in values.len() as u64..most {
        let mut see = |value: u32| {
            let place = value as usize;
            if seen.len() <= place {
                seen.resize(2 * place + 2, 0);
            }
            seen[place] = heap + 1;
        };
        for (taken, digit) in digits.iter().enumerate() {
            let Some(left) = heap.checked_sub(taken as u64) else { break };
            ticker.tick(1 + left / 2)?;
            if digit & 1 != 0 && left == 0 {
                see(0);
            }
            if digit & 2 != 0 && left != 0 {
                see(values[left as usize]);
            }
            if digit & 4 != 0 {
                (1..=left / 2).for_each(|a| see(values[a as usize] ^ values[(left - a) as usize]));
            }
        }
        let mex = seen.iter().take_while(|&&last| last == heap + 1).count();
        values.push(mex as u32);
    }
    Ok(())
}

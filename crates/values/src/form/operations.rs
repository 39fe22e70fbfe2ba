//! Operations on forms. A value stands for its canonical form.
//!
//! These operations do not respect equality of games, so they are not claimed to be well-defined on
//! values.

use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashMap;

use super::{Form, FormBuilder, FormNode};
use crate::error::Halt;
use crate::printed_order::sorted_options;
use crate::structure::visit_followers;
use crate::{Error, Id, Result, Worker};

/// A game as plain lists of options. Places are as in a [`Form`].
struct Expanded {
    nodes: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Expanded {
    fn root(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    fn to_form(&self, worker: &mut Worker<'_>) -> Result<Form, Halt> {
        let mut builder = FormBuilder::default();
        let places = add_expanded(worker, &mut builder, self)?;
        Ok(builder.finish(places[self.root() as usize]))
    }
}

impl Form {
    /// The Left and Right options of all positions, with every value written out in canonical form.
    /// Options are places in this list and come before their positions. The last position is the
    /// form.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] if a number in it is not dyadic, [`Error::Exhausted`].
    pub fn written_out(&self, worker: &mut Worker<'_>) -> Result<Vec<[Vec<u32>; 2]>, Error> {
        let expanded = expand(worker, self).map_err(|halt| worker.reason(halt))?;
        Ok(expanded.nodes.into_iter().map(|(left, right)| [left, right]).collect())
    }

    /// Whether the two forms are the same: each option of one is the same form as an option of the
    /// other. A value stands for its canonical form.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] if a number in them is not dyadic, [`Error::Exhausted`].
    pub fn is_same(&self, worker: &mut Worker<'_>, other: &Form) -> Result<bool> {
        let mut known: HashMap<[Vec<u32>; 2], u32> = HashMap::new();
        let mut last = [0, 0];
        for (form, last) in [self, other].into_iter().zip(&mut last) {
            let mut names: Vec<u32> = Vec::new();
            for sides in form.written_out(worker)? {
                worker.tick(1)?;
                let sides = sides.map(|side| {
                    let mut side: Vec<u32> = side.iter().map(|&i| names[i as usize]).collect();
                    side.sort_unstable();
                    side.dedup();
                    side
                });
                let next = known.len() as u32;
                names.push(*known.entry(sides).or_insert(next));
            }
            *last = names.last().copied().unwrap_or_default();
        }
        Ok(last[0] == last[1])
    }

    /// The formal birthday: the number of moves in the longest play of the form.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] if a number in it is not dyadic, [`Error::Exhausted`].
    pub fn birthday(&self, worker: &mut Worker<'_>) -> Result<u32> {
        let mut days: Vec<u32> = Vec::new();
        for sides in self.written_out(worker)? {
            worker.tick(1)?;
            let options = sides.iter().flatten().map(|&i| days[i as usize] + 1);
            days.push(options.max().unwrap_or(0));
        }
        Ok(days.last().copied().unwrap_or(0))
    }

    /// The value of a form.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn canonical(&self, worker: &mut Worker<'_>) -> Result<Id> {
        let values = values_of(worker, self).map_err(|halt| worker.reason(halt))?;
        Ok(Id(values.last().copied().unwrap_or(0)))
    }

    /// The ordinal sum g:h = {g^L, g:h^L | g^R, g:h^R}: a move in the base g removes h.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] if a number in it is not dyadic, [`Error::Exhausted`].
    pub fn ordinal_sum(&self, worker: &mut Worker<'_>, other: &Form) -> Result<Form> {
        ordinal_sum(worker, self, other).map_err(|halt| worker.reason(halt))
    }

    /// The ordinal product of g and h. Each move up in h becomes a copy of g, each move down a copy
    /// of -g, and the copies are stacked. Its Left options are (g x h^L):g^L and (g x h^R):(-g)^L,
    /// its Right options (g x h^L):g^R and (g x h^R):(-g)^R. On sign expansions of numbers this
    /// replaces each + of h by g and each - by -g.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] if a number in it is not dyadic, [`Error::Exhausted`].
    pub fn ordinal_product(&self, worker: &mut Worker<'_>, other: &Form) -> Result<Form> {
        ordinal_product(worker, self, other).map_err(|halt| worker.reason(halt))
    }

    /// The value of the Conway product g h = {g^L h + g h^L - g^L h^L,
    /// g^R h + g h^R - g^R h^R | g^L h + g h^R - g^L h^R, g^R h + g h^L - g^R h^L}
    /// (Conway, ONAG, ch. 0). For numbers it is their product, for nimbers the nim
    /// product.
    ///
    /// # Errors
    ///
    /// [`Error::NoOptions`] if a number in it is not dyadic, [`Error::Exhausted`].
    pub fn conway_product(&self, worker: &mut Worker<'_>, other: &Form) -> Result<Id> {
        conway(worker, self, other).map(Id).map_err(|halt| worker.reason(halt))
    }

    /// The game h with x:h = g, simplified, where x is this form.
    ///
    /// Each option of g equals an option of x, or is x:h' for an option h' of h. The result is
    /// checked by computing x:h.
    ///
    /// # Errors
    ///
    /// [`Error::NotSubordinate`] if there is none, [`Error::NoOptions`] if a
    /// number in it is not dyadic, [`Error::Exhausted`].
    pub fn subordinate(&self, worker: &mut Worker<'_>, g: Id) -> Result<Id> {
        let values = values_of(worker, self).map_err(|halt| worker.reason(halt))?;
        let expanded = expand(worker, self).map_err(|halt| worker.reason(halt))?;
        let form = expanded.to_form(worker).map_err(|halt| worker.reason(halt))?;
        let base_value = values.last().copied().unwrap_or(0);
        let all = values_of(worker, &form).map_err(|halt| worker.reason(halt))?;
        let (left, right) = &expanded.nodes[expanded.root() as usize];
        let options =
            |side: &[u32]| -> Vec<u32> { side.iter().map(|&i| all[i as usize]).collect() };
        let (left, right) = (options(left), options(right));
        let found = subordinate_to(worker, g.0, base_value, &left, &right)
            .map_err(|halt| worker.reason(halt))?;
        let Some(found) = found else { return Err(Error::NotSubordinate) };
        let top = Form::value(Id(found));
        let again = self.ordinal_sum(worker, &top)?;
        if again.canonical(worker)? == g { Ok(Id(found)) } else { Err(Error::NotSubordinate) }
    }
}

/// Adds the canonical form of `g` with all its followers.
fn expand_value(worker: &mut Worker<'_>, g: u32, builder: &mut FormBuilder) -> Result<u32, Halt> {
    let mut places = HashMap::<u32, u32>::new();
    visit_followers(
        worker,
        g,
        true,
        |_, _| false,
        |worker, id| {
            worker.step()?;
            let mut sides = [vec![], vec![]];
            let (left, right) = sorted_options(worker, id)?;
            for (list, side) in [left, right].into_iter().zip(&mut sides) {
                side.extend(list.iter().map(|option| places[option]));
            }
            let [left, right] = sides;
            places.insert(id, builder.options(left, right));
            Ok(())
        },
    )?;
    Ok(places[&g])
}

/// A form with every value written out.
fn expand(worker: &mut Worker<'_>, form: &Form) -> Result<Expanded, Halt> {
    let mut builder = FormBuilder::default();
    let mut places = vec![];
    for node in form.nodes() {
        worker.step()?;
        let place = match node {
            FormNode::Value(id) => expand_value(worker, id.0, &mut builder)?,
            FormNode::Options(left, right) => {
                let moved = |side: &[u32]| side.iter().map(|&i| places[i as usize]).collect();
                builder.options(moved(left), moved(right))
            }
        };
        places.push(place);
    }
    let Some(&root) = places.last() else { return Ok(Expanded { nodes: vec![] }) };
    let form = builder.finish(root);
    let mut nodes = Vec::with_capacity(form.nodes().len());
    for place in 0..form.nodes().len() {
        worker.step()?;
        let (left, right) = form.options_at(place as u32);
        nodes.push((left.to_vec(), right.to_vec()));
    }
    Ok(Expanded { nodes })
}

/// The values of all positions of a form.
fn values_of(worker: &mut Worker<'_>, form: &Form) -> Result<Vec<u32>, Halt> {
    let mut values = Vec::with_capacity(form.nodes().len());
    for node in form.nodes() {
        values.push(match node {
            FormNode::Value(id) => id.0,
            FormNode::Options(left, right) => {
                let (mut l, mut r) = (worker.buffer(), worker.buffer());
                l.extend(left.iter().map(|&i| values[i as usize]));
                r.extend(right.iter().map(|&i| values[i as usize]));
                let made = worker.make(&l, &r)?;
                worker.return_buffer(l);
                worker.return_buffer(r);
                made
            }
        });
    }
    Ok(values)
}

fn ordinal_sum(worker: &mut Worker<'_>, g: &Form, h: &Form) -> Result<Form, Halt> {
    let (g, h) = (expand(worker, g)?, expand(worker, h)?);
    let mut builder = FormBuilder::default();
    let base = add_expanded(worker, &mut builder, &g)?;
    let root = stack(worker, &g, g.root(), &base, &h, &mut builder)?;
    Ok(builder.finish(root[h.root() as usize]))
}

/// The places of x:h for all positions h of `top`, where x is the position
/// `at` of `base`, itself at `places[at]`.
fn stack(
    worker: &mut Worker<'_>,
    base: &Expanded,
    at: u32,
    places: &[u32],
    top: &Expanded,
    builder: &mut FormBuilder,
) -> Result<Vec<u32>, Halt> {
    let (left, right) = &base.nodes[at as usize];
    let mut stacked: Vec<u32> = vec![];
    for (l, r) in &top.nodes {
        worker.step()?;
        let side = |below: &[u32], above: &[u32]| {
            let below = below.iter().map(|&i| places[i as usize]);
            below.chain(above.iter().map(|&i| stacked[i as usize])).collect()
        };
        stacked.push(builder.options(side(left, l), side(right, r)));
    }
    Ok(stacked)
}

fn ordinal_product(worker: &mut Worker<'_>, g: &Form, h: &Form) -> Result<Form, Halt> {
    let (g, h) = (expand(worker, g)?, expand(worker, h)?);
    let minus_g = Expanded {
        nodes: g.nodes.iter().map(|(left, right)| (right.clone(), left.clone())).collect(),
    };
    let mut builder = FormBuilder::default();
    let mut products: Vec<u32> = vec![];
    for (l, r) in &h.nodes {
        let (mut left, mut right) = (vec![], vec![]);
        for (side, copy) in [(l, &g), (r, &minus_g)] {
            for &option in side {
                let stacked = stack_on(worker, products[option as usize], copy, &mut builder)?;
                let (gl, gr) = &copy.nodes[copy.root() as usize];
                left.extend(gl.iter().map(|&i| stacked[i as usize]));
                right.extend(gr.iter().map(|&i| stacked[i as usize]));
            }
        }
        products.push(builder.options(left, right));
    }
    Ok(builder.finish(products[h.root() as usize]))
}

/// The places of x:h for all positions h of `top`, where x stands at `base`.
fn stack_on(
    worker: &mut Worker<'_>,
    base: u32,
    top: &Expanded,
    builder: &mut FormBuilder,
) -> Result<Vec<u32>, Halt> {
    let (left, right) = builder.options_at(base);
    let mut stacked: Vec<u32> = vec![];
    for (l, r) in &top.nodes {
        worker.step()?;
        let side = |below: &[u32], above: &[u32]| {
            let above = above.iter().map(|&i| stacked[i as usize]);
            below.iter().copied().chain(above).collect()
        };
        stacked.push(builder.options(side(&left, l), side(&right, r)));
    }
    Ok(stacked)
}

fn conway(worker: &mut Worker<'_>, g: &Form, h: &Form) -> Result<u32, Halt> {
    let (g, h) = (expand(worker, g)?, expand(worker, h)?);
    let width = h.nodes.len();
    let mut products: Vec<u32> = vec![];
    for (i, (gl, gr)) in g.nodes.iter().enumerate() {
        for (j, (hl, hr)) in h.nodes.iter().enumerate() {
            let (mut l, mut r) = (worker.buffer(), worker.buffer());
            for (xs, ys, of_left) in
                [(gl, hl, true), (gr, hr, true), (gl, hr, false), (gr, hl, false)]
            {
                for &x in xs {
                    for &y in ys {
                        let at = |x: usize, y: usize| products[x * width + y];
                        let (x, y) = (x as usize, y as usize);
                        let both = worker.negate(at(x, y))?;
                        let one = worker.sum(at(x, j), at(i, y))?;
                        let option = worker.sum(one, both)?;
                        if of_left { l.push(option) } else { r.push(option) }
                    }
                }
            }
            products.push(worker.make(&l, &r)?);
            worker.return_buffer(l);
            worker.return_buffer(r);
        }
    }
    Ok(products.last().copied().unwrap_or(0))
}

fn subordinate_to(
    worker: &mut Worker<'_>,
    g: u32,
    base: u32,
    left: &[u32],
    right: &[u32],
) -> Result<Option<u32>, Halt> {
    // A position that is not on top of the base is no ordinal sum on it: None.
    let mut found = HashMap::<u32, Option<u32>>::new();
    visit_followers(
        worker,
        g,
        true,
        |_, _| false,
        |worker, id| {
            let result = if id == base {
                Some(0)
            } else {
                let (l, r) = worker.options(id)?;
                let mut lists = [vec![], vec![]];
                let mut whole = true;
                for ((options, own), list) in [(l, left), (r, right)].into_iter().zip(&mut lists) {
                    for option in options {
                        let option = option.load(Relaxed);
                        if own.contains(&option) {
                            continue;
                        }
                        match found.get(&option).copied().flatten() {
                            Some(h) => list.push(h),
                            None => whole = false,
                        }
                    }
                }
                let [l, r] = lists;
                if whole { Some(worker.make(&l, &r)?) } else { None }
            };
            found.insert(id, result);
            Ok(())
        },
    )?;
    Ok(found.get(&g).copied().flatten())
}

fn add_expanded(
    worker: &mut Worker<'_>,
    builder: &mut FormBuilder,
    game: &Expanded,
) -> Result<Vec<u32>, Halt> {
    let mut places: Vec<u32> = vec![];
    for (left, right) in &game.nodes {
        worker.step()?;
        let moved = |side: &[u32]| side.iter().map(|&i| places[i as usize]).collect();
        places.push(builder.options(moved(left), moved(right)));
    }
    Ok(places)
}

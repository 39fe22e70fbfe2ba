//! Piecewise linear functions of the temperature, and thermographs made of them.

use smallvec::{SmallVec, smallvec};

use super::scalar::Scalar;

/// A function of t from some least temperature upwards. Pieces are in ascending order. Each
/// continues with its slope to the start of the next, the last one without end. Neighbouring pieces
/// have different slopes. Few walls have more than three pieces.
pub(crate) type Wall<S> = SmallVec<[Piece<S>; 3]>;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece<S> {
    pub(crate) start: S,
    pub(crate) value: S,
    /// d(value)/dt: -1, 0 or 1.
    pub(crate) slope: i8,
}

impl<S: Scalar> Piece<S> {
    pub(crate) fn at(&self, t: &S) -> Option<S> {
        match self.slope {
            0 => Some(self.value.clone()),
            1.. => self.value.plus(&t.minus(&self.start)?),
            _ => self.value.minus(&t.minus(&self.start)?),
        }
    }
}

pub(crate) fn push<S: Scalar>(wall: &mut Wall<S>, start: S, value: S, slope: i8) {
    match wall.last_mut() {
        Some(last) if last.slope == slope => {}
        Some(last) if last.start == start => {
            last.slope = slope;
            // The pieces before and after may now have equal slopes.
            if wall.len() > 1 && wall[wall.len() - 2].slope == slope {
                wall.pop();
            }
        }
        _ => wall.push(Piece { start, value, slope }),
    }
}

/// f - t or f + t.
pub(crate) fn tilt<S: Scalar>(mut wall: Wall<S>, by: i8) -> Option<Wall<S>> {
    for Piece { start, value, slope } in &mut wall {
        *value = if by > 0 { value.plus(start)? } else { value.minus(start)? };
        *slope += by;
    }
    Some(wall)
}

/// The crossing of two lines that are `gap` > 0 apart and close with `speed` > 0.
fn meeting<S: Scalar>(from: &S, gap: &S, speed: i8) -> Option<S> {
    from.plus(&if speed == 2 { gap.half()? } else { gap.clone() })
}

/// The pointwise maximum, or the minimum.
pub(crate) fn extreme<S: Scalar>(f: &[Piece<S>], g: &[Piece<S>], maximum: bool) -> Option<Wall<S>> {
    if let ([a], [b]) = (f, g)
        && a.slope == b.slope
        && a.start == b.start
    {
        let first = (a.value >= b.value) == maximum;
        return Some(smallvec![if first { a.clone() } else { b.clone() }]);
    }
    let mut wall = Wall::new();
    let (mut i, mut j) = (0, 0);
    let mut t = f[0].start.clone();
    loop {
        let (a, b) = (&f[i], &g[j]);
        let next = match (f.get(i + 1), g.get(j + 1)) {
            (Some(x), Some(y)) => Some(x.start.clone().min(y.start.clone())),
            (Some(x), None) | (None, Some(x)) => Some(x.start.clone()),
            (None, None) => None,
        };
        let (x, y) = (a.at(&t)?, b.at(&t)?);
        let mut order = x.cmp(&y).then(a.slope.cmp(&b.slope));
        if !maximum {
            order = order.reverse();
        }
        // At a tie the slopes decide in the same way.
        let (value, mine, other_value, other) =
            if order.is_ge() { (x, a.slope, y, b.slope) } else { (y, b.slope, x, a.slope) };
        let speed = if maximum { other - mine } else { mine - other };
        let gap = if maximum { value.minus(&other_value)? } else { other_value.minus(&value)? };
        push(&mut wall, t.clone(), value, mine);
        if speed > 0 {
            let cross = meeting(&t, &gap, speed)?;
            if cross > t && next.as_ref().is_none_or(|next| cross < *next) {
                let last = &wall[wall.len() - 1];
                let value = last.at(&cross)?;
                push(&mut wall, cross, value, other);
            }
        }
        let Some(next) = next else { return Some(wall) };
        if f.get(i + 1).is_some_and(|piece| piece.start == next) {
            i += 1;
        }
        if g.get(j + 1).is_some_and(|piece| piece.start == next) {
            j += 1;
        }
        t = next;
    }
}

/// The first meeting of two scaffolds: the least t with l(t) <= r(t), and l(t) there. l - r does
/// not increase.
fn meet<S: Scalar>(l: &[Piece<S>], r: &[Piece<S>]) -> Option<(S, S)> {
    let (mut i, mut j) = (0, 0);
    let mut t = l[0].start.clone();
    loop {
        let (a, b) = (&l[i], &r[j]);
        let next = match (l.get(i + 1), r.get(j + 1)) {
            (Some(x), Some(y)) => Some(x.start.clone().min(y.start.clone())),
            (Some(x), None) | (None, Some(x)) => Some(x.start.clone()),
            (None, None) => None,
        };
        let (x, y) = (a.at(&t)?, b.at(&t)?);
        if x <= y {
            return Some((t, x));
        }
        let speed = b.slope - a.slope;
        if speed > 0 {
            let cross = meeting(&t, &x.minus(&y)?, speed)?;
            if next.as_ref().is_none_or(|next| cross <= *next) {
                let value = a.at(&cross)?;
                return Some((cross, value));
            }
        }
        // Scaffolds always meet: the last pieces have slopes -1 and 1.
        t = next?;
        if l.get(i + 1).is_some_and(|piece| piece.start == t) {
            i += 1;
        }
        if r.get(j + 1).is_some_and(|piece| piece.start == t) {
            j += 1;
        }
    }
}

/// A scaffold below `top`, with a mast from there.
fn cut<S: Scalar>(mut scaffold: Wall<S>, top: &S, mast: &S) -> Wall<S> {
    while scaffold.len() > 1 && scaffold[scaffold.len() - 1].start >= *top {
        scaffold.pop();
    }
    push(&mut scaffold, top.clone(), mast.clone(), 0);
    scaffold
}

/// Both walls of a game, with its temperature and mast value.
#[derive(Clone, Debug)]
pub(crate) struct Pair<S> {
    pub(crate) left: Wall<S>,
    pub(crate) right: Wall<S>,
    pub(crate) temperature: S,
    pub(crate) mast: S,
}

impl<S: Scalar> Pair<S> {
    /// The walls of a number: only a mast.
    pub(crate) fn mast(floor: S, value: S) -> Self {
        let wall: Wall<S> =
            smallvec![Piece { start: floor.clone(), value: value.clone(), slope: 0 }];
        Pair { left: wall.clone(), right: wall, temperature: floor, mast: value }
    }

    /// From scaffolds.
    pub(crate) fn new(left: Wall<S>, right: Wall<S>) -> Option<Self> {
        let (temperature, mast) = meet(&left, &right)?;
        Some(Pair {
            left: cut(left, &temperature, &mast),
            right: cut(right, &temperature, &mast),
            temperature,
            mast,
        })
    }
}

/// The Left scaffold max(R_t(g^L)) - t from Right walls of options, or the Right scaffold
/// min(L_t(g^R)) + t from Left walls.
pub(crate) fn scaffold<'a, S: Scalar + 'a>(
    walls: impl IntoIterator<Item = &'a [Piece<S>]>,
    left: bool,
) -> Option<Wall<S>> {
    let mut walls = walls.into_iter();
    let first = walls.next()?;
    let mut all = match walls.next() {
        Some(second) => extreme(first, second, left)?,
        None => first.iter().cloned().collect(),
    };
    for wall in walls {
        all = extreme(&all, wall, left)?;
    }
    tilt(all, if left { -1 } else { 1 })
}

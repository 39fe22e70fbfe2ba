//! Games that are not simplified.

use hashbrown::HashMap;
use upstar_core::Player;

use crate::Id;

mod operations;

/// A game as it was written, not simplified. Operations that distinguish equal games act on forms:
/// ordinal sums, selective and conjunctive sums, Conway products.
///
/// A form is a graph of positions, each with its Left and Right options. A position can also be a
/// value of a universe, which stands for its canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Options before what they are options of; the last one is the form.
    nodes: Vec<FormNode>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FormNode {
    Value(Id),
    Options(Box<[u32]>, Box<[u32]>),
}

/// Collects positions without repeats.
#[derive(Default)]
pub(crate) struct FormBuilder {
    nodes: Vec<FormNode>,
    places: HashMap<FormNode, u32>,
}

impl FormBuilder {
    /// The place of a position.
    pub(crate) fn add(&mut self, node: FormNode) -> u32 {
        if let Some(&place) = self.places.get(&node) {
            return place;
        }
        // 2^32 positions would take more than 100 GB. A budget stops the work before.
        let place = self.nodes.len() as u32;
        self.nodes.push(node.clone());
        self.places.insert(node, place);
        place
    }

    pub(crate) fn options(&mut self, mut left: Vec<u32>, mut right: Vec<u32>) -> u32 {
        for side in [&mut left, &mut right].into_iter().filter(|side| side.len() > 1) {
            // The order in which options were written is kept. Repeats are removed.
            let mut seen = hashbrown::HashSet::new();
            side.retain(|&option| seen.insert(option));
        }
        self.add(FormNode::Options(left.into(), right.into()))
    }

    /// Adds all positions of a form and returns their places.
    pub(crate) fn add_form(&mut self, form: &Form) -> Vec<u32> {
        let mut places: Vec<u32> = Vec::with_capacity(form.nodes.len());
        for node in &form.nodes {
            let place = match node {
                FormNode::Value(id) => self.add(FormNode::Value(*id)),
                FormNode::Options(left, right) => {
                    let moved = |side: &[u32]| side.iter().map(|&i| places[i as usize]).collect();
                    self.options(moved(left), moved(right))
                }
            };
            places.push(place);
        }
        places
    }

    /// The options of a position that was added by its options.
    pub(crate) fn options_at(&self, place: u32) -> (Vec<u32>, Vec<u32>) {
        match &self.nodes[place as usize] {
            FormNode::Value(_) => (vec![], vec![]),
            FormNode::Options(left, right) => (left.to_vec(), right.to_vec()),
        }
    }

    /// The form at `root`, with the positions below it.
    pub(crate) fn finish(self, root: u32) -> Form {
        Form::part(&self.nodes, root)
    }
}

impl Form {
    /// A value, standing for its canonical form.
    #[must_use]
    pub fn value(id: Id) -> Form {
        Form { nodes: vec![FormNode::Value(id)] }
    }

    /// {left|right}, as written.
    #[must_use]
    pub fn new(left: &[&Form], right: &[&Form]) -> Form {
        let mut builder = FormBuilder::default();
        let mut side = |forms: &[&Form]| -> Vec<u32> {
            forms.iter().map(|form| builder.add_form(form)[form.root() as usize]).collect()
        };
        let (left, right) = (side(left), side(right));
        let root = builder.options(left, right);
        builder.finish(root)
    }

    /// The form of which all positions are given by their Left and Right options, which are places in
    /// the list and come before what they are options of; the last one is the form. Positions with
    /// the same options are one.
    ///
    /// ```
    /// use upstar_values::Form;
    ///
    /// // {*|*}: zero, star, and the form.
    /// let form = Form::of_options(&[[vec![], vec![]], [vec![0], vec![0]], [vec![1], vec![1]]]);
    /// assert_eq!(form.positions(), 3);
    /// ```
    ///
    /// # Panics
    ///
    /// If the list is empty, or an option does not come before what it is an option of.
    #[must_use]
    pub fn of_options(options: &[[Vec<u32>; 2]]) -> Form {
        let mut builder = FormBuilder::default();
        let mut places: Vec<u32> = Vec::with_capacity(options.len());
        for sides in options {
            let [left, right] =
                sides.each_ref().map(|side| side.iter().map(|&i| places[i as usize]).collect());
            places.push(builder.options(left, right));
        }
        let root = places[places.len() - 1];
        builder.finish(root)
    }

    /// The value, if the form stands for a canonical form.
    #[must_use]
    pub fn as_value(&self) -> Option<Id> {
        self.value_at(self.root())
    }

    /// The number of different positions in it.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The options of a player, in the order in which they were written. A value has none, because
    /// it is not written by its options.
    #[must_use]
    pub fn options(&self, player: Player) -> Vec<Form> {
        let (left, right) = self.options_at(self.root());
        let side = if player == Player::Left { left } else { right };
        side.iter().map(|&option| Form::part(&self.nodes, option)).collect()
    }

    pub(crate) fn nodes(&self) -> &[FormNode] {
        &self.nodes
    }

    pub(crate) fn root(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    pub(crate) fn value_at(&self, place: u32) -> Option<Id> {
        match self.nodes[place as usize] {
            FormNode::Value(id) => Some(id),
            FormNode::Options(..) => None,
        }
    }

    pub(crate) fn options_at(&self, place: u32) -> (&[u32], &[u32]) {
        match &self.nodes[place as usize] {
            FormNode::Value(_) => (&[], &[]),
            FormNode::Options(left, right) => (left, right),
        }
    }

    /// The positions at and below `root`.
    fn part(nodes: &[FormNode], root: u32) -> Form {
        let mut needed = vec![false; root as usize + 1];
        needed[root as usize] = true;
        for place in (0..=root as usize).rev() {
            if needed[place]
                && let FormNode::Options(left, right) = &nodes[place]
            {
                for &option in left.iter().chain(right) {
                    needed[option as usize] = true;
                }
            }
        }
        let mut places = vec![0u32; root as usize + 1];
        let mut kept = vec![];
        for place in 0..=root as usize {
            if needed[place] {
                places[place] = kept.len() as u32;
                kept.push(match &nodes[place] {
                    FormNode::Value(id) => FormNode::Value(*id),
                    FormNode::Options(left, right) => {
                        let moved =
                            |side: &[u32]| side.iter().map(|&i| places[i as usize]).collect();
                        FormNode::Options(moved(left), moved(right))
                    }
                });
            }
        }
        Form { nodes: kept }
    }
}

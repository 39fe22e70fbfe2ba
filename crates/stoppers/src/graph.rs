//! Loopy games as graphs.

use std::collections::HashMap;

use upstar_core::Player;
use upstar_values::{Id, Worker};

use crate::{Error, Result};

/// The largest number of positions of a graph.
pub const MOST_NODES: usize = 100_000;

/// Left's and Right's options of a position.
pub(crate) type Options = [Vec<u32>; 2];

/// A loopy game: positions with Left's and Right's options, and the starting position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    pub(crate) nodes: Vec<Options>,
    pub(crate) root: u32,
    /// Placeholder positions for the game with this label.
    open: Vec<(u32, String)>,
}

/// A position in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// The text of its value.
    pub text: String,
    /// Left's and Right's options, as places in the list of vertices.
    pub options: [Vec<u32>; 2],
}

/// Builds a graph whose positions are distinct keys: each key is a position once.
struct Builder<K> {
    known: HashMap<K, u32>,
    waiting: Vec<K>,
}

impl<K: Clone + Eq + std::hash::Hash> Builder<K> {
    fn new() -> Self {
        Builder { known: HashMap::new(), waiting: Vec::new() }
    }

    fn node(&mut self, key: K) -> Result<u32> {
        if let Some(&node) = self.known.get(&key) {
            return Ok(node);
        }
        let node = self.waiting.len();
        if node >= MOST_NODES {
            return Err(Error::TooLarge { limit: MOST_NODES });
        }
        self.waiting.push(key.clone());
        self.known.insert(key, node as u32);
        Ok(node as u32)
    }

    /// All positions reachable from `root`.
    fn build(
        mut self,
        root: K,
        mut options: impl FnMut(&K, Player) -> Result<Vec<K>>,
    ) -> Result<Graph> {
        let root = self.node(root)?;
        let mut nodes: Vec<Options> = Vec::new();
        while let Some(key) = self.waiting.get(nodes.len()).cloned() {
            let mut found = Options::default();
            for (side, player) in found.iter_mut().zip(Player::BOTH) {
                for option in options(&key, player)? {
                    side.push(self.node(option)?);
                }
                side.sort_unstable();
                side.dedup();
            }
            nodes.push(found);
        }
        Ok(Graph { nodes, root, open: Vec::new() })
    }
}

impl Graph {
    /// The canonical form of a short game.
    ///
    /// # Errors
    /// More than [`MOST_NODES`] positions; numbers that are not dyadic.
    pub fn of_value(worker: &mut Worker<'_>, value: Id) -> Result<Graph> {
        // The integers between a number and 0 are all followers of it.
        if let Some(number) = worker.as_number(value)
            && number.floor().bits() > u64::from(usize::BITS - MOST_NODES.leading_zeros())
        {
            return Err(Error::TooLarge { limit: MOST_NODES });
        }
        Builder::new().build(value, |&id, player| {
            worker.tick(1)?;
            let options = options_of(worker, id, player)?;
            worker.tick(options.len() as u64)?;
            Ok(options)
        })
    }

    /// The graph of all positions reachable from `root` by `options`.
    ///
    /// # Errors
    /// More than [`MOST_NODES`] positions, and the errors of `options`.
    pub fn explore<K: Clone + Eq + std::hash::Hash>(
        root: K,
        options: impl FnMut(&K, Player) -> Result<Vec<K>>,
    ) -> Result<Graph> {
        Builder::new().build(root, options)
    }

    /// A placeholder for the game with the label `name`; see [`Graph::bind`].
    #[must_use]
    pub fn label(name: &str) -> Graph {
        Graph { nodes: vec![Options::default()], root: 0, open: vec![(0, name.to_owned())] }
    }

    /// A game given by its options.
    ///
    /// # Errors
    /// More than [`MOST_NODES`] positions.
    pub fn make(left: &[&Graph], right: &[&Graph]) -> Result<Graph> {
        let mut game = Graph { nodes: vec![Options::default()], root: 0, open: Vec::new() };
        for (side, options) in [left, right].into_iter().enumerate() {
            for option in options {
                let root = game.append(option)?;
                game.nodes[0][side].push(root);
            }
        }
        Ok(game)
    }

    /// Appends the positions of another graph and returns its root.
    pub(crate) fn append(&mut self, other: &Graph) -> Result<u32> {
        if self.nodes.len() + other.nodes.len() > MOST_NODES {
            return Err(Error::TooLarge { limit: MOST_NODES });
        }
        let shift = self.nodes.len() as u32;
        let moved = |side: &Vec<u32>| side.iter().map(|&node| node + shift).collect();
        self.nodes.extend(other.nodes.iter().map(|[l, r]| [moved(l), moved(r)]));
        self.open.extend(other.open.iter().map(|(node, name)| (node + shift, name.clone())));
        Ok(other.root + shift)
    }

    /// The game in which the placeholder for the label `name` is the game itself.
    #[must_use]
    pub fn bind(mut self, name: &str) -> Graph {
        let bound: Vec<u32> =
            self.open.iter().filter(|(_, open)| open == name).map(|&(node, _)| node).collect();
        self.open.retain(|(_, open)| open != name);
        let root = self.root;
        for node in self.nodes.iter_mut().flatten().flatten() {
            if bound.contains(node) {
                *node = root;
            }
        }
        self
    }

    /// An unbound label, if there is one.
    #[must_use]
    pub fn unbound(&self) -> Option<&str> {
        self.open.first().map(|(_, name)| name.as_str())
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Left and Right exchanged.
    #[must_use]
    pub fn negative(&self) -> Graph {
        let nodes = self.nodes.iter().map(|[l, r]| [r.clone(), l.clone()]).collect();
        Graph { nodes, root: self.root, open: self.open.clone() }
    }

    /// The sum: a move is a move in one of the two.
    ///
    /// # Errors
    /// More than [`MOST_NODES`] positions.
    pub fn plus(&self, other: &Graph) -> Result<Graph> {
        Builder::new().build((self.root, other.root), |&(g, h), player| {
            let (mine, theirs) = (self.options(g, player), other.options(h, player));
            let first = mine.iter().map(|&option| (option, h));
            Ok(first.chain(theirs.iter().map(|&option| (g, option))).collect())
        })
    }

    /// The ordinal sum of a form, given by its options, and this game: a move in the form ends this
    /// game, and a move in this game keeps the form.
    ///
    /// # Errors
    /// More than [`MOST_NODES`] positions.
    pub fn under(&self, left: &[Graph], right: &[Graph]) -> Result<Graph> {
        let mut game = self.clone();
        let own = game.nodes.len();
        for (side, options) in [left, right].into_iter().enumerate() {
            for option in options {
                let root = game.append(option)?;
                for node in &mut game.nodes[..own] {
                    node[side].push(root);
                }
            }
        }
        Ok(game)
    }

    pub(crate) fn options(&self, node: u32, player: Player) -> &[u32] {
        &self.nodes[node as usize][player as usize]
    }

    /// The same positions with another starting position.
    pub(crate) fn from(&self, root: u32) -> Graph {
        Graph { root, ..self.clone() }
    }

    /// The graph of these positions.
    pub(crate) fn with(nodes: Vec<Options>, root: u32) -> Graph {
        Graph { nodes, root, open: Vec::new() }
    }

    /// The subgraph of reachable positions.
    pub(crate) fn reached(&self) -> Graph {
        reached(&self.nodes, self.root).0
    }

    /// The values of the positions from which all play ends.
    pub(crate) fn ids(&self, worker: &mut Worker<'_>) -> Result<Vec<Option<Id>>> {
        let count = self.nodes.len();
        let mut users: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut waits: Vec<usize> = vec![0; count];
        for (node, options) in self.nodes.iter().enumerate() {
            for &option in options.iter().flatten() {
                users[option as usize].push(node as u32);
                waits[node] += 1;
            }
        }
        let mut ids: Vec<Option<Id>> = vec![None; count];
        let mut ready: Vec<usize> = (0..count).filter(|&node| waits[node] == 0).collect();
        while let Some(node) = ready.pop() {
            let of = |side: &Vec<u32>| side.iter().filter_map(|&o| ids[o as usize]).collect();
            let [left, right]: [Vec<Id>; 2] = [of(&self.nodes[node][0]), of(&self.nodes[node][1])];
            ids[node] = Some(worker.game(&left, &right)?);
            for &user in &users[node] {
                waits[user as usize] -= 1;
                if waits[user as usize] == 0 {
                    ready.push(user as usize);
                }
            }
        }
        Ok(ids)
    }

    /// The subgraph of reachable positions. Positions without infinite play are in canonical form,
    /// and bisimilar positions are merged.
    pub(crate) fn tidy(&self, worker: &mut Worker<'_>) -> Result<Graph> {
        self.tidied(false, worker)
    }

    /// The same. If `apart`, the root is neither changed nor merged with another position.
    pub(crate) fn tidied(&self, apart: bool, worker: &mut Worker<'_>) -> Result<Graph> {
        if let Some(label) = self.unbound() {
            return Err(Error::Label(label.to_owned()));
        }
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        enum Key {
            Value(Id),
            Node(u32),
        }
        let mut ids = self.ids(worker)?;
        if apart {
            ids[self.root as usize] = None;
        }
        let key = |node: u32| ids[node as usize].map_or(Key::Node(node), Key::Value);
        let mut values = Vec::new();
        let graph = Builder::new().build(key(self.root), |at, player| {
            if player == Player::Left {
                values.push(matches!(at, Key::Value(_)));
            }
            worker.tick(1)?;
            Ok(match *at {
                Key::Value(id) => {
                    options_of(worker, id, player)?.into_iter().map(Key::Value).collect()
                }
                Key::Node(node) => self.options(node, player).iter().map(|&o| key(o)).collect(),
            })
        })?;
        graph.alike(apart, &values, worker)
    }

    /// Repeatedly merges positions with the same options. Positions that are values are
    /// distinguished from the start.
    fn alike(&self, apart: bool, values: &[bool], worker: &mut Worker<'_>) -> Result<Graph> {
        let mut classes: Vec<u32> = (0..self.nodes.len())
            .map(|node| if values[node] { node as u32 + 2 } else { 0 })
            .collect();
        if apart {
            classes[self.root as usize] = 1;
        }
        let mut count = 0;
        loop {
            worker.tick(self.nodes.len() as u64)?;
            let mut known: HashMap<(u32, Options), u32> = HashMap::new();
            let mut next = Vec::with_capacity(classes.len());
            for (node, options) in self.nodes.iter().enumerate() {
                let class = |side: &Vec<u32>| {
                    let mut side: Vec<u32> = side.iter().map(|&o| classes[o as usize]).collect();
                    side.sort_unstable();
                    side.dedup();
                    side
                };
                let signature = (classes[node], [class(&options[0]), class(&options[1])]);
                let fresh = known.len() as u32;
                next.push(*known.entry(signature).or_insert(fresh));
            }
            classes = next;
            if known.len() == count {
                break;
            }
            count = known.len();
        }
        let mut first: Vec<u32> = vec![u32::MAX; count];
        for (node, &class) in classes.iter().enumerate().rev() {
            first[class as usize] = node as u32;
        }
        let class = |node: u32| classes[node as usize];
        Builder::new().build(class(self.root), |&at, player| {
            let options = self.options(first[at as usize], player);
            Ok(options.iter().map(|&option| class(option)).collect())
        })
    }

    /// Whether no position allows infinite play in which the players move in turn.
    #[must_use]
    pub fn is_stopper(&self) -> bool {
        // Positions with a player to move. Those from which all play ends are removed.
        let count = self.nodes.len();
        let mut waits = vec![0usize; 2 * count];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); 2 * count];
        for (node, options) in self.nodes.iter().enumerate() {
            for (mover, side) in options.iter().enumerate() {
                waits[2 * node + mover] = side.len();
                for &option in side {
                    users[2 * option as usize + 1 - mover].push(2 * node + mover);
                }
            }
        }
        let mut ready: Vec<usize> = (0..2 * count).filter(|&state| waits[state] == 0).collect();
        let mut ended = 0;
        while let Some(state) = ready.pop() {
            ended += 1;
            for &user in &users[state] {
                waits[user] -= 1;
                if waits[user] == 0 {
                    ready.push(user);
                }
            }
        }
        ended == 2 * count
    }
}

/// The positions reachable from one, and the new number of each.
pub(crate) fn reached(nodes: &[Options], root: u32) -> (Graph, HashMap<u32, u32>) {
    let mut known = HashMap::from([(root, 0)]);
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&node) = found.get(next) {
        next += 1;
        for &option in nodes[node as usize].iter().flatten() {
            known.entry(option).or_insert_with(|| {
                found.push(option);
                found.len() as u32 - 1
            });
        }
    }
    let nodes = found.iter().map(|&node| {
        nodes[node as usize].each_ref().map(|side| side.iter().map(|o| known[o]).collect())
    });
    (Graph::with(nodes.collect(), 0), known)
}

pub(crate) fn options_of(
    worker: &mut Worker<'_>,
    id: Id,
    player: Player,
) -> Result<Vec<Id>, upstar_values::Error> {
    match player {
        Player::Left => worker.left_options(id),
        Player::Right => worker.right_options(id),
    }
}

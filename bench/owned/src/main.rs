//! `cargo run --profile dist -p bench-owned -- [VERTICES [ARCS [PRIORITIES]...]]`
//!
//! Solves a random parity game by `upstar-graphs` and by Zielonka's algorithm as a textbook writes it, and compares
//! the winners. By default 10^6 vertices, 5x10^6 arcs, and 2, then 1000 priorities. Both get the
//! arcs in memory, by vertex; the time to build rows of successors and predecessors counts for both.

use upstar_core::arcs::Objective;
use upstar_core::{Budget, Player};
use upstar_graphs::generate::Random;
use upstar_graphs::{GraphBuilder, OwnedGame, solve_owned};

fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// A game as three lists.
struct Game {
    owners: Vec<Player>,
    priorities: Vec<u32>,
    arcs: Vec<(u32, u32)>,
}

/// At least one arc from each vertex; all targets are uniform.
fn random(vertices: u32, arcs: u32, priorities: u32, seed: u64) -> Game {
    let mut random = Random::new(seed);
    let mut list: Vec<(u32, u32)> = (0..vertices).map(|v| (v, random.below(vertices))).collect();
    for _ in vertices..arcs {
        list.push((random.below(vertices), random.below(vertices)));
    }
    Game {
        owners: (0..vertices).map(|_| Player::BOTH[random.below(2) as usize]).collect(),
        priorities: (0..vertices).map(|_| random.below(priorities)).collect(),
        arcs: list,
    }
}

fn by_upstar(game: &Game) -> Vec<Player> {
    let budget = Budget::unlimited();
    let mut builder = GraphBuilder::new();
    builder.vertices(game.owners.len() as u32);
    for &(from, to) in &game.arcs {
        builder.arc(from, to).expect("there is memory");
    }
    let graph = builder.finish().expect("a graph");
    let built = cpu_seconds();
    let question = OwnedGame {
        graph: &graph,
        owners: &game.owners,
        priorities: &game.priorities,
        targets: &[],
        objective: Objective::MaxParity,
    };
    let solution = solve_owned(&question, &budget).expect("a solution");
    println!("    without building the graph {:.3} CPU-s", cpu_seconds() - built);
    (0..solution.vertices()).map(|v| solution.winner(v)).collect()
}

/// Lists of neighbours, end to end.
struct Rows {
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Rows {
    fn new(vertices: usize, arcs: impl Iterator<Item = (u32, u32)> + Clone) -> Rows {
        let mut starts = vec![0; vertices + 1];
        for (from, _) in arcs.clone() {
            starts[from as usize + 1] += 1;
        }
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut place = starts.clone();
        let mut all = vec![0; starts[vertices] as usize];
        for (from, to) in arcs {
            all[place[from as usize] as usize] = to;
            place[from as usize] += 1;
        }
        Rows { starts, all }
    }

    fn range(&self, v: u32) -> std::ops::Range<usize> {
        self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize
    }

    fn row(&self, v: u32) -> &[u32] {
        &self.all[self.range(v)]
    }
}

/// Zielonka's algorithm as a textbook writes it.
struct Plain<'g> {
    game: &'g Game,
    next: Rows,
    before: Rows,
    /// Whether a vertex is in the subgame.
    inside: Vec<bool>,
    /// How many successors in the subgame are outside of the attractor.
    left: Vec<u32>,
}

impl Plain<'_> {
    fn attractor(&mut self, player: Player, mut set: Vec<u32>, game: &[u32]) -> Vec<u32> {
        for &v in game {
            self.left[v as usize] =
                self.next.row(v).iter().filter(|&&w| self.inside[w as usize]).count() as u32;
        }
        for &v in &set {
            self.inside[v as usize] = false;
        }
        let mut head = 0;
        while head < set.len() {
            let v = set[head];
            head += 1;
            for i in self.before.range(v) {
                let u = self.before.all[i];
                if !self.inside[u as usize] {
                    continue;
                }
                self.left[u as usize] -= 1;
                if self.game.owners[u as usize] == player || self.left[u as usize] == 0 {
                    self.inside[u as usize] = false;
                    set.push(u);
                }
            }
        }
        set
    }

    /// The vertices that Left and Right win of a subgame, which is inside before and after.
    fn solve(&mut self, game: Vec<u32>) -> [Vec<u32>; 2] {
        let Some(top) = game.iter().map(|&v| self.game.priorities[v as usize]).max() else {
            return [Vec::new(), Vec::new()];
        };
        let player = Player::BOTH[top as usize % 2];
        let other = player.opponent();
        let tops = game.iter().copied().filter(|&v| self.game.priorities[v as usize] == top);
        let attracted = self.attractor(player, tops.collect(), &game);
        let rest: Vec<u32> = game.iter().copied().filter(|&v| self.inside[v as usize]).collect();
        let mut won = self.solve(rest);
        for &v in &attracted {
            self.inside[v as usize] = true;
        }
        if won[other as usize].is_empty() {
            won[player as usize] = game;
            return won;
        }
        let lost = std::mem::take(&mut won[other as usize]);
        let lost = self.attractor(other, lost, &game);
        let rest: Vec<u32> = game.iter().copied().filter(|&v| self.inside[v as usize]).collect();
        let mut won = self.solve(rest);
        for &v in &lost {
            self.inside[v as usize] = true;
        }
        won[other as usize].extend(lost);
        won
    }
}

fn by_textbook(game: &Game) -> Vec<Player> {
    let vertices = game.owners.len();
    let next = Rows::new(vertices, game.arcs.iter().copied());
    let before = Rows::new(vertices, game.arcs.iter().map(|&(from, to)| (to, from)));
    let built = cpu_seconds();
    let (inside, left) = (vec![true; vertices], vec![0; vertices]);
    let mut plain = Plain { game, next, before, inside, left };
    let won = plain.solve((0..vertices as u32).collect());
    println!("    without building the graph {:.3} CPU-s", cpu_seconds() - built);
    let mut winners = vec![Player::Left; vertices];
    for &v in &won[Player::Right as usize] {
        winners[v as usize] = Player::Right;
    }
    winners
}

fn measured(name: &str, solve: impl FnOnce() -> Vec<Player>) -> Vec<Player> {
    let start = cpu_seconds();
    let winners = solve();
    println!("  {name:<10} {:.3} CPU-s", cpu_seconds() - start);
    winners
}

fn compare(vertices: u32, arcs: u32, priorities: u32) {
    println!("{vertices} vertices, {arcs} arcs, {priorities} priorities");
    for seed in 1..4 {
        let game = random(vertices, arcs, priorities, seed);
        let ours = measured("upstar", || by_upstar(&game));
        let plain = measured("textbook", || by_textbook(&game));
        assert_eq!(ours, plain, "the winners");
        let left = ours.iter().filter(|&&winner| winner == Player::Left).count();
        println!("  Left wins {left}");
    }
}

fn main() {
    let numbers = std::env::args().skip(1).map(|word| word.parse().expect("a number"));
    let numbers: Vec<u32> = numbers.collect();
    let vertices = numbers.first().copied().unwrap_or(1_000_000);
    let arcs = numbers.get(1).copied().unwrap_or(5 * vertices);
    let priorities = if numbers.len() > 2 { numbers[2..].to_vec() } else { vec![2, 1000] };
    // The textbook's recursion is as deep as there are priorities.
    let worker = std::thread::Builder::new().stack_size(1 << 30).spawn(move || {
        for count in priorities {
            compare(vertices, arcs, count);
        }
    });
    worker.expect("a thread").join().expect("a comparison");
}

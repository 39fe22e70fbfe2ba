//! Games with owned vertices against brute force over positional strategies, and against each other.

use upstar_core::arcs::{MoveResult, Objective};
use upstar_core::{Budget, Player, StopReason};
use upstar_graphs::generate::Random;
use upstar_graphs::{
    Graph, GraphBuilder, GraphError, OwnedGame, OwnedSolution, solve_owned, winners_by_measures,
};

/// A small game with everything that it consists of.
struct Small {
    graph: Graph,
    rows: Vec<Vec<u32>>,
    owners: Vec<Player>,
    priorities: Vec<u32>,
    targets: Vec<u32>,
    objective: Objective,
}

impl Small {
    fn random(random: &mut Random) -> Small {
        let vertices = 1 + random.below(9);
        let degree = 1 + random.below(3);
        let dead_ends = random.below(4) == 0;
        let mut builder = GraphBuilder::new();
        builder.vertices(vertices);
        let mut rows = vec![Vec::new(); vertices as usize];
        for v in 0..vertices {
            let arcs = if dead_ends { random.below(degree + 1) } else { 1 + random.below(degree) };
            for _ in 0..arcs {
                let to = random.below(vertices);
                builder.arc(v, to).unwrap();
                rows[v as usize].push(to);
            }
            if arcs == 0 && random.percent(30) {
                let result = [MoveResult::Win, MoveResult::Loss][random.below(2) as usize];
                builder.result(v, result).unwrap();
            }
        }
        let most = 1 + random.below(7);
        let side = 10 + random.below(80);
        let owner = |random: &mut Random| Player::BOTH[usize::from(random.percent(side))];
        Small {
            graph: builder.finish().unwrap(),
            rows,
            owners: (0..vertices).map(|_| owner(random)).collect(),
            priorities: (0..vertices).map(|_| random.below(most)).collect(),
            targets: (0..vertices).filter(|_| random.percent(25)).collect(),
            objective: Objective::ALL[random.below(6) as usize],
        }
    }

    fn game(&self) -> OwnedGame<'_> {
        OwnedGame {
            graph: &self.graph,
            owners: &self.owners,
            priorities: &self.priorities,
            targets: &self.targets,
            objective: self.objective,
        }
    }

    fn is_target(&self, v: u32) -> bool {
        self.targets.contains(&v)
    }

    /// Who wins a play that goes round these vertices for ever.
    fn round(&self, seen: &[u32]) -> Player {
        let priorities = seen.iter().map(|&v| self.priorities[v as usize]);
        let targets = seen.iter().any(|&v| self.is_target(v));
        let left = match self.objective {
            Objective::MaxParity => priorities.max().unwrap() % 2 == 0,
            Objective::MinParity => priorities.min().unwrap() % 2 == 0,
            Objective::Reach => false,
            Objective::Safety => true,
            Objective::Buchi => targets,
            Objective::CoBuchi => !targets,
        };
        if left { Player::Left } else { Player::Right }
    }

    /// Who wins if the play ends at `v`, if it does.
    fn end(&self, v: u32) -> Option<Player> {
        match self.objective {
            Objective::Reach if self.is_target(v) => return Some(Player::Left),
            Objective::Safety if self.is_target(v) => return Some(Player::Right),
            _ => {}
        }
        let owner = self.owners[v as usize];
        self.rows[v as usize].is_empty().then(|| match self.graph.result(v) {
            Some(MoveResult::Win) => owner,
            _ => owner.opponent(),
        })
    }

    /// The vertices from which `player` wins against all play with these moves, as a mask.
    fn beats_all(&self, player: Player, moves: &[Option<u32>]) -> u32 {
        let vertices = self.rows.len();
        let row = |v: usize| -> u32 {
            match moves[v] {
                _ if self.end(v as u32).is_some() => 0,
                Some(to) if self.owners[v] == player => 1 << to,
                _ => self.rows[v].iter().fold(0, |row, to| row | 1 << to),
            }
        };
        let rows: Vec<u32> = (0..vertices).map(row).collect();
        // What can be reached by at least one arc, within some vertices.
        let reach = |rows: &[u32], within: u32| {
            let mut reach: Vec<u32> = rows.iter().map(|row| row & within).collect();
            for through in 0..vertices {
                for from in 0..vertices {
                    if reach[from] >> through & 1 == 1 {
                        reach[from] |= reach[through];
                    }
                }
            }
            reach
        };
        // The vertices that are bad for the player: ends that the opponent wins, and vertices on a
        // cycle that he or she wins. A closed walk is as good as a cycle. It is enough to look at
        // all vertices up to a priority, or without targets.
        let mut bad = 0;
        for v in 0..vertices as u32 {
            if self.end(v).is_some_and(|winner| winner != player) {
                bad |= 1 << v;
            }
            let rank = |w: u32| match self.objective {
                Objective::MaxParity => self.priorities[w as usize],
                Objective::MinParity => 10 - self.priorities[w as usize],
                _ => u32::from(self.is_target(w)),
            };
            let within = (0..vertices as u32).filter(|&w| rank(w) <= rank(v));
            let within = within.fold(0, |within, w| within | 1 << w);
            if reach(&rows, within)[v as usize] >> v & 1 == 1 && self.round(&[v]) != player {
                bad |= 1 << v;
            }
        }
        let all = reach(&rows, u32::MAX);
        let safe = |v: &usize| (all[*v] | 1 << v) & bad == 0;
        (0..vertices).filter(safe).fold(0, |mask, v| mask | 1 << v)
    }

    /// The vertices that `player` wins by one of all positional strategies.
    fn by_all_strategies(&self, player: Player) -> u32 {
        let vertices = self.rows.len();
        let chooses = |v: usize| self.owners[v] == player && self.end(v as u32).is_none();
        let mut choice = vec![0; vertices];
        let mut won = 0;
        loop {
            let moves: Vec<Option<u32>> =
                (0..vertices).map(|v| chooses(v).then(|| self.rows[v][choice[v]])).collect();
            won |= self.beats_all(player, &moves);
            let next = (0..vertices).find(|&v| {
                choice[v] = if chooses(v) { (choice[v] + 1) % self.rows[v].len() } else { 0 };
                choice[v] != 0
            });
            if next.is_none() {
                return won;
            }
        }
    }
}

fn region(solution: &OwnedSolution, player: Player) -> u32 {
    let won = (0..solution.vertices()).filter(|&v| solution.winner(v) == player);
    won.fold(0, |mask, v| mask | 1 << v)
}

#[test]
fn games_are_won_as_all_positional_strategies_say() {
    let budget = Budget::unlimited();
    let mut seen = [[0; 2]; 6];
    for seed in 0..30_000 {
        let small = Small::random(&mut Random::new(seed));
        let solution = solve_owned(&small.game(), &budget).unwrap();
        let by_measures = winners_by_measures(&small.game(), &budget).unwrap();
        for player in Player::BOTH {
            let won = region(&solution, player);
            assert_eq!(won, small.by_all_strategies(player), "{seed} {player}");
            // The strategy that is given wins everywhere in the region.
            let moves: Vec<Option<u32>> =
                (0..solution.vertices()).map(|v| solution.best_move(v)).collect();
            assert_eq!(small.beats_all(player, &moves) & won, won, "{seed} {player}: {moves:?}");
            let place = Objective::ALL.iter().position(|&o| o == small.objective).unwrap();
            seen[place][player as usize] += won.count_ones();
        }
        for v in 0..solution.vertices() {
            assert_eq!(solution.winner(v), by_measures[v as usize], "{seed} {v}");
            let moves = solution.winner(v) == small.owners[v as usize] && small.end(v).is_none();
            assert_eq!(solution.best_move(v).is_some(), moves, "{seed} {v}");
        }
    }
    assert!(seen.iter().flatten().all(|&count| count > 5_000), "{seen:?}");
}

#[test]
fn remoteness_is_what_best_play_needs() {
    let budget = Budget::unlimited();
    for seed in 0..5_000 {
        let mut small = Small::random(&mut Random::new(seed));
        small.objective = [Objective::Reach, Objective::Safety][seed as usize % 2];
        let reacher = [Player::Left, Player::Right][seed as usize % 2];
        let solution = solve_owned(&small.game(), &budget).unwrap();
        // What can be forced in at most k moves, for k = 0, 1, ...
        let mut found: Vec<Option<u32>> = (0..solution.vertices())
            .map(|v| (small.end(v) == Some(reacher)).then_some(0))
            .collect();
        for k in 1..20 {
            let before = found.clone();
            for v in (0..solution.vertices()).filter(|&v| small.end(v).is_none()) {
                let mut row = small.rows[v as usize].iter().map(|&w| before[w as usize]);
                let forced = match small.owners[v as usize] == reacher {
                    true => row.any(|moves| moves.is_some()),
                    false => row.all(|moves| moves.is_some()),
                };
                if forced && found[v as usize].is_none() {
                    found[v as usize] = Some(k);
                }
            }
        }
        for v in 0..solution.vertices() {
            assert_eq!(solution.remoteness(v), found[v as usize], "{seed} {v}");
        }
    }
}

/// A random game of a larger size for the two engines.
fn larger(vertices: u32, priorities: u32, seed: u64) -> (Graph, Vec<Player>, Vec<u32>) {
    let mut random = Random::new(seed);
    let mut builder = GraphBuilder::new();
    for v in 0..vertices {
        for _ in 0..1 + random.below(3) {
            builder.arc(v, random.below(vertices)).unwrap();
        }
    }
    let owners = (0..vertices).map(|_| Player::BOTH[random.below(2) as usize]).collect();
    let priorities = (0..vertices).map(|_| random.below(priorities)).collect();
    (builder.finish().unwrap(), owners, priorities)
}

#[test]
fn both_engines_agree_on_larger_games() {
    let budget = Budget::unlimited();
    for seed in 0..300 {
        let (graph, owners, priorities) = larger(20 + seed as u32, 1 + seed as u32 % 9, seed);
        let objective = [Objective::MaxParity, Objective::MinParity][seed as usize % 2];
        let (priorities, targets) = (&priorities, &[]);
        let game = OwnedGame { graph: &graph, owners: &owners, priorities, targets, objective };
        let solution = solve_owned(&game, &budget).unwrap();
        let twin = winners_by_measures(&game, &budget).unwrap();
        for v in 0..graph.vertices() {
            assert_eq!(solution.winner(v), twin[v as usize], "{seed} {v}");
        }
    }
}

/// The games on which Zielonka's algorithm without shortcuts takes exponential time are small here:
/// a ladder of pairs whose owners alternate, with rising priorities.
fn ladder(rungs: u32) -> (Graph, Vec<Player>, Vec<u32>) {
    let vertices = 2 * rungs;
    let mut builder = GraphBuilder::new();
    for v in 0..vertices {
        builder.arc(v, (v + 2) % vertices).unwrap();
        builder.arc(v, (v / 2 * 2 + 3) % vertices).unwrap();
        builder.arc(v, v / 3).unwrap();
    }
    let owners = (0..vertices).map(|v| Player::BOTH[v as usize / 2 % 2]).collect();
    (builder.finish().unwrap(), owners, (0..vertices).collect())
}

#[test]
fn long_games_need_no_stack_and_obey_the_budget() {
    let (graph, owners, priorities) = ladder(50_000);
    let objective = Objective::MaxParity;
    let (priorities, targets) = (&priorities, &[]);
    let game = OwnedGame { graph: &graph, owners: &owners, priorities, targets, objective };
    let solution = solve_owned(&game, &Budget::unlimited()).unwrap();
    assert_eq!(solution.counts().iter().sum::<u64>(), 100_000);
    let stopped = |budget: Budget| match solve_owned(&game, &budget) {
        Err(GraphError::Exhausted(exhausted)) => exhausted.reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(stopped(Budget::unlimited().with_steps(1_000)), StopReason::Steps);
    assert_eq!(stopped(Budget::unlimited().with_bytes(100_000)), StopReason::Memory);
}

#[test]
fn lists_that_do_not_fit_are_refused() {
    let graph = Graph::from_arcs(2, [(0, 1)]).unwrap();
    let game = OwnedGame {
        graph: &graph,
        owners: &[Player::Left],
        priorities: &[],
        targets: &[],
        objective: Objective::Reach,
    };
    let budget = Budget::unlimited();
    let error = |game: OwnedGame<'_>| solve_owned(&game, &budget).unwrap_err();
    assert_eq!(error(game), GraphError::WrongLength { expected: 2, found: 1 });
    let owners = &[Player::Left, Player::Right];
    let outside = OwnedGame { owners, targets: &[2], ..game };
    assert_eq!(error(outside), GraphError::NoSuchVertex { vertex: 2, vertices: 2 });
    let no_priorities = OwnedGame { owners, objective: Objective::MinParity, ..game };
    assert_eq!(error(no_priorities), GraphError::WrongLength { expected: 2, found: 0 });
    let large = OwnedGame { priorities: &[u32::MAX, 0], ..no_priorities };
    assert_eq!(error(large), GraphError::PriorityTooLarge { priority: u32::MAX });
    let mut builder = GraphBuilder::new();
    builder.arc(0, 1).unwrap();
    builder.result(1, MoveResult::Draw).unwrap();
    let graph = builder.finish().unwrap();
    let drawn = OwnedGame { graph: &graph, owners, ..game };
    assert_eq!(error(drawn), GraphError::DrawWithOwners { vertex: 1 });
}

//! Processes and threads that work on one thing.

use std::any::Any;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::time::Duration;

use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, AllocatorBuilder, Hooks, initialize_from};
use timely::worker::Worker;
use upstar_core::Budget;

use crate::connect::{Hello, connect, listen};
use crate::error::ClusterError;
use crate::hosts::Hosts;
use crate::launch::{Children, meet_starter};
use crate::rounds::Rounds;
use crate::wire::{Loss, Wire};

/// How a process belongs to a cluster.
#[derive(Clone, Debug)]
pub struct Membership {
    /// How many workers this process has, each a thread; the same in all processes.
    pub threads: usize,
    /// How long the others may take to answer.
    pub patience: Duration,
    /// What is computed, in words; processes that say something else are refused.
    pub subject: String,
}

impl Membership {
    /// One thread, a minute to answer.
    pub fn new(subject: impl Into<String>) -> Membership {
        Membership { threads: 1, patience: Duration::from_secs(60), subject: subject.into() }
    }

    /// The same with that many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Membership {
        self.threads = threads.max(1);
        self
    }

    /// The same with so much time to answer.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Membership {
        self.patience = patience;
        self
    }
}

/// This process among those that work on one thing, connected to all of them.
pub struct Cluster {
    process: usize,
    threads: usize,
    hosts: Hosts,
    sockets: Vec<Option<TcpStream>>,
    children: Children,
}

impl Cluster {
    /// A cluster of this process alone.
    pub fn alone(threads: usize) -> Cluster {
        Cluster {
            process: 0,
            threads: threads.max(1),
            hosts: Hosts::of(vec!["this process".to_owned()]),
            sockets: vec![None],
            children: Children::none(),
        }
    }

    /// Takes the place of `process` among `hosts`, and waits until all others are there.
    ///
    /// # Errors
    /// If the address is not that of this machine, somebody does not answer in time, or the
    /// others are at work on something else; the budget.
    pub fn join(
        hosts: &Hosts,
        process: usize,
        membership: &Membership,
        budget: &Budget,
    ) -> Result<Cluster, ClusterError> {
        if process >= hosts.len() {
            let last = hosts.len() - 1;
            return Err(ClusterError::Hosts(format!(
                "there is no process {process}: there are {} hosts, which are processes 0 to {last}",
                hosts.len()
            )));
        }
        if hosts.len() == 1 {
            return Ok(Cluster::alone(membership.threads));
        }
        let listener = listen(hosts, process)?;
        let hello = hello(membership, process, hosts.len());
        let sockets =
            connect(hosts, &hello, &listener, membership.patience, budget, &mut || Ok(()))?;
        let (threads, hosts) = (membership.threads, hosts.clone());
        Ok(Cluster { process, threads, hosts, sockets, children: Children::none() })
    }

    /// Starts `processes` - 1 further processes on this machine, by the commands that `command`
    /// makes of their numbers from 1, and becomes process 0. Each of them has to call
    /// [`started`](Cluster::started) with its number; their standard input and output belong to
    /// the cluster until then.
    ///
    /// # Errors
    /// If one cannot be started, ends, or does not answer in time; the budget.
    pub fn launch(
        processes: usize,
        membership: &Membership,
        budget: &Budget,
        command: &mut dyn FnMut(usize) -> Command,
    ) -> Result<Cluster, ClusterError> {
        if processes <= 1 {
            return Ok(Cluster::alone(membership.threads));
        }
        let (mut children, hosts, listener) =
            Children::start(processes, membership.patience, command)?;
        let hello = hello(membership, 0, processes);
        let connected =
            connect(&hosts, &hello, &listener, membership.patience, budget, &mut || {
                children.check()
            });
        let sockets = match connected {
            Ok(sockets) => sockets,
            Err(error) => return children.end(Err(error)),
        };
        Ok(Cluster { process: 0, threads: membership.threads, hosts, sockets, children })
    }

    /// In a process that was started by [`launch`](Cluster::launch): takes its place.
    ///
    /// # Errors
    /// As [`join`](Cluster::join).
    pub fn started(
        process: usize,
        membership: &Membership,
        budget: &Budget,
    ) -> Result<Cluster, ClusterError> {
        let (hosts, listener) = meet_starter(process)?;
        let hello = hello(membership, process, hosts.len());
        let sockets =
            connect(&hosts, &hello, &listener, membership.patience, budget, &mut || Ok(()))?;
        let threads = membership.threads;
        Ok(Cluster { process, threads, hosts, sockets, children: Children::none() })
    }

    /// The number of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        self.hosts.len()
    }

    /// The number of workers in all processes together.
    pub fn workers(&self) -> usize {
        self.hosts.len() * self.threads
    }

    /// Does a job on every worker, of all processes together; what the first worker of this process
    /// returns.
    pub(crate) fn run<T, J>(self, budget: &Budget, job: J) -> Result<T, ClusterError>
    where
        T: Send + 'static,
        J: Fn(&mut Rounds) -> Result<T, ClusterError> + Send + Sync + 'static,
    {
        let Cluster { process, threads, hosts, sockets, mut children } = self;
        let loss = Loss::new(hosts.addresses().to_vec());
        let internal = |error: String| ClusterError::Internal(error);
        let hooks = Hooks::default();
        let own = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
        let mut guard: Option<Box<dyn Any>> = None;
        let builders: Vec<AllocatorBuilder> = if sockets.len() > 1 {
            let wires = sockets.into_iter().enumerate();
            let wires = wires
                .map(|(other, socket)| socket.map(|stream| Wire::new(stream, other, loss.clone())));
            let (builders, connections) =
                initialize_networking_from_sockets(own, wires.collect(), process, threads, hooks)
                    .map_err(|error| internal(error.to_string()))?;
            guard = Some(Box::new(connections));
            builders.into_iter().map(AllocatorBuilder::Tcp).collect()
        } else {
            own.into_iter().map(AllocatorBuilder::Process).collect()
        };
        let (lost, budget) = (loss.clone(), budget.clone());
        let guards = initialize_from(builders, Box::new(()), move |allocator| {
            work(allocator, threads, &lost, &budget, &job)
        });
        let guards = guards.map_err(internal)?;
        let results: Result<Vec<T>, ClusterError> = guards
            .join()
            .into_iter()
            .map(|joined| joined.unwrap_or_else(|error| Err(ClusterError::Internal(error))))
            .collect();
        match guard {
            Some(guard) if loss.check().is_ok() => drop(guard),
            // Its threads wait for a process that is gone.
            guard => std::mem::forget(guard),
        }
        let first = children.end(results)?.into_iter().next();
        first.ok_or_else(|| ClusterError::Internal("no worker".to_owned()))
    }
}

fn hello(membership: &Membership, process: usize, processes: usize) -> Hello {
    Hello {
        upstar: env!("CARGO_PKG_VERSION").to_owned(),
        process,
        processes,
        threads: membership.threads,
        subject: membership.subject.clone(),
        refused: String::new(),
    }
}

/// The life of a worker. A panic is an error of this worker, and a loss for the others.
fn work<T>(
    allocator: Allocator,
    threads: usize,
    loss: &std::sync::Arc<Loss>,
    budget: &Budget,
    job: &dyn Fn(&mut Rounds) -> Result<T, ClusterError>,
) -> Result<T, ClusterError> {
    let mut panic = String::new();
    let worked = upstar_files::guarded(|| {
        catch_unwind(AssertUnwindSafe(|| {
            let worker = Worker::new(WorkerConfig::default(), allocator, None);
            let mut rounds = Rounds::new(worker, threads, loss.clone(), budget.clone());
            let result = job(&mut rounds);
            rounds.end(result)
        }))
        .map_err(|payload| {
            let text = payload.downcast_ref::<String>().cloned();
            let text = text.or(payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            panic = text.unwrap_or_else(|| "a panic without a message".to_owned());
        })
    });
    match worked {
        Some(Ok(result)) => result,
        _ => {
            let before = loss.check();
            loss.note(usize::MAX, panic.clone());
            before?;
            Err(ClusterError::Internal(panic))
        }
    }
}

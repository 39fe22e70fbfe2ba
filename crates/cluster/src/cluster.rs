//! Processes and threads that work on one task.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, AllocatorBuilder, Hooks, initialize_from};
use timely::worker::Worker;
use upstar_core::Budget;

use crate::Result;
use crate::connect::{connect, listen};
use crate::error::ClusterError;
use crate::frames::Frames;
use crate::graph::Watch;
use crate::hosts::Hosts;
use crate::launch::{Children, meet_starter};
use crate::link::Link;
use crate::rounds::Rounds;
use crate::secret::Secret;
use crate::wire::{Loss, Wire};

/// The interval between checks whether the other processes have ended.
const FAREWELL: Duration = Duration::from_millis(20);

/// The settings of a process in a cluster.
#[derive(Clone, Debug)]
pub struct Membership {
    /// The number of workers of this process, one thread each; the same in all processes.
    pub threads: usize,
    /// The time that the others may take to answer.
    pub patience: Duration,
    /// A description of the task. Processes with another description are refused.
    pub subject: String,
    /// A secret shared by the processes of the run. It is required if they are on several machines.
    pub secret: Option<Secret>,
    /// Called with the missing processes if the others have not connected after several seconds.
    pub notice: Option<Watch>,
}

impl Membership {
    /// The settings for one thread and a timeout of one minute.
    pub fn new(subject: impl Into<String>) -> Membership {
        Membership {
            threads: 1,
            patience: Duration::from_secs(60),
            subject: subject.into(),
            secret: None,
            notice: None,
        }
    }

    /// The same with this number of threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Membership {
        self.threads = threads.max(1);
        self
    }

    /// The same with this timeout for answers.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Membership {
        self.patience = patience;
        self
    }

    /// The same with a secret.
    #[must_use]
    pub fn with_secret(mut self, secret: Secret) -> Membership {
        self.secret = Some(secret);
        self
    }

    /// The same with a callback for long waits.
    #[must_use]
    pub fn with_notice(mut self, notice: Watch) -> Membership {
        self.notice = Some(notice);
        self
    }
}

/// This process in a cluster, connected to all others.
pub struct Cluster {
    process: usize,
    threads: usize,
    hosts: Hosts,
    pub(crate) links: Vec<Option<Link>>,
    notice: Option<Watch>,
    children: Children,
}

impl Cluster {
    /// A cluster of this process alone.
    pub fn alone(threads: usize) -> Cluster {
        Cluster {
            process: 0,
            threads: threads.max(1),
            hosts: Hosts::of(vec!["this process".to_owned()]),
            links: vec![None],
            notice: None,
            children: Children::none(),
        }
    }

    /// Takes the place of `process` among `hosts`, and waits until all others are connected.
    ///
    /// # Errors
    /// If the address is not of this machine, a process does not answer in time, the others have
    /// another task, or there is no secret although a host is another machine; the budget.
    pub fn join(
        hosts: &Hosts,
        process: usize,
        membership: &Membership,
        budget: &Budget,
    ) -> Result<Cluster> {
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
        if let (None, Some(process)) = (&membership.secret, hosts.elsewhere()) {
            let address = hosts.address(process).to_owned();
            return Err(ClusterError::NoSecret { process, address });
        }
        let listener = listen(hosts, process)?;
        let links = connect(hosts, process, membership, &listener, budget, &mut || Ok(()))?;
        Ok(Cluster::of(process, membership, hosts.clone(), links, Children::none()))
    }

    fn of(
        process: usize,
        membership: &Membership,
        hosts: Hosts,
        links: Vec<Option<Link>>,
        children: Children,
    ) -> Cluster {
        let (threads, notice) = (membership.threads, membership.notice.clone());
        Cluster { process, threads, hosts, links, notice, children }
    }

    /// Starts `processes` - 1 further processes on this machine and becomes process 0. `command`
    /// makes the commands from their numbers, which start at 1. Each of them has to call
    /// [`started`](Cluster::started) with its number. Until then their standard input and output
    /// belong to the cluster.
    ///
    /// # Errors
    /// If a process cannot be started, ends, or does not answer in time; the budget.
    pub fn launch(
        processes: usize,
        membership: &Membership,
        budget: &Budget,
        command: &mut dyn FnMut(usize) -> Command,
    ) -> Result<Cluster> {
        if processes <= 1 {
            return Ok(Cluster::alone(membership.threads));
        }
        let secret = Secret::random()?;
        let (mut children, hosts, listener) =
            Children::start(processes, membership.patience, &secret, command)?;
        let membership = membership.clone().with_secret(secret);
        let connected =
            connect(&hosts, 0, &membership, &listener, budget, &mut || children.check());
        match connected {
            Ok(links) => Ok(Cluster::of(0, &membership, hosts, links, children)),
            Err(error) => children.end(Err(error)),
        }
    }

    /// Takes the place of a process started by [`launch`](Cluster::launch). Call this in that
    /// process.
    ///
    /// # Errors
    /// As [`join`](Cluster::join).
    pub fn started(process: usize, membership: &Membership, budget: &Budget) -> Result<Cluster> {
        let (hosts, listener, secret) = meet_starter(process)?;
        let membership = membership.clone().with_secret(secret);
        let links = connect(&hosts, process, &membership, &listener, budget, &mut || Ok(()))?;
        Ok(Cluster::of(process, &membership, hosts, links, Children::none()))
    }

    /// The number of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// Runs a job on every worker of all processes, and returns the result of the first worker of
    /// this process.
    pub(crate) fn run<T, J>(self, budget: &Budget, job: J) -> Result<T>
    where
        T: Send + 'static,
        J: Fn(&mut Rounds) -> Result<T> + Send + Sync + 'static,
    {
        let Cluster { process, threads, hosts, links, notice, mut children } = self;
        let loss = Loss::new(process, hosts.addresses().to_vec(), notice);
        let internal = |error: String| ClusterError::Internal(error);
        let hooks = Hooks::default();
        let own = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
        let mut guard = None;
        let builders: Vec<AllocatorBuilder> = if links.len() > 1 {
            let wires = links.into_iter().enumerate().map(|(other, link)| {
                let frames = Frames::new(other, process, threads);
                link.map(|link| Wire::new(link, other, frames, loss.clone()))
            });
            let (builders, connections) =
                initialize_networking_from_sockets(own, wires.collect(), process, threads, hooks)
                    .map_err(|error| internal(error.to_string()))?;
            guard = Some(connections);
            builders.into_iter().map(AllocatorBuilder::Tcp).collect()
        } else {
            own.into_iter().map(AllocatorBuilder::Process).collect()
        };
        let (lost, budget) = (loss.clone(), budget.clone());
        let guards = initialize_from(builders, Box::new(()), move |allocator| {
            work(allocator, threads, &lost, &budget, &job)
        });
        let guards = guards.map_err(internal)?;
        let results: Result<Vec<T>> = guards
            .join()
            .into_iter()
            .map(|joined| joined.unwrap_or_else(|error| Err(ClusterError::Internal(error))))
            .collect();
        if let Some(guard) = guard {
            say_farewell(guard, &loss);
        }
        let first = children.end(results)?.into_iter().next();
        first.ok_or_else(|| ClusterError::Internal("no worker".to_owned()))
    }
}

/// Waits until everything is sent and all other processes have ended. Stops waiting if a process is
/// lost: the result is complete, but the threads of its connection never end.
fn say_farewell(guard: CommsGuard, loss: &Loss) {
    let (done, all_done) = channel::<()>();
    let farewell = std::thread::Builder::new().name("upstar:farewell".to_owned());
    let waiting = farewell.spawn(move || {
        drop(guard);
        drop(done);
    });
    while waiting.is_ok()
        && loss.check().is_ok()
        && all_done.recv_timeout(FAREWELL) == Err(RecvTimeoutError::Timeout)
    {}
}

/// Runs a worker. A panic is an error of this worker and a loss for the others.
fn work<T>(
    allocator: Allocator,
    threads: usize,
    loss: &std::sync::Arc<Loss>,
    budget: &Budget,
    job: &dyn Fn(&mut Rounds) -> Result<T>,
) -> Result<T> {
    let mut panic = String::new();
    let mut rounds = None;
    let worked = upstar_files::guarded(|| {
        catch_unwind(AssertUnwindSafe(|| {
            let worker = Worker::new(WorkerConfig::default(), allocator, None);
            let rounds = rounds.insert(Rounds::new(worker, threads, loss.clone(), budget.clone()));
            let result = job(rounds);
            rounds.end(result)
        }))
        .map_err(|payload| {
            let text = payload.downcast_ref::<String>().cloned();
            let text = text.or(payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            panic = text.unwrap_or_else(|| "a panic without a message".to_owned());
        })
    });
    if rounds.as_ref().is_some_and(Rounds::has_work) {
        // The threads of its connections wait for a lost process.
        std::mem::forget(rounds);
    }
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

//! Work in rounds: every worker sends, all wait until everything has arrived, and each receives the
//! summary of every other worker.
//!
//! One dataflow of timely carries all of it: an input, an exchange by receiver, and a probe that
//! detects when all messages of a round have arrived. The workers keep their data in plain arrays.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe, probe};
use timely::worker::Worker;
use upstar_core::Budget;

use crate::Result;
use crate::batch::{Batch, ToOne, halves, joined};
use crate::error::ClusterError;
use crate::wire::Loss;

/// Kinds of batches from here on are those of this module.
const OWN: u32 = 1 << 31;
/// The summary of a worker at the end of a round.
const SAYS: u32 = OWN;
/// A worker has failed, with the reason.
const FAILED: u32 = OWN + 1;

/// The interval between checks of the budget and of lost processes while waiting.
const PATIENCE: Duration = Duration::from_millis(50);
/// The time for which a worker without messages polls before it sleeps.
const TO_LOOK: Duration = Duration::from_millis(1);
/// The length of a sleep. Arriving messages end it.
const NAP: Duration = Duration::from_millis(5);
/// The time that the others may take to end the round after a cancellation.
const GRACE: Duration = Duration::from_millis(700);
/// The time after which processes that have sent nothing are reported.
const TO_REMARK: Duration = Duration::from_secs(8);

type Handle = timely::dataflow::operators::core::input::Handle<u64, NoopBuilder<Batch>>;

/// The batches that arrived, each with its round.
type Inbox = Rc<RefCell<Vec<(u64, Batch)>>>;

/// One worker among its peers. All of them must call [`finish`](Rounds::finish) equally often.
pub(crate) struct Rounds {
    worker: Worker,
    input: Option<Handle>,
    probe: probe::Handle<u64>,
    inbox: Inbox,
    round: u64,
    threads: usize,
    loss: Arc<Loss>,
    budget: Budget,
    told: bool,
}

/// A waiting worker. Timely parks only when no operator is active, but some are active during the
/// whole round. Without this, a worker that waits for another process would keep a core busy.
struct Waiting(Instant);

impl Waiting {
    fn begin() -> Waiting {
        Waiting(Instant::now())
    }

    /// Records that something has arrived.
    fn heard(&mut self) {
        self.0 = Instant::now();
    }

    /// Sleeps if nothing has arrived for long.
    fn rest(&mut self) {
        if self.0.elapsed() < TO_LOOK {
            return;
        }
        let begun = Instant::now();
        std::thread::park_timeout(NAP);
        if begun.elapsed() < NAP {
            self.heard();
        }
    }
}

/// The summaries of all workers at the end of a round, in their order.
#[derive(Debug)]
pub(crate) struct Summaries(pub(crate) Vec<Vec<u64>>);

impl Summaries {
    /// The sum of the words at this index.
    pub(crate) fn sum(&self, place: usize) -> u64 {
        self.0.iter().map(|said| said[place]).sum()
    }
}

impl Rounds {
    pub(crate) fn new(mut worker: Worker, threads: usize, loss: Arc<Loss>, budget: Budget) -> Self {
        let inbox = Inbox::default();
        let arrived = inbox.clone();
        let (own, peers, lost) = (worker.index(), worker.peers(), loss.clone());
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Batch>>();
            let stream = stream.unary::<NoopBuilder<Vec<()>>, _, _, _>(
                DistributorPact(|_| ToOne),
                "rounds",
                move |_, _| {
                    move |input, _| {
                        input.for_each(|capability, batch| {
                            let round = capability.least().copied().unwrap_or_default();
                            let (from, batch) = (batch.from as usize, std::mem::take(batch));
                            if from < peers && batch.to as usize == own {
                                arrived.borrow_mut().push((round, batch));
                            } else {
                                lost.note(from / threads, "it sent a damaged message");
                            }
                        });
                    }
                },
            );
            (input, stream.probe().0)
        });
        Rounds {
            worker,
            input: Some(input),
            probe,
            inbox,
            round: 0,
            threads,
            loss,
            budget,
            told: false,
        }
    }

    /// The number of this worker.
    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    /// The number of workers.
    pub(crate) fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// The process of a worker.
    pub(crate) fn process_of(&self, worker: usize) -> usize {
        worker / self.threads
    }

    /// Whether this is the first worker of its process.
    pub(crate) fn is_first_of_process(&self) -> bool {
        self.index().is_multiple_of(self.threads)
    }

    /// The budget of this process.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Sends words to a worker, possibly this one. They arrive within the round.
    pub(crate) fn send(&mut self, to: usize, kind: u32, words: Vec<u32>) {
        let from = self.index();
        let batch = Batch { to: to as u32, from: from as u32, kind, words };
        self.push(batch);
    }

    fn push(&mut self, mut batch: Batch) {
        if batch.to as usize == self.index() {
            self.inbox.borrow_mut().push((self.round, batch));
        } else if let Some(input) = &mut self.input {
            input.send_batch(&mut batch);
        }
    }

    /// Passes on the batches that have arrived so far, without waiting.
    pub(crate) fn poll(&mut self, take: &mut dyn FnMut(Batch) -> Result) -> Result {
        self.worker.step();
        let (arrived, own) = self.arrived();
        self.inbox.borrow_mut().extend(own.into_iter().map(|batch| (self.round, batch)));
        arrived.into_iter().try_for_each(take)
    }

    /// The batches that arrived in this round: those for the job, and the summaries of workers.
    fn arrived(&mut self) -> (Vec<Batch>, Vec<Batch>) {
        let mut inbox = self.inbox.borrow_mut();
        let (mut batches, mut own) = (Vec::new(), Vec::new());
        if inbox.is_empty() {
            return (batches, own);
        }
        let round = self.round;
        let later = std::mem::take(&mut *inbox);
        for (of, batch) in later {
            if of != round {
                inbox.push((of, batch));
            } else if batch.kind >= OWN {
                own.push(batch);
            } else {
                batches.push(batch);
            }
        }
        (batches, own)
    }

    /// Ends the round. Sends `say` to all workers, waits until everything sent in the round has
    /// arrived everywhere, passes on what arrived here, and returns the summaries of all workers.
    ///
    /// If a worker has failed, all others get its error here.
    pub(crate) fn finish(
        &mut self,
        say: &[u64],
        take: &mut dyn FnMut(Batch) -> Result,
    ) -> Result<Summaries> {
        self.budget.check()?;
        let words: Vec<u32> = say.iter().flat_map(|&long| halves(long)).collect();
        for to in 0..self.peers() {
            self.send(to, SAYS, words.clone());
        }
        let mut failed = Ok(());
        let mut said = vec![Vec::new(); self.peers()];
        let mut error = None;
        self.wait(&mut |batch| {
            if batch.kind == SAYS {
                let pairs = batch.words.chunks_exact(2);
                said[batch.from as usize] = pairs.map(|pair| joined(pair[0], pair[1])).collect();
            } else if batch.kind == FAILED {
                // If several workers failed in this round, all workers report the same one.
                let first = error.as_ref().is_none_or(|(from, _)| batch.from < *from);
                if first {
                    error = Some((batch.from, batch.words));
                }
            } else if failed.is_ok() {
                failed = take(batch);
            }
        })?;
        if let Some((from, words)) = error {
            self.told = true;
            let process = self.process_of(from as usize);
            return Err(ClusterError::from_words(process, &words, self.budget.report()));
        }
        failed.map(|()| Summaries(said))
    }

    /// Waits for the end of the round and begins the next.
    fn wait(&mut self, take: &mut dyn FnMut(Batch)) -> Result {
        if let Some(input) = &mut self.input {
            input.advance_to(self.round + 1);
        }
        let mut cancelled: Option<Instant> = None;
        let begun = Instant::now();
        let mut waiting = Waiting::begin();
        let mut remarks = self.round == 0 && self.is_first_of_process();
        loop {
            let ended = !self.probe.less_than(&(self.round + 1));
            let (batches, own) = self.arrived();
            if !batches.is_empty() || !own.is_empty() {
                waiting.heard();
            }
            batches.into_iter().chain(own).for_each(&mut *take);
            if ended {
                break;
            }
            self.loss.check_all()?;
            if remarks && begun.elapsed() > TO_REMARK {
                remarks = false;
                self.loss.remark();
            }
            if let Err(exhausted) = self.budget.check()
                && cancelled.get_or_insert_with(Instant::now).elapsed() > GRACE
            {
                // The others are stopped by a message in the next round, which will not happen.
                self.loss.note(self.process_of(self.index()), "it was stopped");
                return Err(exhausted.into());
            }
            waiting.rest();
            self.worker.step_or_park(Some(PATIENCE));
        }
        self.round += 1;
        Ok(())
    }

    /// Ends the work of this worker with the result of its job, and notifies the others of an
    /// error.
    pub(crate) fn end<T>(&mut self, result: Result<T>) -> Result<T> {
        let mut result = result;
        if let Err(error) = &result
            && !self.told
            && self.loss.check().is_ok()
        {
            let words = error.to_words();
            for to in 0..self.peers() {
                if to != self.index() {
                    self.send(to, FAILED, words.clone());
                }
            }
            let _ = self.wait(&mut |_| {});
        }
        drop(self.input.take());
        let mut waiting = Waiting::begin();
        while self.loss.check_end().is_ok() && self.has_work() {
            waiting.rest();
            self.worker.step_or_park(Some(PATIENCE));
        }
        if self.has_work() && result.is_ok() {
            result =
                Err(self.loss.check().err().unwrap_or_else(|| {
                    ClusterError::Internal("a dataflow without an end".to_owned())
                }));
        }
        result
    }

    /// Whether its dataflow is still running.
    pub(crate) fn has_work(&self) -> bool {
        self.worker.has_dataflows()
    }
}

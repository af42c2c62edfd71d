//! Ctrl-C and its kin: the first one stops the gathering in order, another one ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::mpsc;

use tokio::sync::oneshot;
use toolrent::gather::children;

use crate::exit::Failure;

/// The numbers that an exit code holds, as POSIX has them.
const INTERRUPT: u8 = 2;

/// What listens. It goes on after the gathering: by then a signal ends the program.
pub(crate) struct Signals {
    first: Option<oneshot::Receiver<()>>,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    /// The first signal; 0 is none.
    seen: AtomicU8,
    /// Whether somebody waits for the first signal.
    awaited: AtomicBool,
}

impl Signals {
    /// Listens from now on. A thread does it, so that it is heard whatever the others are busy with.
    pub(crate) fn listen() -> Result<Signals, Failure> {
        let (stop, first) = oneshot::channel();
        let (ready, listening) = mpsc::channel();
        let state = Arc::new(State { awaited: AtomicBool::new(true), ..State::default() });
        let shared = Arc::clone(&state);
        std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                match runtime {
                    Ok(runtime) => runtime.block_on(hear(&shared, stop, &ready)),
                    Err(error) => drop(ready.send(Err(error))),
                }
            })
            .map_err(told)?;
        listening.recv().unwrap_or(Ok(())).map_err(told)?;
        Ok(Signals { first: Some(first), state })
    }

    /// Waits for the first signal.
    pub(crate) fn first(&mut self) -> impl Future<Output = ()> + use<> {
        let first = self.first.take();
        async move {
            let heard = match first {
                Some(first) => first.await.is_ok(),
                None => false,
            };
            if !heard {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Nobody waits any more: the next signal ends the program. Gives back the one that came before.
    pub(crate) fn done(&self) -> Option<u8> {
        self.state.awaited.store(false, Ordering::SeqCst);
        Some(self.state.seen.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
    }
}

fn told(error: std::io::Error) -> Failure {
    Failure::new(format!("could not listen for signals: {error}"))
}

async fn hear(state: &State, stop: oneshot::Sender<()>, ready: &mpsc::Sender<std::io::Result<()>>) {
    let mut stop = Some(stop);
    let mut kinds = match Kinds::new() {
        Ok(kinds) => kinds,
        Err(error) => return drop(ready.send(Err(error))),
    };
    let _ = ready.send(Ok(()));
    loop {
        let signal = kinds.next().await;
        match stop.take().filter(|_| state.awaited.load(Ordering::SeqCst)) {
            Some(stop) => {
                state.seen.store(signal, Ordering::SeqCst);
                let _ = stop.send(());
            }
            None => {
                children::end_all();
                std::process::exit(i32::from(128 + signal));
            }
        }
    }
}

#[cfg(unix)]
struct Kinds([tokio::signal::unix::Signal; 4]);

#[cfg(unix)]
impl Kinds {
    fn new() -> std::io::Result<Kinds> {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup(), SignalKind::quit()];
        let [interrupt, terminate, hangup, quit] = kinds.map(signal);
        Ok(Kinds([interrupt?, terminate?, hangup?, quit?]))
    }

    async fn next(&mut self) -> u8 {
        let Kinds([interrupt, terminate, hangup, quit]) = self;
        tokio::select! {
            _ = interrupt.recv() => INTERRUPT,
            _ = terminate.recv() => 15,
            _ = hangup.recv() => 1,
            _ = quit.recv() => 3,
        }
    }
}

#[cfg(not(unix))]
struct Kinds;

#[cfg(not(unix))]
impl Kinds {
    fn new() -> std::io::Result<Kinds> {
        Ok(Kinds)
    }

    async fn next(&mut self) -> u8 {
        // Where it cannot be listened for, the system's own way to end a program is left as it is.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        INTERRUPT
    }
}

//! What happens at a table, as server-sent events.
//!
//! A watcher is first shown the game and then told every change. One that reads too slowly misses
//! events, never holds up anybody, and is shown the game afresh.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::response::sse::{Event as Message, KeepAlive, Sse};
use futures_util::{Stream, stream};
use tokio::{
    runtime::Handle,
    sync::{
        broadcast::{Receiver, error::RecvError},
        watch,
    },
};

use crate::{
    app::off_the_road,
    error::Problem,
    table::Table,
    view::Shown,
    watching::{Event, Watcher},
};

/// A silent stream says so this often, so that both ends notice a lost connection.
pub const ALIVE: Duration = Duration::from_secs(10);

/// Lets somebody watch a table until they leave, the game is deleted, or `closing` turns true.
pub async fn stream(
    table: Arc<Table>,
    closing: watch::Receiver<bool>,
) -> Result<Sse<impl Stream<Item = Result<Message, Infallible>>>, Problem> {
    let (runtime, watched) = (Handle::current(), table.clone());
    let (watcher, events, view) = off_the_road(move || watched.watch(runtime)).await?;
    let place = Place { table, events, closing, first: Some(view), _watcher: watcher };
    let messages = stream::unfold(place, |mut place| async {
        let event = place.next().await?;
        message(event).map(|message| (Ok(message), place))
    });
    Ok(Sse::new(messages).keep_alive(KeepAlive::new().interval(ALIVE)))
}

/// A watcher's place at the table.
struct Place {
    table: Arc<Table>,
    events: Receiver<Event>,
    closing: watch::Receiver<bool>,
    first: Option<Shown>,
    _watcher: Watcher,
}

impl Place {
    async fn next(&mut self) -> Option<Event> {
        if let Some(view) = self.first.take() {
            return Some(Event::View(view));
        }
        let closed = async { self.closing.wait_for(|closing| *closing).await.is_ok() };
        let event = tokio::select! {
            _ = closed => return None,
            event = self.events.recv() => event,
        };
        match event {
            Ok(event) => Some(event),
            Err(RecvError::Closed) => None,
            Err(RecvError::Lagged(_)) => {
                self.events = self.events.resubscribe();
                let table = self.table.clone();
                off_the_road(move || table.view()).await.ok().map(Event::View)
            }
        }
    }
}

fn message(event: Event) -> Option<Message> {
    let (name, data) = match event {
        Event::View(view) => ("view", view),
        Event::Change(change) => ("change", change),
        Event::Thought(thought) => ("thought", thought),
        Event::Review(progress) => ("review", progress),
        Event::Trouble(error) => ("trouble", error),
        Event::Gone => return None,
    };
    Some(Message::default().event(name).data(data.get()))
}

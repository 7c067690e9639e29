//! What every route works with: the house, and how work is done that takes a moment.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use ludoteca_games::gdl::{Patience, Watch, with_patience};
use ludoteca_players::Stop;
use tokio::{sync::watch, task::spawn_blocking};

use crate::{
    error::{Problem, ready_json},
    house::House,
    lab::Lab,
    owner::Owner,
    page::Asset,
    table::Table,
    tournaments::Tournaments,
    training::Trainings,
    view::Shown,
    workers::AskWorkers,
};

/// What the routes work with.
pub struct App {
    /// The games.
    pub house: Arc<House>,
    /// Turns true when the server closes.
    pub closing: watch::Receiver<bool>,
    /// The experiments.
    pub lab: Arc<Lab>,
    /// The tournaments.
    pub tournaments: Arc<Tournaments>,
    /// The nets that learn.
    pub trainings: Arc<Trainings>,
    /// How to ask those who work for others.
    pub workers: Option<AskWorkers>,
    /// What there is to play.
    pub catalogue: Asset,
}

/// The application, as a route gets it.
pub type Shared = State<Arc<App>>;

/// What a route answers.
pub type Reply = Result<Response, Problem>;

/// Does at a game's table what may take a moment, and answers how the game stands then.
pub async fn at_table(
    app: Arc<App>,
    id: String,
    work: impl FnOnce(&Arc<Table>) -> Result<Shown, Problem> + Send + 'static,
) -> Reply {
    let view = off_the_road(move || work(&app.house.table(&id)?)).await?;
    Ok(ready_json(view.get().to_owned()))
}

/// Does what waits for the disk or for a lock where it holds up nobody else. If nobody waits for it any
/// more, no described game is loaded for it either.
pub async fn off_the_road<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let waiting = Waiting::default();
    let (stop, owner) = (waiting.0.clone(), Owner::here());
    let patiently = move || {
        let watch: Watch = Arc::new(move |_| !stop.is_set());
        let patience = Patience { watch: Some(watch), ..Patience::default() };
        owner.serve(|| with_patience(patience, work))
    };
    spawn_blocking(patiently).await.unwrap_or_else(|_| Err(Problem::panicked()))
}

/// Somebody waits for an answer: what ends as soon as nobody does any more.
#[derive(Default)]
pub struct Waiting(pub Stop);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.set();
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use axum::{http::StatusCode, response::IntoResponse};
    use ludoteca_games::gdl::{GdlFault, Rules};
    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn no_description_is_loaded_any_further_when_whoever_asked_has_hung_up() {
        let numbers: String = (0..60).map(|n| format!("(n {n}) ")).collect();
        let all = "(n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f)";
        let words = format!(
            "(role x) (role o) (init a) (<= (next a) (true a)) (legal x noop) (legal o noop)
             (<= terminal (true a)) (goal x 50) (goal o 50) {numbers}
             (<= (p ?a ?b ?c ?d ?e ?f) {all} (true a))"
        );
        let (tell, told) = mpsc::channel();
        let loading = off_the_road(move || {
            let refused = Rules::read(&words).map(|_| ()).unwrap_err();
            tell.send(refused.fault).unwrap();
            Ok(())
        });
        timeout(Duration::ZERO, loading).await.unwrap_err();
        assert_eq!(told.recv().unwrap(), GdlFault::Stopped);
    }

    #[tokio::test]
    async fn work_that_panics_is_answered_and_nothing_else_falls() {
        let fallen = off_the_road::<()>(|| panic!("this work always falls")).await.unwrap_err();
        assert_eq!(fallen.into_response().status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(off_the_road(|| Ok(4)).await.unwrap(), 4);
    }
}

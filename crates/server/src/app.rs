//! What every route works with: the house, and how work is done that takes a moment.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use tokio::{sync::watch, task::spawn_blocking};

use crate::{
    error::{Problem, ready_json},
    house::House,
    lab::Lab,
    page::Asset,
    table::Table,
    view::Shown,
};

/// What the routes work with.
pub struct App {
    /// The games.
    pub house: Arc<House>,
    /// Turns true when the server closes.
    pub closing: watch::Receiver<bool>,
    /// The experiments.
    pub lab: Arc<Lab>,
    /// What there is to play.
    pub catalogue: Asset,
}

/// The application, as a route gets it.
pub type Shared = State<Arc<App>>;

/// What a route answers.
pub type Answer = Result<Response, Problem>;

/// Does at a game's table what may take a moment, and answers how the game stands then.
pub async fn at_table(
    app: Arc<App>,
    id: String,
    work: impl FnOnce(&Arc<Table>) -> Result<Shown, Problem> + Send + 'static,
) -> Answer {
    let view = off_the_road(move || work(&app.house.table(&id)?)).await?;
    Ok(ready_json(view.get().to_owned()))
}

/// Does what waits for the disk or for a lock where it holds up nobody else.
pub async fn off_the_road<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(work).await.unwrap_or_else(|_| Err(Problem::panicked()))
}

#[cfg(test)]
mod tests {
    use axum::{http::StatusCode, response::IntoResponse};

    use super::*;

    #[tokio::test]
    async fn work_that_panics_is_answered_and_nothing_else_falls() {
        let fallen = off_the_road::<()>(|| panic!("this work always falls")).await.unwrap_err();
        assert_eq!(fallen.into_response().status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(off_the_road(|| Ok(4)).await.unwrap(), 4);
    }
}

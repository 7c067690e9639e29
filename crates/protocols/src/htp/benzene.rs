//! Commands by the names they have in benzene, of which MoHex and Wolve are made: what HexGui's own
//! menus send, and the scripts of those who work with these programs.

use ludoteca_games::{
    Game, Hex,
    hex::{Cell, Colour},
    tree::ROOT,
};
use ludoteca_players::{
    AnyWatch, Budget, Supply, ask, machine, solve_outcome,
    thought::{Content, Mark, Sign, Verdict},
};

use super::{
    answers::{colour, positive, winning},
    command::Reply,
    letter, names,
    session::{Session, syntax},
    settings::switch,
};

impl Session<'_> {
    /// `all_legal_moves [COLOR]`: every free cell, and the swap where it can be made.
    pub fn all_legal_moves(&mut self, args: &[String]) -> Reply {
        let Ok(line) = self.facing(colour(args)?) else { return Ok(String::new()) };
        let hex = line.position();
        let plies = hex.legal_plies().iter().map(|ply| hex.write_ply(ply)).collect::<Vec<_>>();
        Ok(plies.join(" "))
    }

    /// `loadsgf FILE [MOVES]`: the game of a file, up to a number of moves, or to its end.
    pub fn loadsgf(&mut self, args: &[String]) -> Reply {
        let number = |words: &String| words.parse::<usize>().ok();
        let (file, moves) = match args {
            [] => return Err(syntax("loadsgf FILE [MOVES]")),
            [file @ .., last] if !file.is_empty() && number(last).is_some() => (file, number(last)),
            file => (file, None),
        };
        let loaded = (self.settings.load)(&file.join(" "));
        let tree = loaded.map_err(|why| format!("cannot load file: {}", self.say(&why)))?;
        let nodes = std::iter::once(ROOT).chain(tree.main_line());
        let lines = nodes.take(moves.unwrap_or(usize::MAX).saturating_add(1));
        let lines: Result<Vec<_>, _> =
            lines.map(|node| tree.node(node).line().typed::<Hex>()).collect();
        let lines = lines.map_err(|why| format!("cannot load file: {}", self.say(&why.into())))?;
        self.begin_with(lines)
    }

    /// `dfpn-solve-state [COLOR]`: who wins; `empty` if that was not found out in time.
    pub fn solve_state(&mut self, args: &[String]) -> Reply {
        let (hex, budget) = self.to_solve(args)?;
        let solution = solve_outcome(&hex, &budget).map_err(|why| self.say(&why.into()))?;
        let winner = solution.outcome.map(|outcome| match outcome {
            Verdict::Win => hex.colour(),
            Verdict::Draw | Verdict::Loss => hex.colour().other(),
        });
        Ok(winner.map_or("empty", |winner| names(winner)[1]).to_owned())
    }

    /// `dfpn-solver-find-winning COLOR`: the moves that are proved to win, as cells.
    pub fn find_winning(&mut self, args: &[String]) -> Reply {
        let (_, solution) = self.solved(args)?;
        let cells = winning(&solution).into_iter().filter(|ply| !ply.starts_with("swap"));
        Ok(cells.collect::<Vec<_>>().join(" "))
    }

    /// `param_dfpn [NAME VALUE]`. What is not ours to set is noted and changes nothing, as HexGui asks
    /// for drawings before it solves.
    pub fn param_dfpn(&mut self, args: &[String]) -> Reply {
        let form = "param_dfpn use_guifx 0|1, param_dfpn timelimit SECONDS";
        match args {
            [] => {
                let time = self.choices.solve_time.as_secs_f64();
                return Ok(format!("\n[bool] use_guifx 0\n[string] timelimit {time}"));
            }
            [name, value] if name == "timelimit" => {
                self.choices.solve_time = positive(value, form)?;
            }
            [name, value] if name == "use_guifx" && switch(value).is_some() => {}
            _ => return Err(syntax(form)),
        }
        Ok(String::new())
    }

    /// `vc-build [COLOR]`: the cells that need not be considered, as pairs of cell and reason in
    /// benzene's letters: dead, captured, dominated, vulnerable, and outside of the must-play region.
    pub fn vc_build(&mut self, args: &[String]) -> Reply {
        let line = self.facing(colour(args)?)?;
        let hex = *line.position();
        let supply = Supply { seed: self.settings.seed, ..self.supply };
        let mut player = machine("hex", EXPLAINS, &supply).map_err(|why| self.say(&why.into()))?;
        let budget = Budget { stop: self.stop.clone(), ..Budget::nodes(1) };
        let thought = ask(player.as_mut(), &line.erased(), &budget, AnyWatch::AtTheEnd);
        let thought = thought.map_err(|failure| self.say(&failure.text))?;
        let marks = |id: &str| {
            thought.layers.iter().find(|layer| layer.id == id).map_or(&[][..], |layer| match &layer
                .content
            {
                Content::Marks { marks } => marks,
                _ => &[],
            })
        };
        let inferior = marks("inferior");
        let must = marks("must-play");
        let mut pairs: Vec<String> =
            inferior.iter().filter_map(|mark| inferior_pair(&hex, mark)).collect();
        let among = |marks: &[Mark], at: usize| marks.iter().any(|mark| mark.cell == at);
        for (at, cell) in hex.cells().enumerate() {
            let outside = !must.is_empty() && !among(must, at) && !among(inferior, at);
            if outside && hex.stone(cell).is_none() {
                pairs.push(format!("{} x", cell.name()));
            }
        }
        Ok(pairs.join(" "))
    }
}

/// The player that knows which cells matter, as it explains itself.
const EXPLAINS: &str = "hexodus";

/// A cell and why it need not be considered.
fn inferior_pair(hex: &Hex, mark: &Mark) -> Option<String> {
    let name = |at: usize| Some(Cell::new(at % hex.size(), at / hex.size())?.name());
    let cell = name(mark.cell)?;
    let side = mark.side.unwrap_or_else(|| hex.side());
    let colour = if hex.player(Colour::Red) == side { Colour::Red } else { Colour::Blue };
    let better = || mark.because.first().and_then(|at| name(*at));
    let why = match mark.sign {
        Sign::Dead => format!("fd{}", letter(colour).to_ascii_lowercase()),
        Sign::Taken => format!("fc{}", letter(colour).to_ascii_lowercase()),
        Sign::Worse if mark.label.id == "inferior-answered" => format!("iv[{}]", better()?),
        Sign::Worse => format!("id[{}]", better()?),
        Sign::Key => return None,
    };
    Some(format!("{cell} {why}"))
}

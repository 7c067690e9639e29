//! Games of the library as files: one for each, or one for all where the format allows that.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{self, Path, PathBuf},
};

use clap::Args;
use ludoteca_formats::{Format, Part};
use ludoteca_server::Library;
use ludoteca_text::{Text, text};
use serde_json::{Value, json};

use super::kind;
use crate::{
    args::DataArgs,
    console::{Console, Failure, reason},
    convert,
};

#[derive(Args)]
pub struct Options {
    #[arg(value_name = "id")]
    ids: Vec<String>,
    #[arg(long, conflicts_with = "ids")]
    all: bool,
    #[arg(long, value_name = "game", value_parser = kind, conflicts_with = "ids")]
    game: Option<&'static str>,
    #[arg(long, value_name = "format", value_parser = convert::format)]
    to: Format,
    #[arg(long, value_name = "file")]
    out: Option<PathBuf>,
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    data: DataArgs,
    #[arg(long)]
    json: bool,
}

/// Where the games go.
enum Place {
    /// To the standard output.
    Out,
    /// All into one file.
    File(PathBuf),
    /// Each into a file of its own.
    Folder(PathBuf),
}

/// A game as a file.
struct Written {
    id: String,
    game: String,
    bytes: Vec<u8>,
    leaves_out: Vec<Part>,
}

/// What came of the games that were wanted.
#[derive(Default)]
struct Report {
    written: Vec<Written>,
    /// Those that cannot be read or written, and why.
    refused: Vec<(String, Text)>,
    /// How many of all games the format is not for.
    others: usize,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let place = what.place()?;
    let report = what.made(&Library::open(&what.data.folder()?)?)?;
    let files = place.files(&report.written, what.to);
    if let Some((there, _)) = files.iter().find(|(file, _)| file.exists() && !what.force) {
        return Err(text!("cli-library-there", file = there.display().to_string()).into());
    }
    if let Place::Folder(folder) = &place {
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    }
    for (file, bytes) in &files {
        fs::write(file, bytes).map_err(|error| failed(file, &error))?;
    }
    if what.json {
        console.json(&report.json(&files, console))?;
    } else {
        report.tell(&place, what, console)?;
    }
    match report.refused.len() {
        0 => Ok(()),
        refused => Err(text!("cli-library-not-all-exported", refused = refused).into()),
    }
}

impl Options {
    /// Where the games go. That depends on what was asked for, and not on how many games there are.
    fn place(&self) -> Result<Place, Failure> {
        if self.ids.is_empty() && !self.all && self.game.is_none() {
            return Err(Failure::Usage(text!("cli-library-export-what")));
        }
        let apart = self.ids.len() != 1 && !self.to.holds_several();
        let is_folder = |out: &Path| {
            out.is_dir() || out.as_os_str().to_string_lossy().ends_with(path::is_separator)
        };
        match &self.out {
            None if apart && !self.json => {
                let format = self.to.name();
                Err(Failure::Usage(text!("cli-library-export-where", format = format)))
            }
            None => Ok(Place::Out),
            Some(out) if apart || is_folder(out) => Ok(Place::Folder(out.clone())),
            Some(out) => Ok(Place::File(out.clone())),
        }
    }

    /// The games that are wanted: in the order of their names as they were given, or else the one last
    /// touched last.
    fn wanted(&self, library: &Library) -> Result<Vec<String>, Text> {
        match self.game {
            _ if !self.ids.is_empty() => self.ids.iter().map(|id| library.find(id)).collect(),
            None => library.ids(),
            Some(name) => {
                let listed = library.list()?.0.into_iter().rev();
                Ok(listed.filter(|listed| listed.game == name).map(|listed| listed.id).collect())
            }
        }
    }

    /// The games as files.
    fn made(&self, library: &Library) -> Result<Report, Text> {
        let mut report = Report::default();
        for id in self.wanted(library)? {
            let game = match library.game(&id) {
                Ok(game) if self.ids.is_empty() && !self.to.serves(game.game()) => {
                    report.others += 1;
                    continue;
                }
                game => game,
            };
            let made = game.and_then(|game| {
                // Without a file it stands in a text.
                let bytes = match (&self.out, self.json) {
                    (None, true) => self.to.text(&game)?.into_bytes(),
                    _ => self.to.write(&game)?,
                };
                let leaves_out = self.to.leaves_out(&game);
                Ok(Written { id: id.clone(), game: game.game().to_owned(), bytes, leaves_out })
            });
            match made {
                Ok(written) => report.written.push(written),
                Err(why) => report.refused.push((id, why)),
            }
        }
        Ok(report)
    }
}

impl Place {
    /// The files, with what is in them.
    fn files(&self, written: &[Written], format: Format) -> Vec<(PathBuf, Vec<u8>)> {
        match self {
            Place::Out => Vec::new(),
            Place::File(_) if written.is_empty() => Vec::new(),
            Place::File(file) => vec![(file.clone(), joined(written))],
            Place::Folder(folder) => {
                let name = |one: &Written| format!("{}-{}.{}", one.game, one.id, format.ending());
                written.iter().map(|one| (folder.join(name(one)), one.bytes.clone())).collect()
            }
        }
    }
}

/// All games in one file, with an empty line between them.
fn joined(written: &[Written]) -> Vec<u8> {
    written.iter().map(|one| one.bytes.as_slice()).collect::<Vec<_>>().join(&b'\n')
}

impl Report {
    fn tell(&self, place: &Place, what: &Options, console: Console) -> Result<(), Failure> {
        let format = what.to.name();
        for (part, games) in self.left_out() {
            let part = Text::new(part.id());
            console.note(&text!(
                "cli-library-leaves-out",
                format = format,
                what = part,
                games = games
            ));
        }
        if self.others > 0 {
            console.note(&text!("cli-library-others", format = format, games = self.others));
        }
        for (id, why) in &self.refused {
            console.note(&text!("cli-library-refused", id = id.as_str(), why = why.clone()));
        }
        let games = self.written.len();
        match place {
            _ if games == 0 => {
                let folder = what.data.folder()?.display().to_string();
                // Where something is wrong, that is said already.
                let none = self.refused.is_empty() && self.others == 0;
                if none {
                    console.tell(&text!("cli-library-none", folder = folder))
                } else {
                    Ok(())
                }
            }
            Place::Out => console.give(&joined(&self.written)),
            Place::File(to) | Place::Folder(to) => {
                let to = to.display().to_string();
                console.tell(&text!("cli-library-exported", games = games, file = to))
            }
        }
    }

    /// What the format has no place for, and of how many games.
    fn left_out(&self) -> BTreeMap<Part, usize> {
        let mut parts = BTreeMap::new();
        for part in self.written.iter().flat_map(|written| &written.leaves_out) {
            *parts.entry(*part).or_default() += 1;
        }
        parts
    }

    fn json(&self, files: &[(PathBuf, Vec<u8>)], console: Console) -> Value {
        let games = self.written.iter().enumerate().map(|(at, written)| {
            let Written { id, game, bytes, leaves_out } = written;
            let name = |part: &Part| part.id().trim_start_matches("file-part-");
            let leaves_out: Vec<_> = leaves_out.iter().map(name).collect();
            // One file for all, or one for each.
            match files.get(at).or(files.first()) {
                Some((file, _)) => {
                    let file = file.display().to_string();
                    json!({ "id": id, "game": game, "leaves_out": leaves_out, "file": file })
                }
                None => {
                    let record = String::from_utf8_lossy(bytes);
                    json!({ "id": id, "game": game, "leaves_out": leaves_out, "record": record })
                }
            }
        });
        let games: Vec<_> = games.collect();
        let refused =
            self.refused.iter().map(|(id, why)| json!({ "id": id, "why": console.say(why) }));
        let refused: Vec<_> = refused.collect();
        json!({ "games": games, "others": self.others, "refused": refused })
    }
}

fn failed(file: &Path, error: &io::Error) -> Text {
    text!("cli-file", file = file.display().to_string(), why = reason(error))
}

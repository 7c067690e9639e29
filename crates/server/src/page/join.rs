//! All modules of the page as two scripts, so that a browser asks once and not sixty times, one round
//! after another: one that the first page needs, and one with what comes only when somebody goes there.
//!
//! Each module becomes a function that is called once, after those it imports from, and answers what
//! it exports. No parser is needed, because the page keeps to a few forms that begin a line, and
//! whatever else begins with `import` or `export` is refused:
//!
//! - `import { one, two as other } from './a.js';` and `import * as a from './a.js';`
//! - `export` before `function`, `async function`, `class` or `const`
//! - within a line, `import('./a.js')`: that module, and what it alone needs, is in the second script
//!
//! No two modules import from each other, not even in a circle, and no text between backticks goes on
//! over the end of a line. Lines that are nothing but comment stay behind, and so do types within lines
//! and what lines are indented by; they are for whoever reads the modules themselves.

use std::fmt::Write;

use super::document::{LATER, SCRIPT};

/// The scripts that do what the module `entry` does: what is there at once, and what comes later.
pub fn join(entry: &str, read: impl Fn(&str) -> Option<String>) -> Result<[String; 2], String> {
    let mut joiner = Joiner {
        read,
        begun: Vec::new(),
        done: Vec::new(),
        later: Vec::new(),
        script: String::new(),
    };
    joiner.add(entry)?;
    let at_once = joiner.done.len();
    let mut first = std::mem::take(&mut joiner.script);
    // This grows while more of them are found.
    let mut next = 0;
    while let Some(path) = joiner.later.get(next).cloned() {
        joiner.add(&path)?;
        next += 1;
    }
    let (known, new) = joiner.done.split_at(at_once);
    let names =
        |paths: &[String]| paths.iter().map(|path| name(path)).collect::<Vec<_>>().join(", ");
    if !new.is_empty() {
        let _ = writeln!(first, "export {{ {} }};", names(known));
    }
    let later = format!(
        "import {{ {} }} from './{SCRIPT}';\n{}export {{ {} }};\n",
        names(known),
        joiner.script,
        names(&joiner.done),
    );
    Ok([first, later])
}

struct Joiner<R> {
    read: R,
    /// The modules that lead to the one being added.
    begun: Vec<String>,
    done: Vec<String>,
    /// The modules that somebody may want later.
    later: Vec<String>,
    script: String,
}

impl<R: Fn(&str) -> Option<String>> Joiner<R> {
    fn add(&mut self, path: &str) -> Result<(), String> {
        if self.done.iter().any(|done| done == path) {
            return Ok(());
        }
        if self.begun.iter().any(|begun| begun == path) {
            return Err(format!("{} import from each other", self.begun.join(", ")));
        }
        let source = (self.read)(path).ok_or_else(|| format!("there is no module {path}"))?;
        self.begun.push(path.to_owned());
        let module = Module::read(path, &source)?;
        for (_, from) in &module.imports {
            self.add(from)?;
        }
        self.begun.pop();
        self.done.push(path.to_owned());
        self.later.extend(module.later.iter().cloned());
        self.write(path, &module);
        Ok(())
    }

    fn write(&mut self, path: &str, module: &Module) {
        let script = &mut self.script;
        let _ = writeln!(script, "// {path}\nconst {} = (() => {{", name(path));
        for (what, from) in &module.imports {
            let _ = writeln!(script, "const {what} = {};", name(from));
        }
        script.push_str(&module.body);
        let _ = writeln!(script, "return {{ {} }};\n}})();", module.exports.join(", "));
    }
}

/// What one module takes, does and gives.
#[derive(Default)]
struct Module {
    /// What is written before `= module`, and the module's path.
    imports: Vec<(String, String)>,
    exports: Vec<String>,
    /// The modules that it asks for when it wants them.
    later: Vec<String>,
    body: String,
}

impl Module {
    fn read(path: &str, source: &str) -> Result<Module, String> {
        let mut module = Module::default();
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            let start = line.trim_start();
            if start.starts_with("//") {
                continue;
            }
            if let Some(comment) = start.strip_prefix("/**") {
                match comment.find("*/") {
                    Some(end) if end + 2 == comment.len() => continue,
                    // What follows it on the line is code.
                    Some(_) => {}
                    None => {
                        lines.by_ref().find(|line| line.contains("*/"));
                        continue;
                    }
                }
            }
            let wrong = || format!("{path}: {line}");
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    statement += lines.next().ok_or_else(wrong)?.trim();
                }
                module.imports.push(import(path, &statement).ok_or_else(wrong)?);
            } else if let Some(declared) = line.strip_prefix("export ") {
                module.exports.push(export(declared).ok_or_else(wrong)?);
                module.push(path, declared).ok_or_else(wrong)?;
            } else if line.starts_with("import")
                || line.starts_with("export")
                || line.matches('`').count() % 2 == 1
            {
                return Err(wrong());
            } else {
                module.push(path, line).ok_or_else(wrong)?;
            }
        }
        Ok(module)
    }

    fn push(&mut self, path: &str, line: &str) -> Option<()> {
        let line = untyped(line);
        let mut parts = line.trim().split("import('");
        let mut line = parts.next()?.to_owned();
        for part in parts {
            let (named, rest) = part.split_once("')")?;
            let module = resolve(path, named)?;
            let _ = write!(line, "import('./{LATER}').then((all) => all.{}){rest}", name(&module));
            self.later.push(module);
        }
        if !line.is_empty() {
            self.body.push_str(&line);
            self.body.push('\n');
        }
        Some(())
    }
}

/// A line without the comments in it that say of which type something is: they are for whoever checks
/// the modules.
fn untyped(line: &str) -> String {
    let mut parts = line.split("/**");
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("*/") {
            Some((_, rest)) => code += rest.strip_prefix(' ').unwrap_or(rest),
            None => {
                code += "/**";
                code += part;
            }
        }
    }
    code
}

/// The left side of what an import becomes, and where it imports from.
fn import(path: &str, statement: &str) -> Option<(String, String)> {
    let (what, from) = statement.strip_prefix("import ")?.split_once(" from '")?;
    let from = resolve(path, from.strip_suffix("';")?)?;
    let what = match what.strip_prefix("* as ") {
        Some(all) => all.to_owned(),
        None if what.starts_with('{') && what.ends_with('}') => what.replace(" as ", ": "),
        None => return None,
    };
    Some((what, from))
}

/// The name that a declaration gives.
fn export(declared: &str) -> Option<String> {
    let rest = ["function ", "async function ", "class ", "const "]
        .iter()
        .find_map(|form| declared.strip_prefix(form))?;
    let letter = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let name: String = rest.chars().take_while(|c| letter(*c)).collect();
    (!name.is_empty()).then_some(name)
}

/// The path of a module that another one names.
fn resolve(path: &str, named: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in named.strip_prefix("./").unwrap_or(named).split('/') {
        match part {
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    named.starts_with('.').then(|| parts.join("/"))
}

/// What a module is called within the script.
fn name(path: &str) -> String {
    format!("${}", path.trim_end_matches(".js").replace(['/', '-', '.'], "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(modules: &[(&str, &str)]) -> Result<[String; 2], String> {
        let module = |path: &str| modules.iter().find(|(name, _)| *name == path);
        join(modules[0].0, |path| Some(module(path)?.1.to_owned()))
    }

    #[test]
    fn modules_come_once_and_after_what_they_import_from() {
        let script = joined(&[
            (
                "app.js",
                "// The shell.\nimport { a as b } from './parts/a.js';\nimport * as c from './parts/c.js';\nb(c);\n",
            ),
            (
                "parts/a.js",
                "import {\n  d,\n} from './c.js';\n/**\n * Doc.\n */\nexport const a = () => d;\n",
            ),
            (
                "parts/c.js",
                "/** One. */\nexport async function d() {}\nexport class E {}\n  /** @type {x} */ (y);\nf((/** @type {q} */ z) => 1, '/**');\n",
            ),
        ]);
        let wanted = "\
// parts/c.js
const $parts_c = (() => {
async function d() {}
class E {}
(y);
f((z) => 1, '/**');
return { d, E };
})();
// parts/a.js
const $parts_a = (() => {
const {d,} = $parts_c;
const a = () => d;
return { a };
})();
// app.js
const $app = (() => {
const { a: b } = $parts_a;
const c = $parts_c;
b(c);
return {  };
})();
";
        assert_eq!(script.unwrap()[0], wanted);
    }

    #[test]
    fn what_is_asked_for_in_a_line_comes_later_with_what_it_alone_needs() {
        let [first, later] = joined(&[
            ("app.js", "import { a } from './a.js';\nconst go = async () => (await import('./b.js')).b(a);\n"),
            ("a.js", "export const a = 1;\n"),
            ("b.js", "import { a } from './a.js';\nimport { c } from './c.js';\nexport const b = a + c;\n"),
            ("c.js", "export const c = 2;\n"),
        ])
        .unwrap();
        assert!(
            first.contains("(await import('./ludoteca-later.js').then((all) => all.$b)).b(a);"),
            "{first}"
        );
        assert!(first.ends_with("export { $a, $app };\n"), "{first}");
        assert!(!first.contains("const c ="), "{first}");
        assert!(
            later.starts_with("import { $a, $app } from './ludoteca.js';\n// c.js\n"),
            "{later}"
        );
        assert!(later.ends_with("export { $a, $app, $c, $b };\n"), "{later}");
    }

    #[test]
    fn other_forms_and_circles_are_refused() {
        for text in [
            "export default 3;",
            "export { a };",
            "export let a = 3;",
            "import './b.js';",
            "import a from './b.js';",
            "import { a } from 'elsewhere';",
            "import { a } from './nowhere.js';",
            "import { a } from './c.js';",
            "const a = `begun\nand ended`;",
            "const a = () => import('elsewhere');",
            "const a = () => import('./nowhere.js');",
        ] {
            let script = joined(&[
                ("app.js", text),
                ("b.js", ""),
                ("c.js", "import { b } from './app.js';\n"),
            ]);
            assert!(script.is_err(), "{text}: {script:?}");
        }
    }
}

//! `search`: would a tool search find it.

use std::io::Write;
use std::path::Path;

use toolrent::catalog::tool::Catalog;
use toolrent::report::document::Head;
use toolrent::report::search::document::{self, Lines};
use toolrent::report::search::{records, sheet};
use toolrent::report::{json, markdown};
use toolrent::session::turn::ToolRef;
use toolrent::simulate::rank::given::Given;
use toolrent::simulate::rank::kind::{Kind, ranker};
use toolrent::simulate::rank::names::Names;
use toolrent::simulate::rank::ranker::Ranker;
use toolrent::simulate::search::alike::Alike;
use toolrent::simulate::search::answer::answers;
use toolrent::simulate::search::question::{Question, Unknown, resolve};
use toolrent::simulate::search::scene::Scene;
use toolrent::simulate::search::summary::summary;
use toolrent::simulate::search::tasks::{self, Task};

use crate::args::Global;
use crate::args::format::Format;
use crate::args::search::Search;
use crate::catalogs::{self, Read, Wanted};
#[cfg(feature = "gather")]
use crate::connect::connected::{self, Listed};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::source;

pub(crate) fn run(args: &Search, global: &Global, output: &Output) -> Result<Exit, Failure> {
    let kinds = kinds(args)?;
    let mut asked = Asked::default();
    if let Some(file) = &args.tasks {
        asked.read(file)?;
    }
    let wanted = Wanted { names: &args.sources, first: None, only: &args.only, skip: &args.skip };
    let read = sources(args, wanted, global)?;
    let names = Names::of(&read.catalog);
    asked.resolve(args, &names)?;
    let rankers = rankers(args, &kinds, &read.catalog, &names, &mut asked)?;
    let alike = Alike::of(&read.catalog);
    let scene = Scene { names: &names, alike: &alike, k: args.k };
    let search = document(Head::new("search", read.sources), scene, &rankers, asked);
    output.write(|out| write(&search, args, output, out))?;
    if matches!(output.format, Format::Jsonl | Format::Csv) && !global.quiet {
        for unknown in &search.unknown {
            catalogs::tell_line(&format!("note: no tool {:?} in any source", unknown.wanted));
        }
    }
    Ok(read.exit)
}

/// Saved catalogs, and what servers answer.
#[cfg(feature = "gather")]
fn sources(args: &Search, wanted: Wanted<'_>, global: &Global) -> Result<Read, Failure> {
    connected::read(wanted, &args.connect, Listed::Once, global)
}

#[cfg(not(feature = "gather"))]
fn sources(_args: &Search, wanted: Wanted<'_>, global: &Global) -> Result<Read, Failure> {
    catalogs::read(wanted, global)
}

/// What is asked, and what of it could not be used.
#[derive(Default)]
struct Asked {
    tasks: Vec<Task>,
    questions: Vec<Question>,
    unknown: Vec<Unknown>,
    left_out: usize,
    unread: Vec<Lines>,
}

impl Asked {
    /// Reads a task file; one without a task is a failure.
    fn read(&mut self, file: &Path) -> Result<(), Failure> {
        let name = file.display().to_string();
        let read = tasks::read(&String::from_utf8_lossy(&source::bytes(&name)?));
        self.unread.extend(read.unread.iter().map(|(reason, unread)| Lines::new(&name, reason, *unread)));
        if read.tasks.is_empty() {
            let failure = Failure::new(format!("{name}: no line of it is a task"));
            return Err(failure.help("one object a line: {\"query\": \"...\", \"needed\": [{\"server\", \"tool\"}]}"));
        }
        self.tasks = read.tasks;
        Ok(())
    }

    /// The questions of the command line, then those of the task file.
    fn resolve(&mut self, args: &Search, names: &Names) -> Result<(), Failure> {
        let wanted = args.wanted.iter().map(|text| vec![ToolRef { server: None, tool: text.clone() }]);
        let wanted: Vec<Vec<ToolRef>> = wanted.collect();
        for query in &args.queries {
            let (question, unknown) = resolve(&Task { query: query.clone(), needed: wanted.clone() }, names);
            self.questions.push(question);
            // All queries want the same: what is unknown is told once.
            self.unknown = unknown;
        }
        for task in &self.tasks {
            let (question, unknown) = resolve(task, names);
            // What is left of a task whose tools are not all there is another task.
            if unknown.is_empty() {
                self.questions.push(question);
            } else {
                self.left_out += 1;
                self.unknown.extend(unknown);
            }
        }
        let wants = !wanted.is_empty() || self.tasks.iter().any(|task| !task.needed.is_empty());
        let none = self.questions.iter().all(|question| question.wanted.is_empty());
        if let (true, true, Some(unknown)) = (wants, none, self.unknown.first()) {
            let failure = Failure::new(format!("no wanted tool is in any source; the first is {:?}", unknown.written));
            return Err(match unknown.near.as_slice() {
                [] => failure.help("name it as SERVER.TOOL, as `toolrent rent` lists them"),
                near => failure.help(format!("did you mean {}?", near.join(" or "))),
            });
        }
        Ok(())
    }
}

fn kinds(args: &Search) -> Result<Vec<Kind>, Failure> {
    if args.rankers.is_empty() {
        return Ok(Kind::USUAL.to_vec());
    }
    let mut kinds = Vec::new();
    for name in &args.rankers {
        let kind = Kind::named(name).ok_or_else(|| {
            let known = Kind::ALL.map(Kind::name).join(", ");
            Failure::new(format!("no ranker {name:?}")).help(format!("one of {known}; --ranking FILE takes your own"))
        })?;
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Ok(kinds)
}

fn rankers(
    args: &Search,
    kinds: &[Kind],
    catalog: &Catalog,
    names: &Names,
    asked: &mut Asked,
) -> Result<Vec<Box<dyn Ranker>>, Failure> {
    let mut rankers: Vec<Box<dyn Ranker>> = kinds.iter().map(|kind| ranker(*kind, catalog)).collect();
    for file in &args.rankings {
        let name = file.display().to_string();
        let short = file.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
        // Every ranker has a name of its own.
        let taken = rankers.iter().any(|ranker| ranker.name() == short);
        let short = if taken { name.clone() } else { short };
        let given = Given::read(&short, &String::from_utf8_lossy(&source::bytes(&name)?), names);
        if given.is_empty() {
            let failure = Failure::new(format!("{name}: no line of it ranks tools for a query"));
            let form = "{\"query\": \"...\", \"ranked\": [{\"server\", \"tool\", \"score\"}]}";
            return Err(failure.help(format!("one object a line: {form}")));
        }
        asked.unread.extend(given.unread.iter().map(|(reason, unread)| Lines::new(&name, reason, *unread)));
        rankers.push(Box::new(given));
    }
    Ok(rankers)
}

fn document(head: Head, scene: Scene<'_>, rankers: &[Box<dyn Ranker>], asked: Asked) -> document::Search {
    let questions = &asked.questions;
    let by_ranker: Vec<_> = rankers.iter().map(|ranker| answers(scene, questions, ranker.as_ref())).collect();
    let mut queries = Vec::new();
    for (at, question) in questions.iter().enumerate() {
        for (ranker, answers) in rankers.iter().zip(&by_ranker) {
            let name = ranker.name();
            queries.push(document::query(&answers[at], question, questions, name, scene.names, scene.k));
        }
    }
    let wants = questions.iter().any(|question| !question.wanted.is_empty());
    let summaries = rankers.iter().zip(&by_ranker).filter(|_| wants);
    let summaries = summaries.map(|(ranker, answers)| document::ranker(ranker.name(), &summary(answers, scene.k)));
    document::Search {
        head,
        k: scene.k,
        tools: scene.names.all().len(),
        queries,
        rankers: summaries.collect(),
        unknown: asked.unknown.iter().map(document::Unknown::from).collect(),
        left_out: asked.left_out,
        unread: asked.unread,
    }
}

fn write(search: &document::Search, args: &Search, output: &Output, out: &mut dyn Write) -> Result<(), Failure> {
    let view = sheet::View { top: args.top, sources: &args.sources };
    let sheets = || std::iter::once(sheet::queries(search, view)).chain(sheet::summary(search, view));
    match output.format {
        Format::Table | Format::Markdown => {
            for (at, sheet) in sheets().enumerate() {
                if at > 0 {
                    writeln!(out)?;
                }
                match output.format {
                    Format::Table => output.table(&sheet, out)?,
                    _ => markdown::write(&sheet, out)?,
                }
            }
        }
        Format::Json => json::pretty(search, out)?,
        Format::Jsonl => records::jsonl(search, out)?,
        Format::Csv => records::csv(search, out)?,
    }
    Ok(())
}

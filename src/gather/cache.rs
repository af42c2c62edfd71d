//! Answers that servers allow to be reused, one catalog file each, for as long as they allow it and for whom.
//!
//! A file's name is a digest, so that it gives nothing away. What a server marks `public` is found by everybody who
//! asks the same thing; all else only with the same credentials. Times are the server's `ttlMs` from the moment of its
//! answer (`gathered_at`, the oldest of its pages).

mod key;

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use crate::catalog::place::Place;
use crate::catalog::provenance::Provenance;
use crate::catalog::saved::own::row::{About, Row, Told};
use crate::catalog::saved::own::{VERSION, Writer};
use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::scan::Raw;
use crate::catalog::tool::Problem;
use crate::gather::cache::key::Sharing;
use crate::gather::contact::Contact;
use crate::gather::listing::{Item, Listing};

/// What a file's name ends with.
const ENDING: &str = ".jsonl";

/// The largest file that is read, in bytes; a server's answers are cut before they are this long.
const LARGEST: u64 = 512 << 20;

/// Bytes of a file in which its first two lines must end when old files are looked for.
const HEAD: u64 = 4 << 20;

/// A folder of answers.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// A cache in that folder, which is made when the first answer is kept.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    /// What that server answered, if it may still be used. A file that cannot be read counts as none.
    #[must_use]
    pub fn get(&self, contact: &Contact, now: SystemTime) -> Option<Listing> {
        let read = |sharing: Sharing| {
            let mut listing = read(&self.path(contact, sharing))?;
            let provenance = &mut listing.provenance;
            let shared = provenance.cache_scope.as_deref() == Some("public");
            if !is_fresh(provenance, now) || sharing == Sharing::Everybody && !shared {
                return None;
            }
            if provenance.origin.is_some() {
                provenance.origin = Some(contact.origin.source.clone());
            }
            Some(listing)
        };
        read(Sharing::SameCredentials).or_else(|| read(Sharing::Everybody))
    }

    /// Makes the folder, so that one that cannot be made is known before anything is asked.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn prepare(&self) -> io::Result<()> {
        make(&self.folder)
    }

    /// Keeps what that server answered, if it may be reused and no list of it is cut, missing or out of date. Files that
    /// have passed their time by then are
    /// removed.
    ///
    /// # Errors
    /// When it cannot be written. The answer itself is as good as before.
    pub fn put(&self, contact: &Contact, listing: &Listing) -> io::Result<()> {
        let provenance = &listing.provenance;
        let is_whole = !listing.incomplete && listing.gaps.is_empty();
        let Some(gathered_at) = time(provenance).filter(|_| is_whole && lifetime(provenance).is_some()) else {
            return Ok(());
        };
        let sharing = match provenance.cache_scope.as_deref() {
            Some("public") => Sharing::Everybody,
            _ => Sharing::SameCredentials,
        };
        make(&self.folder)?;
        self.sweep(gathered_at);
        write(&self.path(contact, sharing), &contact.name, listing)
    }

    fn path(&self, contact: &Contact, sharing: Sharing) -> PathBuf {
        self.folder.join(key::of(contact, sharing) + ENDING)
    }

    /// Removes files of ours that nobody may use any more; what is in the way stays.
    fn sweep(&self, now: SystemTime) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for path in entries.flatten().map(|entry| entry.path()).filter(|path| is_ours(path)) {
            let has_passed = head(&path).is_some_and(|provenance| {
                let until = lifetime(&provenance).and_then(|lifetime| time(&provenance)?.checked_add(lifetime));
                until.is_some_and(|until| until <= now)
            });
            if has_passed {
                // Another run may have removed it first.
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// Not before it was answered, either: then the clock went backwards, and nothing is known.
fn is_fresh(provenance: &Provenance, now: SystemTime) -> bool {
    let age = time(provenance).and_then(|gathered_at| now.duration_since(gathered_at).ok());
    age.zip(lifetime(provenance)).is_some_and(|(age, lifetime)| age < lifetime)
}

fn time(provenance: &Provenance) -> Option<SystemTime> {
    humantime::parse_rfc3339(provenance.gathered_at.as_deref()?).ok()
}

fn lifetime(provenance: &Provenance) -> Option<Duration> {
    provenance.ttl_ms.filter(|ttl| *ttl > 0).map(Duration::from_millis)
}

/// True for a name that only we give: 64 hexadecimal digits and our ending.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let digest = name.strip_suffix(ENDING).unwrap_or_default();
    digest.len() == 64 && digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A file of ordinary kind and size, opened: a pipe would never end.
fn open(path: &Path) -> Option<File> {
    let metadata = fs::symlink_metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST { None } else { File::open(path).ok() }
}

/// What the first two lines of a file say.
fn head(path: &Path) -> Option<Provenance> {
    let mut input = BufReader::new(open(path)?).take(HEAD);
    let mut line = String::new();
    let mut next = || {
        line.clear();
        input.read_line(&mut line).ok().filter(|_| line.ends_with('\n'))?;
        Some(line.clone())
    };
    if !is_version(&next()?) {
        return None;
    }
    let line = next()?;
    let document = Document::new(&line);
    match row(&document)? {
        Row::Server(about) => about.gathered,
        _ => None,
    }
}

fn read(path: &Path) -> Option<Listing> {
    let mut text = String::new();
    open(path)?.take(LARGEST).read_to_string(&mut text).ok()?;
    let (first, rest) = text.split_once('\n')?;
    if !is_version(first) || !text.ends_with('\n') {
        return None;
    }
    let mut lines = rest.lines();
    let document = Document::new(lines.next()?);
    let Row::Server(about) = row(&document)? else { return None };
    let mut listing = listing(&about)?;
    for line in lines {
        let document = Document::new(line);
        match row(&document)? {
            Row::Tool { tool, excluded, .. } => {
                let mut item = item(tool, "name")?;
                item.excluded_by_http_hosts = excluded.map(|reason| reason.into_owned());
                listing.tools.push(item);
            }
            Row::Offer { kind, offer, .. } => listing.offers.push((kind, item(offer, kind.name_key())?)),
            Row::Problem(told) => listing.problems.push(problem(told)),
            Row::Server(_) | Row::Version(_) => return None,
        }
    }
    Some(listing)
}

fn is_version(line: &str) -> bool {
    let document = Document::new(line);
    matches!(row(&document), Some(Row::Version(version)) if version.text().parse() == Ok(VERSION))
}

fn row<'d>(document: &'d Document<'d>) -> Option<Row<'d>> {
    Row::of(&whole(Raw::at(document, 0)?)?)
}

fn whole(raw: Raw<'_>) -> Option<Object<'_>> {
    raw.object().filter(|object| raw.whole && object.broken.is_none())
}

fn listing(about: &About<'_>) -> Option<Listing> {
    let text = |key: &str| about.members.string(key).map(|text| text.into_owned());
    let provenance = about.gathered.clone()?;
    Some(Listing {
        instructions: text("instructions"),
        own_name: provenance.server_info["name"].as_str().map(str::to_owned),
        version: text("version"),
        era: text("era").unwrap_or_default(),
        incomplete: about.incomplete,
        provenance,
        ..Listing::default()
    })
}

fn item(raw: Raw<'_>, name_key: &str) -> Option<Item> {
    let name = whole(raw)?.string(name_key)?.into_owned();
    Some(Item { name, text: raw.text().into(), excluded_by_http_hosts: None })
}

fn problem(told: Told<'_>) -> Problem {
    let place = Place {
        server: told.server.map(|server| server.into_owned()),
        tool: told.tool.map(|tool| tool.into_owned()),
        pointer: told.pointer.into_owned(),
        ..Place::default()
    };
    Problem { place, message: told.message.into_owned(), lost: told.lost }
}

/// Writes beside the file and puts it in its place at once, so that nobody reads half of it.
fn write(path: &Path, name: &str, listing: &Listing) -> io::Result<()> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_extension(format!("{}-{number}.tmp", std::process::id()));
    let written = fill(&beside, name, listing).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What could not be finished should not stay; if that fails too, the first error says why.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn fill(path: &Path, name: &str, listing: &Listing) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut out = BufWriter::new(options.open(path)?);
    listing.write(name, &mut Writer::new(&mut out)?)?;
    out.flush()?;
    out.get_ref().sync_all()
}

fn make(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests;

//! Where results go: standard output, or a file that appears whole or not at all.

use std::fs::Permissions;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use toolrent::report::sheet::Sheet;
use toolrent::report::table::{self, Surface};

use crate::args::Global;
use crate::args::format::{Asked, Color, Format};
use crate::exit::Failure;

/// How and where to write.
#[derive(Debug)]
pub(crate) struct Output {
    /// The format asked for.
    pub(crate) format: Format,
    target: Target,
    color: Color,
}

/// Where a result goes.
#[derive(Debug)]
enum Target {
    Stdout,
    #[cfg(feature = "gather")]
    Stderr,
    File(PathBuf),
}

impl Output {
    /// From the global flags; `-` is standard output.
    pub(crate) fn new(global: &Global) -> Output {
        let target = match &global.output {
            Some(file) if file != Path::new("-") => Target::File(file.clone()),
            _ => Target::Stdout,
        };
        Output { format: global.format.and_then(Asked::figures).unwrap_or(Format::Table), target, color: global.color }
    }

    /// For a report beside the result that `-o` is for: on standard output, unless the result goes there.
    #[cfg(feature = "gather")]
    pub(crate) fn beside(global: &Global) -> Output {
        let taken = global.output.as_deref() == Some(Path::new("-"));
        let target = if taken { Target::Stderr } else { Target::Stdout };
        Output { target, ..Output::new(global) }
    }

    /// For people, on standard error.
    #[cfg(feature = "gather")]
    pub(crate) fn aside(global: &Global) -> Output {
        Output { format: Format::Table, target: Target::Stderr, color: global.color }
    }

    /// Hands `write` the stream; a file is renamed into place only when `write` succeeded.
    pub(crate) fn write<T>(&self, write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>) -> Result<T, Failure> {
        match &self.target {
            Target::File(file) => to_file(file, self.color, write),
            Target::Stdout => to_stream(AutoStream::new(io::stdout().lock(), self.choice()), write),
            #[cfg(feature = "gather")]
            Target::Stderr => to_stream(AutoStream::new(io::stderr().lock(), self.choice()), write),
        }
    }

    /// Writes a sheet for people: to the terminal's width, or as plain columns.
    pub(crate) fn table(&self, sheet: &Sheet, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(table::write(sheet, self.surface(), out)?)
    }

    /// Whether this result goes to a terminal, and how wide that is.
    pub(crate) fn surface(&self) -> Surface {
        let columns = || std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
        let terminal = match self.target {
            Target::Stdout => io::stdout().is_terminal(),
            #[cfg(feature = "gather")]
            Target::Stderr => io::stderr().is_terminal(),
            Target::File(_) => false,
        };
        if !terminal {
            return Surface::Pipe;
        }
        let width = columns().or_else(|| terminal_size::terminal_size().map(|(width, _)| width.0));
        Surface::Terminal(width.unwrap_or(80).max(40))
    }

    /// The width of the terminal that it goes to.
    #[cfg(feature = "gather")]
    pub(crate) fn width(&self) -> Option<u16> {
        match self.surface() {
            Surface::Terminal(width) => Some(width),
            Surface::Pipe => None,
        }
    }

    /// Whether colours are worth writing; the stream drops them where it shows none.
    pub(crate) fn colors(&self) -> bool {
        self.color != Color::Never
    }

    fn choice(&self) -> ColorChoice {
        match self.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// Puts bytes into a file, whole or not at all.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    to_file(file, Color::Never, |out| Ok(out.write_all(bytes)?))
}

/// Writes a catalog, whole or not at all, byte for byte; `-` is standard output.
#[cfg(feature = "gather")]
pub(crate) fn catalog(file: &Path, write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>) -> Result<(), Failure> {
    if file == Path::new("-") {
        return to_stream(io::stdout().lock(), write);
    }
    // Whatever looks like an escape code in a catalog is text: nothing may be stripped from it.
    to_file(file, Color::Always, write)
}

fn to_stream<T>(stream: impl Write, write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>) -> Result<T, Failure> {
    let mut out = BufWriter::new(stream);
    let result = write(&mut out)?;
    out.flush()?;
    Ok(result)
}

fn to_file<T>(
    file: &Path,
    color: Color,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let told = |error: io::Error| Failure::new(format!("{}: {error}", file.display()));
    // A link is followed: what it points at is replaced, not the link.
    let followed = file.canonicalize();
    let file = followed.as_deref().unwrap_or(file);
    let choice = if color == Color::Always { ColorChoice::Always } else { ColorChoice::Never };
    if file.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        // A device or a named pipe cannot be renamed over.
        let device = std::fs::OpenOptions::new().write(true).open(file).map_err(told)?;
        let mut out = BufWriter::new(AutoStream::new(device, choice));
        let result = write(&mut out)?;
        out.flush().map_err(told)?;
        return Ok(result);
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".toolrent-");
    let mode = permissions(file);
    if let Some(mode) = mode {
        builder.permissions(mode);
    }
    let temporary = builder.tempfile_in(folder).map_err(told)?;
    let mut out = BufWriter::new(AutoStream::new(temporary.as_file().try_clone().map_err(told)?, choice));
    let result = write(&mut out)?;
    out.flush().map_err(told)?;
    drop(out);
    temporary.persist(file).map_err(|error| told(error.error))?;
    Ok(result)
}

/// What the finished file may be read by: as before when it exists, else what the process gives any new file.
#[cfg(unix)]
fn permissions(file: &Path) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    let before = file.metadata().ok().map(|metadata| metadata.permissions());
    Some(before.unwrap_or_else(|| Permissions::from_mode(0o666)))
}

#[cfg(not(unix))]
fn permissions(_file: &Path) -> Option<Permissions> {
    None
}

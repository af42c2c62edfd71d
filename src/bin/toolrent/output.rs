//! Where results go: standard output, or a file that appears whole or not at all.

use std::fs::Permissions;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use toolrent::report::sheet::Sheet;
use toolrent::report::table::{self, Surface};

use crate::args::{Color, Format, Global};
use crate::exit::Failure;

/// How and where to write.
#[derive(Debug)]
pub(crate) struct Output {
    /// The format asked for.
    pub(crate) format: Format,
    file: Option<PathBuf>,
    color: Color,
}

impl Output {
    /// From the global flags.
    pub(crate) fn new(global: &Global) -> Output {
        Output { format: global.format.unwrap_or(Format::Table), file: global.output.clone(), color: global.color }
    }

    /// Hands `write` the stream; a file is renamed into place only when `write` succeeded.
    pub(crate) fn write<T>(&self, write: impl FnOnce(&mut dyn Write) -> Result<T, Failure>) -> Result<T, Failure> {
        match &self.file {
            Some(file) => to_file(file, self.color, write),
            None => {
                let stdout = AutoStream::new(io::stdout().lock(), self.choice());
                let mut out = BufWriter::new(stdout);
                let result = write(&mut out)?;
                out.flush()?;
                Ok(result)
            }
        }
    }

    /// Writes a sheet for people: to the terminal's width, or as plain columns.
    pub(crate) fn table(&self, sheet: &Sheet, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(table::write(sheet, self.surface(), out)?)
    }

    /// Whether standard output is a terminal that this result goes to.
    pub(crate) fn surface(&self) -> Surface {
        let columns = || std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
        if self.file.is_some() || !io::stdout().is_terminal() {
            return Surface::Pipe;
        }
        let width = columns().or_else(|| terminal_size::terminal_size().map(|(width, _)| width.0));
        Surface::Terminal(width.unwrap_or(80).max(40))
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
#[cfg(feature = "gather")]
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    to_file(file, Color::Never, |out| Ok(out.write_all(bytes)?))
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

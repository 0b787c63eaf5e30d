//! `equipoise chart`: draws the JSON of one result.

use equipoise_analysis::Error;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;
use equipoise_report::{Document, Drawing};
use serde_json::json;

use crate::args::Output;
use crate::failure::Failure;
use crate::output::{note, print, print_result};
use crate::overwriting::check_outputs;
use crate::table::Table;
use crate::whole_file::WholeFile;

const CHART: &str = "\
Draws the --format json output of points, odds, duel --trace, battle, variant, whatif, compare, ladder
and audit upgrades.
By default the chart is an SVG beside FILE, with the same name; for standard input it goes to
standard output.

Examples:
  equipoise points --format json | equipoise chart - --out points.svg
  equipoise duel \"White Asura\" \"Blue Djinn\" --trace --format json > duel.json
  equipoise chart duel.json --out duel.png
  equipoise battle skirmish --format json | equipoise chart - > skirmish.svg";

/// Arguments of `chart`.
#[derive(Debug, Args)]
#[command(after_help = CHART)]
pub(crate) struct ChartArgs {
    /// JSON of one result, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Output file, .svg or .png; - writes an SVG to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Pictures that can be drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Picture {
    Svg,
    Png,
}

impl Picture {
    /// The kind of picture that a file of this name holds.
    pub(crate) fn named(file: &Path) -> Result<Self, Failure> {
        let extension = file.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => {
                let message = format!("{}: expected a name in .svg or .png", file.display());
                Err(Failure::Input(message))
            }
        }
    }

    /// Refuses a file whose name is not that of an SVG.
    pub(crate) fn check_svg(file: &Path) -> Result<(), Failure> {
        match Self::named(file) {
            Ok(Self::Svg) => Ok(()),
            _ => Err(Failure::Input(format!(
                "{}: expected a name in .svg",
                file.display()
            ))),
        }
    }

    /// Draws a document into a file, which is there whole or not at all.
    pub(crate) fn draw(
        self,
        document: &Document,
        drawing: &Drawing,
        file: &Path,
    ) -> Result<(), Failure> {
        match self {
            Self::Svg => WholeFile::write_now(file, &drawing.svg),
            Self::Png => WholeFile::create(file)?.fill(|draft| Ok(document.write_png(draft)?)),
        }
    }
}

pub(crate) fn run(output: &Output, args: &ChartArgs) -> Result<(), Failure> {
    let out = args.target()?;
    let document = read_document(&args.file)?;
    let drawing = document.drawing()?;
    let Some((file, picture)) = out else {
        return print(&drawing.svg);
    };
    picture.draw(&document, &drawing, &file)?;
    let missing = drawing.missing_letters();
    if picture == Picture::Png && !missing.is_empty() {
        let letters: Vec<String> = missing.iter().map(char::to_string).collect();
        let message = format!(
            "note: {}: the font of pictures has no {}; boxes stand in their place, an SVG keeps them",
            file.display(),
            letters.join(" ")
        );
        note(output, &message);
    }
    tell(output, &document, &drawing, &file)
}

impl ChartArgs {
    /// The file to draw into; `None` for standard output.
    fn target(&self) -> Result<Option<(PathBuf, Picture)>, Failure> {
        let file = match &self.out {
            Some(file) if is_dash(file) => return Ok(None),
            Some(file) => file.clone(),
            None if is_dash(&self.file) => return Ok(None),
            None => self.file.with_extension("svg"),
        };
        check_outputs([self.file.as_path()], &[("--out", Some(&file))])?;
        let picture = Picture::named(&file)?;
        Ok(Some((file, picture)))
    }
}

/// Reads the JSON of a result from a file, or from standard input where its name is a dash.
pub(crate) fn read_document(file: &Path) -> Result<Document, Failure> {
    let (name, text) = if is_dash(file) {
        let mut text = String::new();
        let read = io::stdin().lock().read_to_string(&mut text);
        read.map_err(|error| Error::reading("", Path::new("standard input"), &error))?;
        ("standard input".to_owned(), text)
    } else {
        let text = std::fs::read_to_string(file);
        let text = text.map_err(|error| Error::reading("", file, &error))?;
        (file.display().to_string(), text)
    };
    Ok(Document::parse(&name, &text)?)
}

/// Standard input or output instead of a file.
fn is_dash(file: &Path) -> bool {
    file == Path::new("-")
}

/// Says what was drawn and where.
fn tell(
    output: &Output,
    document: &Document,
    Drawing { title, caption, .. }: &Drawing,
    file: &Path,
) -> Result<(), Failure> {
    let (kind, file) = (document.kind().name(), file.display().to_string());
    let drawn =
        json!({"schema": 1, "file": file, "chart": kind, "title": title, "caption": caption});
    let table = || Table::of_fields([&drawn], "file chart title caption");
    print_result(output, &drawn, || format!("{file}: {title}\n"), table)
}

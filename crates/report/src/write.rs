//! The report's files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::chart::{Chart, Drawing, draw_png, draw_svg};
use crate::document::Document;
use crate::error::ReportError;
use crate::html::{ChartOutcome, page};
use crate::input::ReportInput;
use crate::markdown::document;

/// The optional files of a report; it always has the charts as SVG.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outputs {
    /// `report.html`, the page.
    pub html: bool,
    /// `report.md`, which shows the charts' SVG files.
    pub markdown: bool,
    /// The charts as PNG too, at twice the size.
    pub png: bool,
}

/// Folder of the charts below the report's.
const CHARTS: &str = "charts";

/// A report whose files are complete, in a hidden folder below their destination.
///
/// The destination does not change until [`StagedReport::commit`]; dropping the report instead removes
/// its files.
#[derive(Debug)]
pub struct StagedReport {
    place: PathBuf,
    folder: TempDir,
    /// Paths of the files below either folder, in the order written.
    files: Vec<PathBuf>,
}

impl StagedReport {
    /// Draws the charts and writes the report of a run for the folder `place`, which is created if
    /// missing. The charts of `results`, of other commands, follow those of the run.
    ///
    /// A chart without data in the run is left out, and the documents give the reason.
    ///
    /// # Errors
    ///
    /// [`ReportError::Draw`] and [`ReportError::Write`] when drawing or writing fails.
    pub fn write(
        input: &ReportInput,
        results: &[Document],
        outputs: Outputs,
        place: &Path,
    ) -> Result<Self, ReportError> {
        make_folder(place)?;
        let hidden = tempfile::Builder::new()
            .prefix(".report-")
            .suffix(".partial")
            .tempdir_in(place)
            .map_err(failed(place))?;
        let mut staged = Self {
            place: place.to_owned(),
            folder: hidden,
            files: Vec::new(),
        };
        make_folder(&staged.folder.path().join(CHARTS))?;
        let mut outcomes = Vec::new();
        for chart in Chart::of(input) {
            let png = |path: &Path| draw_png(chart, input, path);
            let drawing = draw_svg(chart, input);
            outcomes.push(staged.draw(chart.to_string(), drawing, png, outputs)?);
        }
        for (number, result) in (1..).zip(results) {
            let slug = format!("result-{number}-{}", result.kind());
            let png = |path: &Path| result.write_png(path);
            outcomes.push(staged.draw(slug, result.drawing(), png, outputs)?);
        }
        if outputs.html {
            staged.add("report.html".into(), &page(input, &outcomes))?;
        }
        if outputs.markdown {
            staged.add("report.md".into(), &document(input, &outcomes, CHARTS))?;
        }
        Ok(staged)
    }

    /// The files, by their paths below the report's folder.
    #[must_use]
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Moves the files to their destination, in the order written, and returns their paths.
    ///
    /// # Errors
    ///
    /// [`ReportError::Write`] when a destination is not a file, before any file is moved, or when the
    /// system fails.
    pub fn commit(self) -> Result<Vec<PathBuf>, ReportError> {
        make_folder(&self.place.join(CHARTS))?;
        for file in &self.files {
            let target = self.place.join(file);
            if target.is_dir() {
                let in_the_way = io::Error::other("a folder is in the way");
                return Err(failed(&target)(in_the_way));
            }
        }
        let mut written = Vec::with_capacity(self.files.len());
        for file in &self.files {
            let target = self.place.join(file);
            fs::rename(self.folder.path().join(file), &target).map_err(failed(&target))?;
            written.push(target);
        }
        Ok(written)
    }

    fn draw(
        &mut self,
        slug: String,
        drawing: Result<Drawing, ReportError>,
        png: impl FnOnce(&Path) -> Result<(), ReportError>,
        outputs: Outputs,
    ) -> Result<ChartOutcome, ReportError> {
        let drawing = match drawing {
            Ok(drawing) => Ok(drawing),
            Err(ReportError::NothingToDraw { reason, .. }) => Err(reason.to_owned()),
            Err(error) => return Err(error),
        };
        if let Ok(drawing) = &drawing {
            let file = |extension: &str| Path::new(CHARTS).join(format!("{slug}.{extension}"));
            self.add(file("svg"), &drawing.svg)?;
            if outputs.png {
                png(&self.folder.path().join(file("png")))?;
                self.files.push(file("png"));
            }
        }
        Ok(ChartOutcome { slug, drawing })
    }

    fn add(&mut self, file: PathBuf, content: &str) -> Result<(), ReportError> {
        let path = self.folder.path().join(&file);
        fs::write(&path, content).map_err(failed(&path))?;
        self.files.push(file);
        Ok(())
    }
}

fn make_folder(folder: &Path) -> Result<(), ReportError> {
    fs::create_dir_all(folder).map_err(failed(folder))
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> ReportError {
    let path = path.to_owned();
    |source| ReportError::Write { path, source }
}

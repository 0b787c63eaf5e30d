//! The report's files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::chart::{Drawing, draw_png, draw_svg};
use crate::html::{ChartOutcome, page};
use crate::{Chart, ReportError, ReportInput, RunInfo, Tables};

/// Writes `charts/*.svg`, `charts/*.png` and `report.html` below `out`, which is created if need
/// be, and returns the files in the order written.
///
/// Each file is written under a temporary name and renamed, so none is ever seen half-written. A
/// chart for which the run holds nothing to show is left out, and the page says why.
///
/// # Errors
///
/// Those of [`ReportInput::new`]; [`ReportError::Draw`] and [`ReportError::Write`] when drawing or
/// writing fails.
pub fn write_report(
    tables: &Tables,
    info: &RunInfo,
    out: &Path,
) -> Result<Vec<PathBuf>, ReportError> {
    let input = ReportInput::new(tables, info.clone())?;
    let charts = out.join("charts");
    fs::create_dir_all(&charts).map_err(|source| ReportError::Write {
        path: charts.clone(),
        source,
    })?;
    let mut written = Vec::new();
    let mut outcomes: Vec<ChartOutcome> = Vec::new();
    for chart in Chart::ALL {
        let outcome = match draw_svg(chart, &input) {
            Ok(drawing) => {
                written.extend(write_chart(chart, &drawing, &input, &charts)?);
                Ok(drawing)
            }
            Err(ReportError::NothingToDraw { reason, .. }) => Err(reason.to_owned()),
            Err(error) => return Err(error),
        };
        outcomes.push((chart, outcome));
    }
    let html = out.join("report.html");
    write_file(&html, page(&input, &outcomes).as_bytes())?;
    written.push(html);
    Ok(written)
}

fn write_chart(
    chart: Chart,
    drawing: &Drawing,
    input: &ReportInput,
    folder: &Path,
) -> Result<[PathBuf; 2], ReportError> {
    let svg = folder.join(format!("{chart}.svg"));
    let png = folder.join(format!("{chart}.png"));
    write_file(&svg, drawing.svg.as_bytes())?;
    let temporary = temporary(&png);
    draw_png(chart, input, &temporary)?;
    rename(&temporary, &png)?;
    Ok([svg, png])
}

fn write_file(path: &Path, content: &[u8]) -> Result<(), ReportError> {
    let temporary = temporary(path);
    fs::write(&temporary, content).map_err(|source| ReportError::Write {
        path: temporary.clone(),
        source,
    })?;
    rename(&temporary, path)
}

/// A name beside `path` with the same extension, by which the drawing library knows the format.
fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".partial-{name}"))
}

fn rename(from: &Path, to: &Path) -> Result<(), ReportError> {
    fs::rename(from, to).map_err(|source| ReportError::Write {
        path: to.to_owned(),
        source,
    })
}

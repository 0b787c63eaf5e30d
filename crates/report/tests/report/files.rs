//! What lies on disk afterwards.

use std::collections::HashSet;
use std::path::Path;

use equipoise_report::{ReportError, write_report};

use crate::run::{info, tables};

#[test]
fn every_promised_file_is_there_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let written = write_report(&tables(), &info(), folder.path()).unwrap();
    let mut expected = vec![folder.path().join("report.html")];
    for chart in ["categories", "heatmap", "margins", "points"] {
        for extension in ["svg", "png"] {
            expected.push(
                folder
                    .path()
                    .join("charts")
                    .join(format!("{chart}.{extension}")),
            );
        }
    }
    let promised: HashSet<_> = written.iter().collect();
    assert_eq!(promised, expected.iter().collect());
    let entries = |path: &Path| std::fs::read_dir(path).unwrap().count();
    assert_eq!(
        (
            entries(folder.path()),
            entries(&folder.path().join("charts"))
        ),
        (2, 8)
    );
}

#[test]
fn pictures_are_not_blank() {
    let folder = tempfile::tempdir().unwrap();
    write_report(&tables(), &info(), folder.path()).unwrap();
    for chart in ["categories", "heatmap", "margins", "points"] {
        let path = folder.path().join("charts").join(format!("{chart}.png"));
        let picture = image::open(&path).unwrap().into_rgb8();
        let colours: HashSet<_> = picture.pixels().map(|pixel| pixel.0).collect();
        // Smoothed text alone gives dozens of greys.
        assert!(colours.len() > 30, "{chart}: {} colours", colours.len());
        let paper = picture.pixels().filter(|pixel| pixel.0 == [255; 3]).count();
        let share = paper as f64 / f64::from(picture.width() * picture.height());
        assert!(
            (0.2..0.99).contains(&share),
            "{chart}: {share} of the page is paper"
        );
    }
}

#[test]
fn pictures_have_twice_the_size_of_their_drawings() {
    let folder = tempfile::tempdir().unwrap();
    write_report(&tables(), &info(), folder.path()).unwrap();
    for chart in ["categories", "heatmap", "margins", "points"] {
        let charts = folder.path().join("charts");
        let (width, height) = image::image_dimensions(charts.join(format!("{chart}.png"))).unwrap();
        let svg = std::fs::read_to_string(charts.join(format!("{chart}.svg"))).unwrap();
        let head = format!("<svg width=\"{}\" height=\"", width / 2);
        assert!(svg.starts_with(&head), "{chart}: {width} × {height}");
    }
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [first, second] = folders.each_ref().map(|folder| {
        let written = write_report(&tables(), &info(), folder.path()).unwrap();
        written
            .iter()
            .map(|path| std::fs::read(path).unwrap())
            .collect::<Vec<_>>()
    });
    assert!(first == second);
}

#[test]
fn a_second_report_replaces_the_first() {
    let folder = tempfile::tempdir().unwrap();
    write_report(&tables(), &info(), folder.path()).unwrap();
    let mut info = info();
    info.command = "another command".to_owned();
    write_report(&tables(), &info, folder.path()).unwrap();
    let page = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(page.contains("another command") && !page.contains("sweep --seed 4711"));
}

#[test]
fn an_unwritable_place_is_a_typed_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("occupied");
    std::fs::write(&file, "a file, not a folder").unwrap();
    let refused = write_report(&tables(), &info(), &file);
    assert!(
        matches!(refused, Err(ReportError::Write { .. })),
        "{refused:?}"
    );
}

//! The files of a report.

use std::collections::HashSet;
use std::path::Path;

use equipoise_report::{Document, Outputs, ReportError, ReportInput, StagedReport};

use crate::results::differences;
use crate::run::{EVERYTHING, info, input, tables, write};

#[test]
fn a_report_has_exactly_the_files_it_lists() {
    let folder = tempfile::tempdir().unwrap();
    let written = write(&input(), EVERYTHING, folder.path()).unwrap();
    let mut expected = ["report.html", "report.md"]
        .map(|name| folder.path().join(name))
        .to_vec();
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
        (3, 8)
    );
}

#[test]
fn other_results_follow_the_charts_of_the_run() {
    let text = differences("compare", &[("<b>Lancer</b>", 0.04, 0.03)]).to_string();
    let change = Document::parse("change.json", &text).unwrap();
    let title = change.drawing().unwrap().title;
    let folder = tempfile::tempdir().unwrap();
    let results = [change.clone(), change];
    let staged = StagedReport::write(&input(), &results, EVERYTHING, folder.path()).unwrap();
    staged.commit().unwrap();
    for number in [1, 2] {
        for extension in ["svg", "png"] {
            let name = format!("charts/result-{number}-compare.{extension}");
            assert!(folder.path().join(name).is_file());
        }
    }
    for document in ["report.html", "report.md"] {
        let text = std::fs::read_to_string(folder.path().join(document)).unwrap();
        assert!(
            text.matches(&escaped(&title)).count() >= 2,
            "{document}: {title}"
        );
        assert!(!text.contains("<b>Lancer"), "{document}");
    }
}

fn escaped(title: &str) -> String {
    title.replace('<', "&lt;").replace('>', "&gt;")
}

#[test]
fn pictures_are_not_blank() {
    let folder = tempfile::tempdir().unwrap();
    write(&input(), EVERYTHING, folder.path()).unwrap();
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
    write(&input(), EVERYTHING, folder.path()).unwrap();
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
        let written = write(&input(), EVERYTHING, folder.path()).unwrap();
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
    write(&input(), EVERYTHING, folder.path()).unwrap();
    let mut info = info();
    info.command = "another command".to_owned();
    write(
        &ReportInput::new(&tables(), info).unwrap(),
        EVERYTHING,
        folder.path(),
    )
    .unwrap();
    let page = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(page.contains("another command") && !page.contains("sweep --seed 4711"));
}

#[test]
fn each_output_is_written_when_asked_for() {
    for (html, markdown, png) in [
        (true, false, false),
        (false, true, false),
        (false, false, true),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let outputs = Outputs {
            html,
            markdown,
            png,
        };
        write(&input(), outputs, folder.path()).unwrap();
        let there = |name: &str| folder.path().join(name).exists();
        assert_eq!(
            ["report.html", "report.md", "charts/points.png"].map(there),
            [html, markdown, png]
        );
        assert!(there("charts/points.svg"));
    }
}

#[test]
fn nothing_appears_before_everything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let staged = StagedReport::write(&input(), &[], EVERYTHING, folder.path()).unwrap();
    assert_eq!(staged.files().len(), 10);
    assert!(!folder.path().join("report.html").exists());
    drop(staged);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_in_the_way_is_reported_and_the_earlier_report_stays() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("report.html"), "earlier").unwrap();
    std::fs::create_dir_all(folder.path().join("report.md")).unwrap();
    let refused = write(&input(), EVERYTHING, folder.path());
    match refused {
        Err(ReportError::Write { path, .. }) => assert!(path.ends_with("report.md")),
        other => panic!("{other:?}"),
    }
    let page = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert_eq!(page, "earlier");
    assert!(!folder.path().join("charts/points.svg").exists());
}

#[test]
fn an_unwritable_place_is_a_typed_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("occupied");
    std::fs::write(&file, "a file, not a folder").unwrap();
    let refused = write(&input(), EVERYTHING, &file);
    assert!(
        matches!(refused, Err(ReportError::Write { .. })),
        "{refused:?}"
    );
}

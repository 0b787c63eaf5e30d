"""Imports are found where they stand, and those that point the wrong way are reported."""

import importlib.machinery
import importlib.util
import tempfile
import unittest
from pathlib import Path
from typing import Dict, List

SCRIPT = Path(__file__).resolve().parent.parent / "import_rooms"
loader = importlib.machinery.SourceFileLoader("import_rooms", str(SCRIPT))
spec = importlib.util.spec_from_loader("import_rooms", loader)
rooms = importlib.util.module_from_spec(spec)
loader.exec_module(rooms)


def manifest(name: str, *dependencies: str) -> str:
    lines = [f'{dependency} = "1"' for dependency in dependencies]
    return "\n".join([f'[package]\nname = "{name}"\n[dependencies]', *lines])


def problems(files: Dict[str, str]) -> List[str]:
    """What is wrong with a workspace of these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / "crates" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return list(rooms.problems(Path(folder)))


def game(files: Dict[str, str]) -> List[str]:
    """What is wrong with a game of these source files."""
    sources = {f"games/chess/src/{name}": text for name, text in files.items()}
    return problems({"games/chess/Cargo.toml": manifest("chess"), "games/chess/src/rules/mod.rs": "", **sources})


class Imports(unittest.TestCase):
    def found(self, text: str) -> List[str]:
        return ["::".join(path) for path in rooms.imports(text)]

    def test_use_trees_are_unfolded(self) -> None:
        text = "use crate::a::{self, b::{C, D as E}, f};"
        self.assertEqual(
            self.found(text), ["crate::a::self", "crate::a::b::C", "crate::a::b::D", "crate::a::f"]
        )

    def test_paths_outside_use_declarations_count(self) -> None:
        self.assertEqual(self.found("fn f(a: super::b::C) { $crate::d!(); }"), ["super::b::C", "crate::d"])

    def test_comments_strings_and_tests_do_not_count(self) -> None:
        text = """
            // crate::a
            /* crate::b */
            const S: &str = "crate::c } {";
            fn f<'a>(x: &'a str) -> char { '"' }
            #[cfg(test)]
            mod tests { use crate::d; }
            match x { #[cfg(test)] Kind::Script => { crate::tests::E } _ => {} }
            use crate::g;
        """
        self.assertEqual(self.found(text), ["crate::g"])


class Directions(unittest.TestCase):
    def test_rooms_import_to_the_left_alone(self) -> None:
        files = {"data/mod.rs": "", "policy/mod.rs": "use crate::rules;", "rules/mod.rs": "use crate::data;"}
        self.assertEqual(game(files), [])
        files = {"fast/mod.rs": "", "policy/mod.rs": "", "rules/turn.rs": "use crate::fast::Cache;"}
        self.assertEqual(game(files), ["crates/games/chess/src: rules/turn.rs imports fast/mod.rs"])

    def test_what_is_above_the_rooms_is_imported_by_none(self) -> None:
        files = {"odds.rs": "use crate::rules;", "rules/turn.rs": "use crate::odds;"}
        self.assertIn("crates/games/chess/src: rules/turn.rs imports odds.rs", game(files))

    def test_files_that_import_each_other_are_named(self) -> None:
        files = {"rules/a.rs": "use super::b::B;", "rules/b.rs": "use super::c::C;", "rules/c.rs": "use crate::rules::a;"}
        self.assertEqual(
            game(files), ["crates/games/chess/src: rules/a.rs, rules/b.rs, rules/c.rs import each other"]
        )

    def test_the_face_of_a_folder_is_a_file_like_others(self) -> None:
        files = {"rules/mod.rs": "mod a;\nmod b;\npub use a::A;", "rules/a.rs": "use super::b::B;", "rules/b.rs": ""}
        self.assertEqual(game(files), [])
        files = {**files, "rules/a.rs": "use super::B;"}
        self.assertEqual(game(files), ["crates/games/chess/src: rules/a.rs, rules/mod.rs import each other"])

    def test_crates_depend_as_the_table_says(self) -> None:
        files = {
            "dice/Cargo.toml": manifest("dice"),
            "engine/Cargo.toml": manifest("engine", "dice", "polars"),
            "games/go/Cargo.toml": manifest("go", "engine", "chess"),
            "games/chess/Cargo.toml": manifest("chess", "engine", "serde"),
        }
        self.assertEqual(
            problems(files),
            ["crates/engine: depends on polars", "crates/games/go: depends on games/chess"],
        )

    def test_a_crate_that_is_not_in_the_table_is_reported(self) -> None:
        found = problems({"attic/Cargo.toml": manifest("attic")})
        self.assertEqual(found, ["crates/attic: not in the table of crates of scripts/import_rooms"])


if __name__ == "__main__":
    unittest.main()

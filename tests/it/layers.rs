//! The order of the modules in `src/lib.rs` is the order of the layers.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const SRC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// Where the manifest lists the crates that only the page may name.
const WEB_SECTION: &str = "[target.'cfg(target_arch = \"wasm32\")'.dependencies]";

/// The crates that only the page may name.
static WEB: LazyLock<Vec<String>> = LazyLock::new(|| {
    let manifest = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    let section = manifest
        .lines()
        .skip_while(|line| *line != WEB_SECTION)
        .skip(1);
    let section = section.take_while(|line| !line.starts_with('['));
    let rows = section.filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()));
    rows.filter_map(|line| Some(line.split_once(" = ")?.0.replace('-', "_")))
        .collect()
});

/// The text without comments. A string with two slashes loses its end, which costs nothing here.
fn without_comments(source: &str) -> String {
    let code = source.lines().map(|line| match line.find("//") {
        Some(at) => &line[..at],
        None => line,
    });
    code.collect::<Vec<_>>().join("\n")
}

/// The top-level modules in order, from the `pub mod` lines of `src/lib.rs`.
fn layers() -> Vec<String> {
    let lib = fs::read_to_string(format!("{SRC}/lib.rs")).unwrap();
    let names = lib.lines().filter_map(|line| {
        let name = line.strip_prefix("pub mod ")?.strip_suffix(';')?;
        Some(name.to_owned())
    });
    names.collect()
}

/// The Rust files under `dir`, each with its path below `src`.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn is_ident(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The parts of `code` that follow `word` where it stands as a word.
fn after_word<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    code.match_indices(word).filter_map(move |(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + word.len()..];
        let whole = !before.is_some_and(is_ident) && !after.starts_with(is_ident);
        whole.then_some(after)
    })
}

/// The top-level modules that `code` names by `crate::`.
fn named_modules(code: &str) -> Vec<String> {
    let first = |path: &str| path.trim().chars().take_while(|c| is_ident(*c)).collect();
    let mut named: Vec<String> = Vec::new();
    for after in after_word(code, "crate") {
        let Some(path) = after.strip_prefix("::") else {
            continue;
        };
        match path.strip_prefix('{') {
            None => named.push(first(path)),
            Some(group) => {
                let mut depth = 0_u32;
                let mut start = true;
                for (at, c) in group.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        c if c.is_whitespace() => {}
                        _ if start => {
                            named.push(first(&group[at..]));
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    named
}

/// Whether a text is made with `Debug`, outside an `impl` of it. In the page `Debug` writes nothing.
fn shows_debug(code: &str) -> bool {
    let mut inside = false;
    code.lines().any(|line| {
        inside = (inside && line != "}") || line.starts_with("impl fmt::Debug for");
        !inside
            && line.match_indices("?}").any(|(at, _)| {
                let place = line[..at].rsplit(['{', '}']).next();
                place.is_some_and(|place| place.contains(':'))
            })
    })
}

/// What is wrong with the layering of one file. `module` is its path: `["http", "message"]`.
fn faults(layers: &[String], module: &[&str], code: &str) -> Vec<String> {
    let place = |name: &str| layers.iter().position(|layer| layer == name);
    let own = module.first().and_then(|own| place(own));
    let mut faults = Vec::new();
    for named in named_modules(code) {
        match (own, place(&named)) {
            // Files beside the layers, such as the programs, are above all of them.
            (None, _) => {}
            (Some(own), Some(other)) if other <= own => {}
            (Some(_), Some(_)) => faults.push(format!("uses {named}, which stands below it")),
            (Some(_), None) => faults.push(format!("names crate::{named}, which is no layer")),
        }
    }
    let to_root = "super::".repeat(module.len());
    if own.is_some() && code.contains(&to_root) {
        faults.push("climbs to the crate's root by super".to_owned());
    }
    if own.is_some() && shows_debug(code) {
        faults.push("shows something by Debug, which the page does not have".to_owned());
    }
    if module.first() != Some(&"ui") {
        for name in WEB.iter() {
            if after_word(code, name).next().is_some() {
                faults.push(format!("names {name}, which only the page may"));
            }
        }
    }
    faults
}

#[test]
fn a_module_uses_only_modules_above_it() {
    let layers = layers();
    assert!(layers.len() > 5, "lib.rs lists the layers: {layers:?}");
    assert_eq!(layers.last().map(String::as_str), Some("ui"));
    let mut seen = 0;
    let mut found = Vec::new();
    for path in files(Path::new(SRC)) {
        let relative = path.strip_prefix(SRC).unwrap().with_extension("");
        let mut module: Vec<&str> = relative.iter().map(|part| part.to_str().unwrap()).collect();
        if matches!(module.last(), Some(&"mod")) {
            module.pop();
        }
        let code = without_comments(&fs::read_to_string(&path).unwrap());
        seen += named_modules(&code).len();
        for fault in faults(&layers, &module, &code) {
            found.push(format!("{}: {fault}", relative.display()));
        }
    }
    assert!(seen > 20, "the files name {seen} modules");
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn the_crates_of_the_page_are_those_of_the_manifest() {
    for name in [
        "getrandom",
        "leptos_dom",
        "tachys",
        "wasm_bindgen",
        "web_sys",
    ] {
        assert!(
            WEB.iter().any(|web| web == name),
            "{name} is among {:?}",
            *WEB
        );
    }
    assert!(
        !WEB.iter().any(|web| web == "sha2" || web == "divan"),
        "{:?}",
        *WEB
    );
}

#[test]
fn a_wrong_use_is_found() {
    let layers = ["time", "http", "ui"].map(str::to_owned);
    let check = |module: &[&str], code: &str, expected: &[&str]| {
        assert_eq!(
            faults(&layers, module, &without_comments(code)),
            expected,
            "{code}"
        );
    };
    check(&["http", "message"], "use crate::time::Span;", &[]);
    check(
        &["http", "message"],
        "use crate::{time::{Span, X}, http::Y};",
        &[],
    );
    check(
        &["time"],
        "fn f() { crate::http::get() }",
        &["uses http, which stands below it"],
    );
    check(
        &["time"],
        "use crate::{\n    time::{self, Span},\n    ui,\n};",
        &["uses ui, which stands below it"],
    );
    check(
        &["http"],
        "use crate::tmie;",
        &["names crate::tmie, which is no layer"],
    );
    check(&["http", "message"], "use super::digest;", &[]);
    check(
        &["http", "message"],
        "use super::super::ui;",
        &["climbs to the crate's root by super"],
    );
    check(
        &["http"],
        "let window = web_sys::window();",
        &["names web_sys, which only the page may"],
    );
    check(
        &["http"],
        "use reactive_graph::owner::Owner;",
        &["names reactive_graph, which only the page may"],
    );
    check(
        &["ui", "app"],
        "use tachys::view::Render; use crate::http::X;",
        &[],
    );
    for place in ["{0:?}", "{:?}", "{:#?}", "{:x?}", "{name:02X?}", "{:>8?}"] {
        check(
            &["http"],
            &format!("#[error(\"{place} is no host\")]"),
            &["shows something by Debug, which the page does not have"],
        );
    }
    check(&["http"], "write!(f, \"why: {}?}\")", &[]);
    check(
        &["http"],
        "impl fmt::Debug for X {\n    write!(f, \"{:?}\", self.0)\n}",
        &[],
    );
    check(&["main"], "fn main() { crate::ui::start() }", &[]);
    check(&["http"], "let my_getrandom = 1; // tachys", &[]);
}

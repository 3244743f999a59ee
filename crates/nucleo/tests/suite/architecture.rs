//! Directions that the compiler does not check. Each message says how to put it right.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Every source file of the areas: its area, its path inside the area, its text.
fn area_files() -> Vec<(String, PathBuf, String)> {
    let areas = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/areas");
    let mut files = Vec::new();
    let mut folders = vec![areas.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.parent() != Some(&areas) {
                let inside = path.strip_prefix(&areas).unwrap();
                let area = inside.iter().next().unwrap().to_str().unwrap().to_owned();
                let rest = inside.iter().skip(1).collect();
                files.push((area, rest, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(files.len() > 30, "the areas were not found");
    files
}

/// `http`, `service`, `store` or `rules`, as a file or as a folder, of the area or of a part of it.
fn is_layer(path: &Path, layer: &str) -> bool {
    path.iter().any(|part| Path::new(part).with_extension("") == Path::new(layer))
        && !path.ends_with("tests.rs")
}

fn must_not_name(layer: &str, forbidden: &[&str], remedy: &str) {
    for (area, path, source) in area_files() {
        if !is_layer(&path, layer) {
            continue;
        }
        for word in forbidden {
            assert!(!source.contains(word), "{area}/{} names `{word}`: {remedy}", path.display());
        }
    }
}

#[test]
fn http_goes_through_the_service() {
    let forbidden = ["store::", "tenant!", "sqlx"];
    must_not_name("http", &forbidden, "call the service and let it re-export the type");
}

#[test]
fn rules_are_pure() {
    let forbidden = [
        "async ",
        "sqlx",
        "axum",
        "NucleoTx",
        "secret::random_text",
        "super::store",
        "super::service",
    ];
    must_not_name("rules", &forbidden, "hand in the values that the rule needs");
}

#[test]
fn a_store_knows_no_service() {
    let forbidden = ["super::service", "super::http"];
    must_not_name("store", &forbidden, "what a store needs stands in mod.rs or rules.rs");
}

#[test]
fn only_stores_speak_to_the_database() {
    for layer in ["http", "service", "rules"] {
        let forbidden = ["sqlx::", "tenant!", "shared!", "identify!"];
        must_not_name(layer, &forbidden, "move the statement to store.rs");
    }
}

#[test]
fn statements_are_made_by_their_macros() {
    for (area, path, source) in area_files() {
        for forbidden in ["TenantSql {", "SharedSql(", "IdentifySql("] {
            let file = path.display();
            assert!(
                !source.contains(forbidden),
                "{area}/{file}: write tenant!, shared! or identify!"
            );
        }
    }
}

#[test]
fn capabilities_live_in_the_policy_table() {
    for (area, path, source) in area_files() {
        let file = path.display();
        assert!(!source.contains("impl Capability"), "{area}/{file}: add a row to policy.rs");
    }
}

/// An area uses another through its service and the types that its `mod.rs` shows.
#[test]
fn no_area_reaches_into_another() {
    for (area, path, source) in area_files() {
        for line in source.lines() {
            let Some((_, used)) = line.split_once("crate::areas::") else { continue };
            let file = path.display();
            assert!(
                !used.contains("::store") && !used.contains("::http"),
                "{area}/{file}: `{}` reaches into another area: use its service",
                line.trim()
            );
        }
    }
}

/// Which areas each area names.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let files = area_files();
    let names: BTreeSet<String> = files.iter().map(|(area, ..)| area.clone()).collect();
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (area, _, source) in files {
        let mut rest = source.as_str();
        while let Some((_, after)) = rest.split_once("crate::areas::") {
            // `crate::areas::x::...` or `crate::areas::{x, y::z}`, up to the end of the statement.
            let statement = after.split(';').next().unwrap_or_default();
            let words = statement.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let listed = after.starts_with('{');
            let named = words.filter(|word| names.contains(*word) && *word != area);
            let named: Vec<String> = named.map(str::to_owned).collect();
            uses.entry(area.clone()).or_default().extend(match listed {
                true => named,
                false => named.into_iter().take(1).collect(),
            });
            rest = after;
        }
    }
    uses
}

#[test]
fn areas_do_not_depend_on_each_other_in_circles() {
    let uses = uses();
    for start in uses.keys() {
        let mut reached = BTreeSet::new();
        let mut next: Vec<&String> = uses[start].iter().collect();
        while let Some(area) = next.pop() {
            assert_ne!(
                area, start,
                "{start} depends on itself by way of {reached:?}: publish an event"
            );
            if reached.insert(area) {
                next.extend(uses.get(area).into_iter().flatten());
            }
        }
    }
}

/// The table "Directions" of ARCHITECTURE.md is true.
#[test]
fn the_table_of_directions_says_what_the_code_does() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, table) = page.split_once("| Area | Uses |").unwrap();
    let mut written: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let [_, areas, used, _] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let used = used.split(',').map(str::trim).filter(|used| *used != "none");
        let used: BTreeSet<String> = used.map(str::to_owned).collect();
        for area in areas.split(',') {
            written.insert(area.trim().trim_matches('`').to_owned(), used.clone());
        }
    }
    let mut uses = uses();
    for (area, ..) in area_files() {
        uses.entry(area).or_default();
    }
    assert_eq!(written, uses, "ARCHITECTURE.md (left) and the code (right)");
}

/// Of two types with one name the description would show one, in the place of both.
#[test]
fn every_described_type_has_a_name_of_its_own() {
    let mut owners: BTreeMap<String, String> = BTreeMap::new();
    for (area, path, source) in area_files() {
        let file = format!("{area}/{}", path.display());
        let (mut described, mut alias) = (false, None);
        for line in source.lines().map(str::trim) {
            described |= line.contains("text_enum! {")
                || line.starts_with("#[derive(") && line.contains("ToSchema");
            let mut words =
                line.split(|c: char| !c.is_alphanumeric() && c != '_').collect::<Vec<_>>();
            words.retain(|word| !word.is_empty());
            let after = |word| words.iter().skip_while(|one| **one != word).nth(1).copied();
            if line.starts_with("#[schema(") {
                alias = after("as").map(str::to_owned).or(alias);
            }
            let Some(name) = after("struct").or_else(|| after("enum")) else { continue };
            if !line.starts_with("//") && std::mem::take(&mut described) {
                let name = alias.take().unwrap_or_else(|| name.to_owned());
                let other = owners.insert(name.clone(), file.clone());
                assert_eq!(other, None, "{file} describes a type as {name}: give it another name");
            }
        }
    }
    assert!(owners.len() > 100, "the described types were not found");
}

#[test]
fn files_stay_short() {
    for (area, path, source) in area_files() {
        let lines = source.lines().count();
        assert!(lines <= 400, "{area}/{} has {lines} lines: split it by use case", path.display());
    }
}

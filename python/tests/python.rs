//! The Python package as somebody has it after `pip install`: put together of what was just built, and
//! tried by its own tests and examples with the system's Python.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The library that Python loads, beside this test.
fn library() -> PathBuf {
    let deps = env::current_exe().unwrap().parent().unwrap().to_owned();
    let name = format!("{}_native{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let built = [deps.join(&name), deps.join("..").join(&name)];
    built.into_iter().find(|path| path.exists()).expect("it was built before its test")
}

/// A Python that is new enough; none where there is none.
fn python() -> Option<&'static str> {
    let new_enough = "import sys; sys.exit(sys.version_info < (3, 10))";
    ["python3", "python"].into_iter().find(|name| {
        Command::new(name).args(["-c", new_enough]).status().is_ok_and(|status| status.success())
    })
}

#[test]
fn the_package_passes_its_tests_and_its_examples_do_what_they_say() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = python().expect("Python 3.10 or newer, called python3");
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("ludoteca");
    fs::create_dir(&package).unwrap();
    for entry in fs::read_dir(here.join("package/ludoteca")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, package.join(path.file_name().unwrap())).unwrap();
        }
    }
    let native = if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" };
    fs::copy(library(), package.join(native)).unwrap();
    let output = Command::new(python)
        .args(["-m", "unittest", "discover", "-s", "tests"])
        .current_dir(here)
        .env("PYTHONPATH", folder.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

//! The page's files are part of the program: a new one has to build it again.

fn main() {
    println!("cargo:rerun-if-changed=web");
}

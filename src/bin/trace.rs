//! The command line: `list`, `run` and `export`. It exists on the host only.

fn main() {}

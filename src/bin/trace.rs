//! The command line: `list`, `run` and `export`. It exists on the host only.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::io::Write as _;

    use aauth_sim::command::Command;

    // A name of a file that is not UTF-8 is shown as far as it goes; no other argument can be one.
    let arguments = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned());
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let printed = match Command::parse(arguments).and_then(|command| command.perform(read)) {
        Ok(printed) => printed,
        Err(error) => {
            // Nobody is left to tell when standard error is closed.
            let _ = writeln!(std::io::stderr(), "trace: {}", one_line(&error.to_string()));
            return 2.into();
        }
    };
    let mut out = std::io::stdout().lock();
    match out.write_all(printed.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        // The reader has seen enough: `trace run clarification | head`.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => 0.into(),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "trace: cannot write: {error}");
            1.into()
        }
    }
}

/// The message on one line that can be read, whatever was quoted in it.
#[cfg(not(target_arch = "wasm32"))]
fn one_line(message: &str) -> String {
    const CHARS_MAX: usize = 300;
    let line = message.split(['\n', '\r']).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(CHARS_MAX) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

//! The command line: `list`, `run`, `export` and `explore`. It exists on the host only.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::io::Write as _;

    use aauth_sim::command::{Command, Outside};

    // The one clock below the page: it says how long something took, and decides nothing.
    #[allow(clippy::disallowed_types, clippy::disallowed_methods)]
    let began = std::time::Instant::now();
    // A name of a file that is not UTF-8 is shown as far as it goes; no other argument can be one.
    let arguments = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned());
    let outside = Outside {
        read: &|path| std::fs::read_to_string(path).map_err(|error| error.to_string()),
        write: &|directory, name, text| {
            std::fs::create_dir_all(directory)
                .and_then(|()| std::fs::write(std::path::Path::new(directory).join(name), text))
                .map_err(|error| error.to_string())
        },
        elapsed_ms: &|| u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
    };
    let printed = match Command::parse(arguments).and_then(|command| command.perform(&outside)) {
        Ok(printed) => printed,
        Err(error) => {
            // Nobody is left to tell when standard error is closed.
            let _ = writeln!(std::io::stderr(), "trace: {}", one_line(&error.to_string()));
            return error.exit_status().into();
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
    const CHARS_MAX: usize = 2_000;
    let line = message.split(['\n', '\r']).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(CHARS_MAX) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

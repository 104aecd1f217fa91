//! Serves a folder of static files on the loopback interface, for scripts/serve:
//! `static_server FOLDER PORT`. A std-only program, so that `rustc` alone builds it.

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A request head longer than this is refused.
const HEAD_BYTES_MAX: u64 = 16 * 1024;
/// A browser that says nothing for this long is let go.
const SILENCE_MAX: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, port] = arguments.as_slice() else {
        eprintln!("usage: static_server FOLDER PORT");
        return ExitCode::from(2);
    };
    let Ok(port) = port.parse::<u16>() else {
        eprintln!("{port:?} is not a port number");
        return ExitCode::from(2);
    };
    let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(listener) => listener,
        Err(error) => {
            eprintln!("Port {port} cannot be used: {error}");
            return ExitCode::FAILURE;
        }
    };
    let folder: Arc<Path> = Path::new(folder).into();
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Too many connections at once: some will close.
            thread::sleep(Duration::from_millis(100));
            continue;
        };
        let folder = Arc::clone(&folder);
        // A connection that breaks is the browser's affair.
        thread::spawn(move || answer_all(&folder, &stream));
    }
    ExitCode::SUCCESS
}

/// Answers the requests of one connection, in order, until it closes.
fn answer_all(folder: &Path, stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE_MAX))?;
    let mut reader = BufReader::new(stream);
    while let Some(request_line) = read_head(&mut reader)? {
        answer(folder, &request_line, stream)?;
    }
    Ok(())
}

/// Reads a request's head and returns its first line, or nothing at the end of the connection.
fn read_head(reader: &mut BufReader<&TcpStream>) -> io::Result<Option<String>> {
    let mut head = io::Read::take(reader, HEAD_BYTES_MAX);
    let mut request_line = String::new();
    head.read_line(&mut request_line)?;
    let mut line = String::new();
    loop {
        line.clear();
        if head.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if line == "\r\n" {
            return Ok(Some(request_line));
        }
    }
}

fn answer(folder: &Path, request_line: &str, mut stream: &TcpStream) -> io::Result<()> {
    let mut words = request_line.split_ascii_whitespace();
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    if method != "GET" && method != "HEAD" {
        stream.write_all(b"HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n")?;
        return Err(io::ErrorKind::Unsupported.into());
    }
    let (status, content_type, body) = match read_file(folder, target) {
        Some((content_type, body)) => ("200 OK", content_type, body),
        None => ("404 Not Found", "text/plain", b"Not found\n".to_vec()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\
         Cache-Control: no-cache\r\nAccess-Control-Allow-Origin: *\r\n\r\n",
        body.len()
    )?;
    if method == "HEAD" {
        return Ok(());
    }
    stream.write_all(&body)
}

/// The type and the bytes of the file that a request's target names, if there is one in the folder.
fn read_file(folder: &Path, target: &str) -> Option<(&'static str, Vec<u8>)> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let inside = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let file = inside.then(|| folder.join(path))?;
    Some((content_type(&file), fs::read(&file).ok()?))
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

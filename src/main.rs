//! The page. On the host it only says how to run it.

#[cfg(target_arch = "wasm32")]
fn main() {
    aauth_sim::ui::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    println!("The simulator is a page: run scripts/serve and open http://127.0.0.1:8080/");
    println!("The command line is another program: cargo run --release --bin trace -- list");
}

// Starts the page and, when it cannot run, says why.
//
// A classic script, so that it also runs in a sandboxed frame, where modules of the page's own origin
// may be refused. The two `data-boot` links in the head say where the bindings and the wasm are.
"use strict";

(() => {
  const FAILED_EVENT = "aauth-sim:failed";

  const root = document.documentElement;
  const element = (id) => document.getElementById(id);
  const link = (name) => document.querySelector(`link[data-boot="${name}"]`).href;

  // `starting`, `ready` or `failed`; never back from `failed`.
  const enter = (state) => {
    root.dataset.boot = state;
    element("app").hidden = state === "failed";
    element("outline").hidden = state === "ready";
    element("failure").hidden = state !== "failed";
  };

  const title = (state) => `The simulator ${state === "ready" ? "has stopped" : "could not start"}`;

  // The first reason is the one that explains: what follows it is its consequence.
  const fail = (reason) => {
    if (root.dataset.boot === "failed") {
      return;
    }
    element("failure-title").textContent = title(root.dataset.boot);
    element("failure-reason").textContent = reason;
    enter("failed");
  };

  const text = (error) => String(error?.message ?? error);

  // A trap, or a stack that ran out: the wasm cannot go on after either.
  const isFatal = (error) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

  // What the engine says of a trap is one word. The release page panics by trapping, so there is no
  // more to tell, but the address names the run, and a run comes out the same wherever it is made.
  const failIfFatal = (error) => {
    if (isFatal(error)) {
      fail(
        `The simulator broke off: ${text(error)}.\n` +
          "This is a mistake in it, not in the flow. The address of this page says which run it was.",
      );
    }
  };

  const fetchWasm = async (url) => {
    const name = new URL(url).pathname.split("/").pop();
    const response = await fetch(url, { credentials: "same-origin" }).catch((error) => {
      throw new Error(`${name} could not be fetched: ${text(error)}`);
    });
    if (!response.ok) {
      throw new Error(`${name} could not be fetched: the server answered ${response.status}.`);
    }
    const type = response.headers.get("content-type") ?? "";
    if (type.split(";")[0].trim().toLowerCase() !== "application/wasm") {
      throw new Error(`The server sent ${name} as “${type}”, not as application/wasm.`);
    }
    return response;
  };

  const start = async () => {
    enter("starting");
    if (typeof WebAssembly !== "object") {
      throw new Error("This browser does not run WebAssembly, or it is switched off.");
    }
    const [bindings, wasm] = await Promise.all([import(link("bindings")), fetchWasm(link("wasm"))]);
    await bindings.default({ module_or_path: wasm });
    if (root.dataset.boot === "starting") {
      enter("ready");
    }
  };

  window.addEventListener(FAILED_EVENT, (event) => fail(text(event.detail)));
  window.addEventListener("error", (event) => failIfFatal(event.error));
  window.addEventListener("unhandledrejection", (event) => failIfFatal(event.reason));
  element("failure-reload").addEventListener("click", () => window.location.reload());

  // A frame with `sandbox` but without `allow-same-origin` is a stranger to its own server.
  const sandboxHint = () =>
    window.origin === "null"
      ? "\nThis is a sandboxed frame: the server must send “Access-Control-Allow-Origin: *” with its files."
      : "";

  start().catch((error) => fail(`The simulator could not start: ${text(error)}${sandboxHint()}`));
})();

// Defines <aauth-sim>: a lesson of the simulator inside another page, as embed.html beside this file shows.
//
//   <script src="https://sim.example/aauth-sim.js" defer></script>
//   <aauth-sim lesson="clarification" step="answer-1"></aauth-sim>
//
// The build leaves these comments out; what is left is 2 KB at most.
(() => {
  const { currentScript: script, documentElement: root } = document,
    tag = "aauth-sim",
    // What goes on as it stands.
    passed = "lesson seed tab detail speed hide autoplay motion keys".split(" ");

  // Each lesson may bring the script along.
  customElements.get(tag) || customElements.define(tag, class extends HTMLElement {
    static observedAttributes = [...passed, "src", "query", "choices", "height", "step", "theme"];

    connectedCallback() {
      this.load();
      addEventListener("message", this);
      (this.watch = new MutationObserver(() => this.follow())).observe(root, { attributes: true });
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      this.watch?.disconnect();
      this.frame = null;
    }

    attributeChangedCallback(name, old, now) {
      if (!this.frame || old === now) return;
      // A frame that is still loading hears nothing.
      name === "step" && this.ready ? this.tell("goto", { step: now || "step-1" }) :
        name === "theme" ? this.follow() : this.load();
    }

    load() {
      const at = (name) => this.getAttribute(name) ?? "",
        base = at("src") ? new URL(at("src").replace(/\/?$/, "/"), document.baseURI) : script.src,
        src = new URL("index.html", base),
        set = (name, value) => value && src.searchParams.set(name, value);
      src.search = at("query");
      set("embed", 1);
      set("theme", this.theme);
      set("height", at("height") === "auto" && "auto");
      for (const name of passed) set(name, at(name));
      src.hash = `${at("step")}&choices=${at("choices")}`;
      this.ready = false;
      this.frame = Object.assign(document.createElement("iframe"), {
        loading: "lazy",
        title: this.title || "AAuth Simulator",
        width: "100%",
        height: at("height") > 0 ? at("height") : 640,
        allow: "clipboard-write",
        style: "display:block;border:0",
        src,
      });
      // What the page around makes of its own elements, again and again, is not to lose the frame.
      (this.shadowRoot ?? this.attachShadow({ mode: "open" })).replaceChildren(this.frame);
    }

    // As the page around says by an attribute, as Docusaurus does, or by its style, as mdBook does; else the
    // reader's system decides.
    get theme() {
      return [this.getAttribute("theme"), root.dataset.theme, getComputedStyle(root).colorScheme]
        .find((theme) => /^(dark|light|system)$/.test(theme)) || "system";
    }

    follow() {
      this.tell("set-theme", { theme: this.theme });
    }

    // next, previous, goto with a step, play, pause, set-theme with a theme.
    tell(command, more) {
      this.frame?.contentWindow?.postMessage({ [tag]: 1, command, ...more }, "*");
    }

    handleEvent({ source, data }) {
      if (source !== this.frame?.contentWindow || data?.[tag] !== 1) return;
      data.event === "ready" && this.follow(this.ready = true);
      data.height && (this.frame.height = data.height);
      this.dispatchEvent(new CustomEvent(data.event, { detail: data }));
    }
  });
})();

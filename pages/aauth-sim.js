// Defines <aauth-sim>: a lesson of the simulator inside another page, as embed.html beside this file shows.
//
//   <script src="https://sim.example/aauth-sim.js" defer></script>
//   <aauth-sim lesson="clarification" step="answer-1"></aauth-sim>
//
// The build leaves these comments out; what is left is 2 KB at most.
(() => {
  const { currentScript: { src: here }, documentElement: root } = document;
  // What goes on as it stands.
  const passed = "lesson seed tab detail speed hide autoplay motion keys".split(" ");

  // As the page says by an attribute, as Docusaurus does, or by its style, as mdBook does; else the reader's
  // system decides.
  const hostTheme = () => {
    const said = root.dataset.theme || getComputedStyle(root).colorScheme;
    return /^(dark|light)$/.test(said) ? said : "system";
  };

  // Each lesson may bring the script along.
  customElements.get("aauth-sim") || customElements.define("aauth-sim", class extends HTMLElement {
    static observedAttributes = [...passed, "src", "query", "choices", "height", "step", "theme"];

    connectedCallback() {
      addEventListener("message", this);
      this.watch = new MutationObserver(() => this.follow());
      this.watch.observe(root, { attributes: true });
      this.load();
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      this.watch.disconnect();
      this.frame = null;
    }

    attributeChangedCallback(name, _, step) {
      if (!this.frame) return;
      // A frame that is still loading hears nothing.
      name === "step" && this.ready ? this.tell("goto", { step }) : name === "theme" ? this.follow() : this.load();
    }

    load() {
      const at = (name) => this.getAttribute(name) ?? "";
      const src = new URL("index.html", new URL(at("src"), at("src") ? document.baseURI : here));
      src.search = at("query");
      const query = { embed: 1, theme: this.theme, height: at("height") === "auto" && "auto" };
      for (const name of passed) query[name] = at(name);
      for (const name in query) query[name] && src.searchParams.set(name, query[name]);
      src.hash = `${at("step")}&choices=${at("choices")}`;
      this.ready = false;
      this.frame = Object.assign(document.createElement("iframe"), {
        loading: "lazy",
        title: this.title || "AAuth Simulator",
        width: "100%",
        height: parseInt(at("height")) || 640,
        allow: "clipboard-write",
        src,
      });
      this.frame.style.border = 0;
      this.replaceChildren(this.frame);
    }

    get theme() {
      return this.getAttribute("theme") || hostTheme();
    }

    follow() {
      this.tell("set-theme", { theme: this.theme });
    }

    // next, previous, goto with a step, play, pause, set-theme with a theme.
    tell(command, more) {
      this.frame.contentWindow?.postMessage({ "aauth-sim": 1, command, ...more }, "*");
    }

    handleEvent({ source, data }) {
      if (source !== this.frame.contentWindow || data?.["aauth-sim"] !== 1) return;
      if (data.event === "ready") this.ready = true, this.follow();
      if (data.height) this.frame.height = data.height;
      this.dispatchEvent(new CustomEvent(data.event, { detail: data }));
    }
  });
})();

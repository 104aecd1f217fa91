// Defines <aauth-sim>: a lesson of the simulator inside another page, as embed.html beside this file shows.
//
//   <script src="https://sim.example/aauth-sim.js" defer></script>
//   <aauth-sim lesson="clarification" step="answer-1"></aauth-sim>
//
// The build leaves these comments out; what is left is 2 KB at most.
(() => {
  const { currentScript: script, documentElement: root } = document,
    tag = "aauth-sim",
    names = "src query choices height step theme lesson seed tab detail speed hide autoplay motion keys".split(" ");

  // Each lesson may bring the script along.
  customElements.get(tag) || customElements.define(tag, class extends HTMLElement {
    static observedAttributes = names;

    connectedCallback() {
      addEventListener("message", this);
      (this.watch = new MutationObserver(() => this.follow())).observe(root, { attributes: true });
      this.load();
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      this.watch.disconnect();
      this.frame = 0;
    }

    attributeChangedCallback(name, old, now) {
      if (!this.frame || old == now) return;
      // A frame that is still loading hears nothing.
      name == "step" && this.ready ? this.tell("goto", { step: now || "1" }) :
        name == "theme" ? this.follow() : this.load();
    }

    load() {
      const at = name => this.getAttribute(name) ?? "",
        base = at("src") ? new URL(at("src").replace(/\/?$/, "/"), root.baseURI) : script.src,
        src = new URL("index.html", base),
        set = (name, value) => value && src.searchParams.set(name, value);
      src.search = at("query");
      set("embed", 1);
      set("theme", this.theme);
      set("height", at("height") == "auto" && "auto");
      // What goes on as it stands.
      for (const name of names.slice(6)) set(name, at(name));
      src.hash = `${at("step")}&choices=${at("choices")}`;
      this.ready = 0;
      this.frame = Object.assign(document.createElement("iframe"), {
        loading: "lazy",
        title: this.title || "AAuth Simulator",
        height: at("height") > 0 ? at("height") : 640,
        allow: "clipboard-write",
        style: "display:block;border:0;width:100%",
        src,
      });
      // What the page around makes of its own elements, again and again, is not to lose the frame.
      (this.shadowRoot ?? this.attachShadow({ mode: "open" })).replaceChildren(this.frame);
    }

    // As the page around says by an attribute, as Docusaurus does, or by its style, as mdBook does. One that
    // is made for both leaves it to the reader's system, and one that says nothing is light.
    get theme() {
      const mode = getComputedStyle(root).colorScheme;
      return [this.getAttribute("theme"), root.dataset.theme, mode]
        // What is longer than `normal` names both.
        .find(theme => /^(dark|light|system)$/.test(theme)) ?? (mode[6] ? "system" : "light");
    }

    follow() {
      this.tell("set-theme", { theme: this.theme });
    }

    // next, previous, goto with a step, play, pause, set-theme with a theme.
    tell(command, more) {
      this.frame?.contentWindow?.postMessage({ [tag]: 1, command, ...more }, "*");
    }

    handleEvent({ source, data }) {
      if (source != this.frame?.contentWindow || data?.[tag] != 1) return;
      data.event == "ready" && this.follow(this.ready = 1);
      data.height && (this.frame.height = data.height);
      this.dispatchEvent(new CustomEvent(data.event, { detail: data }));
    }
  });
})();

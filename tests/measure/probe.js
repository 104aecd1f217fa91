// Runs in the page before anything of the page does, and notes when things happen, in ms from the
// start of the navigation. `window.probe` is what it found.
"use strict";

(() => {
  const probe = { paint: 0, usable: 0, shift: 0, longTasks: [] };
  window.probe = probe;

  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("paint", (entry) => {
    if (entry.name === "first-contentful-paint") probe.paint = entry.startTime;
  });
  observe("layout-shift", (entry) => {
    probe.shift += entry.value;
  });
  observe("longtask", (entry) => probe.longTasks.push([entry.startTime, entry.duration]));

  const find = (testid) => document.querySelector(`[data-testid="${testid}"]`);
  const nextTask = () => new Promise((resolve) => setTimeout(resolve));
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

  // Clicks Next, and returns how many ms it took until the page stood as it then stays.
  const step = async () => {
    let changed = 0;
    const observer = new MutationObserver(() => {
      changed = performance.now();
    });
    const whole = { attributes: true, characterData: true, childList: true, subtree: true };
    observer.observe(document.documentElement, whole);
    const clicked = performance.now();
    find("next").click();
    await nextTask();
    observer.disconnect();
    return changed - clicked;
  };

  // All steps to the last, each after the page has been painted.
  probe.steps = async () => {
    const position = find("position");
    const taken = [];
    while (Number(position.dataset.step) < Number(position.dataset.steps)) {
      await painted();
      taken.push(await step());
    }
    return taken;
  };

  probe.memory = async () => {
    const bindings = await import(document.querySelector("link[data-boot=bindings]").href);
    const { memory } = await bindings.default();
    return {
      elements: document.getElementsByTagName("*").length,
      wasm: memory.buffer.byteLength,
    };
  };

  // Usable is the moment at which a click on Next has moved the page.
  const clickWhenReady = () => {
    if (document.documentElement.dataset.boot !== "ready") return;
    ready.disconnect();
    const position = find("position");
    const moved = new MutationObserver(() => {
      moved.disconnect();
      probe.usable = performance.now();
    });
    moved.observe(position, { attributeFilter: ["data-step"] });
    find("next").click();
  };
  const ready = new MutationObserver(clickWhenReady);
  ready.observe(document, { attributeFilter: ["data-boot"], subtree: true });
})();

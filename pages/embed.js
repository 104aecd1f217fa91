// The form of embed.html: what is chosen goes into the preview and into the lines to copy. Which lessons and
// steps there are, the preview says when it is ready.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const preview = byId("preview");
  const fields = ["lesson", "step", "tab", "detail", "theme", "height"];
  // What the form has no field for and the element takes as it is.
  const passed = ["seed", "speed", "autoplay", "motion", "keys"];
  const boxes = [...document.querySelectorAll("[name=hide]")];
  // Settings of the lesson, and whatever else the address of this page brought along.
  const rest = new URLSearchParams();
  let choices = "";

  // A list that stays the same is left alone: somebody may be choosing from it.
  const fill = (select, rows, chosen) => {
    const stays = [...select.options].map(({ value, text }) => [value, text]);
    if (JSON.stringify(stays) !== JSON.stringify(rows))
      select.replaceChildren(...rows.map(([value, title]) => new Option(title, value)));
    select.value = chosen;
    select.disabled = false;
  };

  // The attributes of the element, in their order: only what is not as it is by itself.
  const attributes = () => {
    const hidden = boxes.filter((box) => box.checked).map((box) => box.value);
    const of = (id) => [id, byId(id).value];
    const kept = passed.filter((name) => rest.has(name)).map((name) => [name, rest.get(name)]);
    const query = new URLSearchParams([...rest].filter(([name]) => !passed.includes(name)));
    const all = [
      of("lesson"), of("step"), ["choices", choices], of("tab"), of("detail"), ["hide", hidden.join(",")],
      of("theme"), of("height"), ...kept, ["query", String(query)],
    ];
    return all.filter(([, value]) => value);
  };

  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const written = (pairs) => pairs.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
  const beside = (name) => new URL(name, document.baseURI);

  const write = () => {
    const chosen = Object.fromEntries(attributes());
    byId("snippet").value =
      `<script src="${beside("aauth-sim.js")}" defer></script>\n<aauth-sim${written(Object.entries(chosen))}></aauth-sim>`;
    const { step = "", choices = "", theme, height = "640", query = "", ...named } = chosen;
    const src = beside("index.html");
    const rows = Object.fromEntries(new URLSearchParams(query));
    src.search = new URLSearchParams({ ...named, ...rows, embed: "1", ...(theme && { theme }) });
    src.hash = [step, choices && `choices=${choices}`].filter(Boolean).join("&");
    // A page without a script cannot follow a height.
    const px = height === "auto" ? "640" : height;
    byId("frame").value =
      `<iframe${written([["src", src.href], ["title", "AAuth Simulator"], ["width", "100%"], ["height", px]])} ` +
      'loading="lazy" allow="clipboard-write"></iframe>';
  };

  // The preview begins where it is told. Where the reader goes in it, and what they choose, the lines begin.
  const show = () => {
    const chosen = new Map(attributes());
    for (const name of [...fields, ...passed, "choices", "hide", "query"]) {
      const value = chosen.get(name) ?? null;
      if (value === preview.getAttribute(name)) continue;
      if (value === null) preview.removeAttribute(name);
      else preview.setAttribute(name, value);
    }
    write();
  };

  const open = () => {
    for (const [name, value] of new URLSearchParams(location.search)) {
      const field = fields.includes(name) ? byId(name) : null;
      if (name === "hide") for (const box of boxes) box.checked = value.split(",").includes(box.value);
      else if (!field) rest.set(name, value);
      else if (name === "lesson") fill(field, [[value, value]], value);
      else if ([...field.options].some((option) => option.value === value)) field.value = value;
    }
    rest.delete("embed");
    const fragment = location.hash.slice(1).split("&");
    choices = fragment.find((part) => part.startsWith("choices="))?.slice("choices=".length) ?? "";
    const step = fragment.find((part) => part && !part.includes("="));
    if (step) fill(byId("step"), [[step, step]], step);
    show();
  };

  const follow = ({ lesson, choices: taken, steps }) => {
    byId("lesson").value = lesson;
    choices = taken;
    const rows = steps.map(({ slug, title }, at) => [at ? slug : "", `${at + 1}. ${title}`]);
    fill(byId("step"), rows, byId("step").value);
    write();
  };

  preview.addEventListener("ready", ({ detail }) => {
    byId("state").textContent = "";
    fill(byId("lesson"), detail.lessons.map(({ id, title }) => [id, title]), detail.lesson);
    follow(detail);
  });

  // Another lesson, or the same one with other choices.
  preview.addEventListener("run", ({ detail }) => follow(detail));

  preview.addEventListener("step", ({ detail }) => {
    byId("step").value = detail.number > 1 ? detail.step : "";
    write();
  });

  byId("form").addEventListener("change", ({ target }) => {
    if (target.id === "lesson") {
      choices = "";
      byId("step").value = "";
      for (const name of [...rest.keys()]) if (!passed.includes(name)) rest.delete(name);
      byId("state").textContent = "The lesson is starting…";
    }
    // The attribute may say so already, from before the reader went on.
    if (target.id === "step") preview.tell("goto", { step: target.value || "step-1" });
    show();
  });

  for (const button of document.querySelectorAll("[data-copies]")) {
    button.addEventListener("click", async () => {
      const text = byId(button.dataset.copies);
      const said = byId("said");
      try {
        await navigator.clipboard.writeText(text.value);
        said.textContent = "Copied.";
      } catch {
        text.focus();
        text.select();
        said.textContent = "The browser did not allow it. The lines are selected: copy them by hand.";
      }
    });
  }

  open();
})();

// Marked cards are the two sides of the exchange panel, and its preview follows pushes.

const panel = () => document.getElementById("exchangef");
const sides = () => ["a", "b"].map((side) => panel().elements[`${side}-character`]);

document.addEventListener("change", ({ target }) => {
  if (!panel() || !target.matches("#roster .pick input")) return;
  const side = target.checked
    ? (sides().find((select) => !select.value) ?? sides()[1])
    : sides().find((select) => select.value === target.value);
  if (!side || (target.checked && sides().some((select) => select.value === target.value))) return;
  side.value = target.checked ? target.value : "";
  side.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("htmx:after:sse:message", ({ detail }) => {
  if (detail.message.event || !panel()) return;
  // The console asks for it where cards are marked.
  if (document.querySelector("#roster .pick :checked")) return;
  if (sides().every((select) => select.value)) htmx.trigger("#preview", "preview");
});

// The GM's hands: a box on a card fills the hit panel, keys pick targets, the preview follows pushes.

// The form of the panel that is open, if it has one that Enter sends; only a hit has an amount.
const form = () => document.getElementById("apply")?.form;
const amount = () => form()?.elements.amount;
const picks = () => [...document.querySelectorAll("#roster .pick input")];
const DOUBLE = 400; // milliseconds in which two presses are one
const phone = matchMedia("(max-width: 56rem)");

function changed(element) {
  element.dispatchEvent(new Event("input", { bubbles: true }));
}

function step(by) {
  const field = amount();
  if (!field) return;
  field.value = Math.max(0, (Number.parseInt(field.value, 10) || 0) + by);
  changed(field);
}

function fill(box) {
  for (const pick of picks()) pick.checked = pick.value === box.dataset.target;
  amount().value = box.dataset.amount;
  changed(amount());
}

function isFilledWith(box) {
  const chosen = picks().filter((pick) => pick.checked);
  return (
    chosen.length === 1 &&
    chosen[0].value === box.dataset.target &&
    amount().value === box.dataset.amount
  );
}

// A box brings the hit panel back from recovery; who is filling in another panel goes on with it.
async function press(box) {
  if (recovering()) await htmx.ajax("GET", "panels/hit/", { target: "#panel", swap: "outerHTML" });
  if (!amount()) return;
  if (isFilledWith(box)) form().requestSubmit();
  else fill(box);
}

document.addEventListener("click", (event) => {
  const stepper = event.target.closest("[data-step]");
  if (stepper) step(Number(stepper.dataset.step));
  const box = event.target.closest("#roster [data-amount]");
  if (box) press(box);
  if (event.target.closest("[data-panel]")) showPanel();
});

function showPanel() {
  if (boundary.matches(":popover-open")) boundary.hidePopover();
  // On a phone the panel is a sheet to be pulled up.
  if (phone.matches) location.hash = "#hit";
}

// --- recovery is for one character at a time

const recovering = () => document.getElementById("recovery-character");

document.addEventListener("change", ({ target }) => {
  if (!recovering() || !target.matches("#roster .pick :checked")) return;
  for (const pick of picks()) pick.checked = pick === target;
  recovering().value = target.value;
  recovering().dispatchEvent(new Event("change", { bubbles: true }));
});

let appliedAt = 0;

document.addEventListener("applied", () => {
  appliedAt = Date.now();
  for (const pick of picks()) pick.checked = false;
  if (location.hash === "#hit") location.hash = "#roster";
});

// The second press of a double one meets a panel that is empty by then.
document.addEventListener(
  "submit",
  (event) => {
    const isLate = Date.now() - appliedAt > DOUBLE;
    if (isLate || event.target.id !== "hitf" || picks().some((pick) => pick.checked)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

document.addEventListener("htmx:after:sse:message", ({ detail }) => {
  // A target may have changed under the preview; beats change nothing.
  if (detail.message.event) return;
  const preview = document.getElementById("preview");
  const isApplying = form()?.classList.contains("htmx-request");
  if (preview && !isApplying && picks().some((pick) => pick.checked)) htmx.trigger(preview, "preview");
  for (const shown of document.querySelectorAll("[data-follows]")) {
    // What this page itself is just doing is answered with what is so then.
    const isBusy = shown.parentElement.querySelector(".htmx-request:not([data-follows])");
    if (!isBusy) htmx.trigger(shown, "preview");
  }
});

// --- the end of a round or of more pops up, and is up while there is something in it

const boundary = document.getElementById("boundary");

document.addEventListener("htmx:after:swap", () => {
  const isFilled = boundary.childElementCount > 0;
  if (boundary.matches(":popover-open") !== isFilled) boundary.togglePopover(isFilled);
});

boundary.addEventListener("toggle", ({ newState }) => {
  if (newState === "closed") boundary.replaceChildren();
});

// --- the line that Undo takes back next may hang below the newest ones, and is not told twice
// when the page on which it stands is unfolded

document.addEventListener("htmx:before:swap", ({ detail: { tasks } }) => {
  for (const { target, fragment } of tasks) {
    if (!target.matches(".older")) continue;
    for (const line of fragment.querySelectorAll("li[id]")) {
      const shown = document.getElementById(line.id);
      if (shown) line.replaceWith(shown);
    }
  }
});

// --- keys

const KEYS_OFF = "denik-keys-off";
const keysSwitch = document.getElementById("keys");
keysSwitch.checked = !localStorage.getItem(KEYS_OFF);
keysSwitch.addEventListener("change", () => {
  if (keysSwitch.checked) localStorage.removeItem(KEYS_OFF);
  else localStorage.setItem(KEYS_OFF, "1");
});

const isTyping = (element) =>
  element.closest("textarea, select, [contenteditable]") ||
  element.matches("input:not([type=checkbox], [type=radio])");

const keys = {
  "+": () => step(1),
  "-": () => step(-1),
  r: () => document.getElementById("roll").click(),
  y: () => document.getElementById("redo-newest")?.click(),
  z: ({ shiftKey }) => document.getElementById(`${shiftKey ? "redo" : "undo"}-newest`)?.click(),
  Escape: () => {
    location.hash = "#roster";
  },
  Enter: (event) => {
    if (event.target.closest("a, button, summary")) return;
    event.preventDefault();
    form()?.requestSubmit();
  },
};

document.addEventListener("keydown", (event) => {
  if (!keysSwitch.checked || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.repeat || isTyping(event.target) || document.querySelector(":popover-open")) return;
  const pick = /^[1-9]$/.test(event.key) && picks()[Number(event.key) - 1];
  if (pick) pick.click();
  else keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.(event);
});

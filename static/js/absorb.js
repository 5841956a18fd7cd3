// Why: HTML cannot add up what is picked, nor open a dialog when its content arrives.

const opened = new Set(); // hits whose dialog has opened by itself
const sent = new Set(); // hits this page has answered
const told = new Map(); // hits on the page, and what to say when one is gone
const messages = document.getElementById("messages");

document.addEventListener("input", ({ target }) => addUp(target.closest?.("[data-absorb]")));
document.addEventListener("submit", remember);
document.addEventListener("htmx:finally:request", forget);
document.addEventListener("close", giveBack, true);
document.addEventListener("click", press);
document.addEventListener("htmx:after:swap", refresh);
document.addEventListener("htmx:after:sse:message", refresh);
document.addEventListener("chosen", pullUp);
new MutationObserver(bringIn).observe(messages, { childList: true });
refresh();

function refresh() {
  const forms = [...document.querySelectorAll("[data-absorb]")];
  for (const form of forms) addUp(form);
  tellWhatIsGone(forms.filter(isWaiting));
  open();
}

// --- the running total

function addUp(form) {
  if (!form) return;
  for (const text of form.querySelectorAll(".wide")) {
    text.hidden = !text.closest(".opt").querySelector("[name=slot]").checked;
  }
  const picked = [...form.querySelectorAll("[data-worth]:checked")]
    .map((input) => ({ words: input.dataset.words, worth: Number(input.dataset.worth) }))
    .filter(({ worth }) => worth);
  const shifts = Number(form.dataset.shifts);
  const absorbed = picked.reduce((sum, { worth }) => sum + worth, 0);
  const facts = {
    shifts,
    absorbed,
    left: Math.max(0, shifts - absorbed),
    lost: Math.max(0, absorbed - shifts),
    sum: picked.map(({ worth }) => worth).join(" + "),
    choice: picked.map(({ words }) => words).join(" + "),
  };
  showTotal(form.querySelector(".tot"), picked, facts);
  showButton(form.querySelector("[value=absorb]"), facts);
}

function showTotal(total, picked, facts) {
  const sum = total.querySelector("[data-sum]");
  write(sum, sum.dataset.sum, facts);
  const said = total.querySelector("[data-left]");
  const how = facts.left ? "left" : facts.lost ? "lost" : "exact";
  write(said, said.dataset[how], facts);
  const parts = picked.map(({ words, worth }) => part(words, worth, "fill"));
  if (facts.left) parts.push(part(facts.left, facts.left, ""));
  total.querySelector("ol").replaceChildren(...parts);
}

function part(words, worth, kind) {
  const item = document.createElement("li");
  item.className = kind;
  item.dataset.n = worth;
  item.textContent = words;
  return item;
}

function showButton(button, facts) {
  button.disabled = facts.left > 0;
  write(button, facts.left ? button.dataset.missing : button.dataset.words, facts);
}

// A text that stays the same is not announced again.
function write(element, template, facts) {
  const text = template.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
  if (element.textContent !== text) element.textContent = text;
}

// --- the dialog

function open() {
  const dialog = document.querySelector("dialog[data-opens-itself]");
  if (!dialog || opened.has(dialog.dataset.opensItself)) return;
  opened.add(dialog.dataset.opensItself);
  show(dialog);
}

// No control has the focus: whoever is typing elsewhere must not press one by chance.
function show(dialog) {
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("h2").focus();
}

function press(event) {
  const opener = event.target.closest("[data-opens]");
  if (opener) {
    event.preventDefault();
    show(document.getElementById(opener.dataset.opens));
  }
  const closer = event.target.closest("[data-closes]");
  if (closer) document.getElementById(closer.dataset.closes).close();
}

// Whatever lies outside a modal dialog can be neither read nor pressed.
function bringIn() {
  const said = document.querySelector("dialog:modal [data-messages]");
  const newest = messages.lastElementChild;
  if (!said || !newest) return;
  said.replaceChildren(newest);
  messages.replaceChildren();
}

function giveBack({ target }) {
  messages.append(...(target.querySelector("[data-messages]")?.children ?? []));
}

// On a phone the panel is a sheet that its address pulls up.
function pullUp() {
  if (matchMedia("(max-width: 56rem)").matches) location.hash = "#hit";
}

// --- somebody was faster

function remember({ target: { dataset } }) {
  sent.add(dataset.absorb ?? dataset.withdraws);
}

// What was refused, or never arrived, is yet to be answered.
function forget({ target, detail: { ctx } }) {
  if (!ctx?.response?.raw?.ok) sent.delete(target.dataset?.absorb);
}

function isWaiting({ dataset: { absorb, victim } }) {
  const card = document.getElementById(`card-${victim}`);
  return !card || card.querySelector(`[data-waiting="${absorb}"]`) !== null;
}

function tellWhatIsGone(forms) {
  const waiting = new Set(forms.map((form) => form.dataset.absorb));
  for (const [key, words] of told) {
    if (waiting.has(key)) continue;
    told.delete(key);
    if (!sent.has(key)) say(words);
  }
  for (const form of forms) told.set(form.dataset.absorb, form.dataset.gone);
}

function say(words) {
  const message = document.createElement("p");
  message.className = "msg warning";
  message.textContent = words;
  messages.append(message);
}

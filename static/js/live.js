// Why: hx-sse never retries a first connection, waits for ever on a silent one, and swaps in what is out of date.

const SILENCE = 25_000; // the server beats every 10 s
const PATIENCE = 3_000; // so long a loss is nobody's business
const PROMPT = 1_000; // news of what this page did comes within this time
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;

const live = document.getElementById("live");
const net = document.getElementById("net");

let isAsking = false;
let request = null; // the one that asked for the stream
let isRevoked = false;
let pause = FIRST_PAUSE;
let heard = Date.now(); // when the server last spoke: the time of the state on the page
let quietSince = heard;
let asked = 0; // when the page last asked for what comes through its stream
let lostSince = null;
let locked = [];

document.addEventListener("htmx:config:request", tellOfStream);
document.addEventListener("htmx:before:swap", dropStale);
document.addEventListener("htmx:before:swap", keepOlder);
document.addEventListener("htmx:error", showFailure);
document.addEventListener("streamed", expectNews);
document.addEventListener("visibilitychange", comeBack);
live.addEventListener("htmx:before:request", ({ detail: { ctx } }) => (request = ctx.request));
live.addEventListener("htmx:before:sse:connection", lose);
live.addEventListener("htmx:before:sse:message", hear);
live.addEventListener("htmx:sse:close", connectLater);
live.addEventListener("beat", pauseIfHidden);
live.addEventListener("revoked", showRevoked);
setInterval(watch, 1_000);
connect();

// --- opening, and opening again

function connection() {
  return live._htmx?.sse;
}

// Asks as the extension itself would: its own trigger is missing when htmx starts before the
// extension has loaded.
async function connect() {
  if (isRevoked || isAsking || document.hidden || !live.isConnected || connection()) return;
  isAsking = true;
  try {
    await htmx.ajax("GET", live.getAttribute("hx-sse:connect"), { source: live });
  } finally {
    isAsking = false;
  }
  if (!connection()) connectLater();
}

function connectLater() {
  if (isRevoked) return;
  lose();
  setTimeout(connect, pause);
  pause = Math.min(pause * 2, LONGEST_PAUSE);
}

function comeBack() {
  if (document.hidden) return;
  quietSince = Date.now();
  connect();
}

// The extension overlooks a page that was hidden while it connected.
function pauseIfHidden() {
  if (document.hidden) document.dispatchEvent(new Event("visibilitychange"));
}

// --- what is heard, and what is not

function hear() {
  heard = quietSince = Date.now();
  lostSince = null;
  pause = FIRST_PAUSE;
  hideNet();
}

function lose() {
  lostSince ??= Date.now();
}

function watch() {
  if (isRevoked || document.hidden) return;
  if (Date.now() - quietSince > SILENCE) cut();
  if (lostSince !== null && Date.now() - lostSince > PATIENCE) showNet();
}

function cut() {
  quietSince = Date.now();
  lostSince ??= heard;
  const { reader, abortController } = connection() ?? {};
  if (reader) reader.cancel();
  else (abortController ?? request)?.abort();
}

// What comes through the stream need not be in the answer as well.
function tellOfStream({ detail: { ctx } }) {
  if (!connection()?.reader || lostSince !== null) return;
  ctx.request.headers["X-Stream"] = "open";
  asked = Date.now();
}

// An answer left something to the stream; one that has said nothing since it was asked is dead.
function expectNews() {
  const since = asked;
  setTimeout(() => {
    if (heard < since) cut();
  }, PROMPT);
}

function showNet() {
  if (!net.hidden) return;
  const clock = { timeStyle: "medium", timeZone: net.dataset.zone };
  const time = net.querySelector("time");
  time.dateTime = new Date(heard).toISOString();
  time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, clock).format(heard);
  net.hidden = false;
  locked = [...document.querySelectorAll("[data-live]:not(:disabled)")];
  for (const control of locked) control.disabled = true;
}

function hideNet() {
  if (net.hidden) return;
  net.hidden = true;
  for (const control of locked) control.disabled = false;
  locked = [];
}

// --- the end of the right to look

function showRevoked() {
  isRevoked = true;
  hideNet();
  const main = document.querySelector("main");
  const notice = document.getElementById("revoked-notice");
  main.replaceChildren(notice.content.cloneNode(true));
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  for (const control of document.querySelectorAll("button, input, select, textarea")) {
    control.disabled = !main.contains(control);
  }
  main.tabIndex = -1;
  main.focus();
}

// --- swaps and failures of any request

// An answer to a click and a pushed frame may overtake one another; the newer state stays.
function dropStale({ detail: { tasks } }) {
  const fresh = tasks.filter(({ fragment }) => {
    for (const next of fragment?.querySelectorAll("[id][data-version]") ?? []) {
      const shown = document.getElementById(next.id);
      if (!shown || Number(next.dataset.version) >= Number(shown.dataset.version)) continue;
      if (next === fragment.firstElementChild && fragment.childElementCount === 1) return false;
      next.replaceWith(shown.cloneNode(true));
    }
    return true;
  });
  tasks.splice(0, tasks.length, ...fresh);
}

// Who has unfolded older lines of the log reads on in them. When what they hang below is not
// among the newest any more, they fold, so that no line is missing between; so they do when
// somebody may have been hidden, whose lines go with them.
function keepOlder({ detail: { tasks } }) {
  if (tasks.some(({ fragment }) => fragment?.querySelector("#roster"))) return;
  for (const { fragment } of tasks) {
    const next = fragment?.querySelector("#log");
    const lines = [...(next?.querySelectorAll("li[id]") ?? [])];
    const last = lastInARow(lines);
    const isUnfolded = document.querySelectorAll("#log > li[id]").length > lines.length;
    if (!last || last.id !== lines.at(-1).id || !isUnfolded) continue;
    next.querySelector(".older")?.remove();
    for (let line = last.nextElementSibling; line; line = line.nextElementSibling) {
      next.append(line.cloneNode(true));
    }
  }
}

// The line that Undo takes back next may follow the newest ones from far below.
function lastInARow(lines) {
  let last = null;
  for (const { id } of lines) {
    const shown = document.getElementById(id);
    if (last && last.nextElementSibling !== shown) break;
    last = shown;
  }
  return last;
}

function showFailure({ target, detail: { ctx, error } }) {
  const isReplaced = error?.name === "AbortError" && ctx?.sourceElement.closest("[hx-sync]");
  if (target === live || !ctx || ctx.response || isReplaced) return;
  const message = document.createElement("p");
  message.className = "msg error";
  message.textContent = net.dataset.failed;
  document.getElementById("messages").replaceChildren(message);
}

// --- what HTML has no button for

document.querySelector("[data-print]")?.addEventListener("click", () => window.print());

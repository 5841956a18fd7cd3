// Why: HTML has no button that copies, and plain http (phones on a home network) has no clipboard;
// nor does htmx stop asking for a page whose link was revoked.

const LONG_ENOUGH_TO_READ = 3_000;

document.addEventListener("click", copy);
document.addEventListener("htmx:after:swap", showButtons);
document.addEventListener("htmx:after:request", leaveIfRevoked);
showButtons();

// Without this script there is nothing that they could do.
function showButtons() {
  for (const button of document.querySelectorAll("[data-copy][hidden]")) {
    button.hidden = false;
  }
}

// The page that comes in its place says what happened and asks for nothing.
function leaveIfRevoked(event) {
  if (event.detail.ctx.response.status === 410) {
    event.preventDefault();
    location.reload();
  }
}

async function copy({ target }) {
  const button = target.closest("[data-copy]");
  if (!button) {
    return;
  }
  const address = document.getElementById(button.dataset.copy);
  const isCopied = await isWritten(address.textContent.trim()) || isCopiedAsSelection(address);
  answer(button, isCopied ? `✓ ${button.dataset.copied}` : button.dataset.selected);
}

async function isWritten(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// Where this is refused too, the address stays selected for a hand to copy.
function isCopiedAsSelection(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  return document.execCommand("copy");
}

function answer(button, words) {
  const label = button.querySelector("span");
  button.dataset.words ??= label.textContent;
  label.textContent = words;
  setTimeout(() => (label.textContent = button.dataset.words), LONG_ENOUGH_TO_READ);
}

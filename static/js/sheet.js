// Printing needs a script: HTML has no button for it.

document.querySelector("[data-print]")?.addEventListener("click", () => window.print());

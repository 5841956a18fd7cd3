// A touch on an ability fills the dice tray; what is planned follows the roller's state.

document.addEventListener("click", (event) => {
  const ability = event.target.closest("[data-ability]");
  if (!ability) return;
  const { elements } = ability.form;
  elements.ability.value = ability.dataset.ability;
  if (elements.pool) elements.pool.value = ability.dataset.pool;
  elements.note.value = ability.dataset.note;
  elements.ability.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("htmx:after:sse:message", ({ detail }) => {
  // Beats change nothing, and a plan that nobody sees can wait.
  if (detail.message.event) return;
  if (document.getElementById("plan")?.checkVisibility()) htmx.trigger("#plan", "plan");
});

document.getElementById("dice-tray")?.addEventListener("toggle", ({ newState }) => {
  if (newState === "open") htmx.trigger("#plan", "plan");
});

/* Says when a tap did not reach the server, and copies a field. All the pages work without this. */
(() => {
  const show = (on) => {
    const note = document.getElementById("unsent");
    if (note) note.hidden = !on;
  };
  document.addEventListener("htmx:error", (event) => show(Boolean(event.detail?.ctx)));
  document.addEventListener("htmx:after:request", (event) => {
    show(event.detail.ctx.response.status >= 500);
  });

  // Without https a browser has no clipboard; the field stays selected for the phone's own menu.
  const copied = async (field) => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      return document.execCommand("copy");
    }
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const done = await copied(document.getElementById(button.dataset.copy));
    document.getElementById("copied").textContent = done
      ? "Copied."
      : "Your browser does not copy by itself: hold a finger on the text to copy it.";
  });
})();

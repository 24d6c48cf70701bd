/* Says when a tap did not reach the server. All the pages work without this file. */
(() => {
  const show = (on) => {
    const note = document.getElementById("unsent");
    if (note) note.hidden = !on;
  };
  document.addEventListener("htmx:error", (event) => show(Boolean(event.detail?.ctx)));
  document.addEventListener("htmx:after:request", (event) => {
    show(event.detail.ctx.response.status >= 500);
  });
})();

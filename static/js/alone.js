/* Only where a phone runs the companion by itself, in a frame: saving files, links to elsewhere, and
   whether the browser keeps the data. */
(() => {
  /* Browsers fetch what is saved past the service worker, so it is fetched here. */
  const save = async (link) => {
    const answer = await fetch(link.href);
    if (!answer.ok) return location.assign(link.href); // the page says what is wrong
    const said = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition"));
    const copy = document.createElement("a");
    copy.href = URL.createObjectURL(await answer.blob());
    copy.download = said?.[1] ?? "";
    copy.click();
    setTimeout(() => URL.revokeObjectURL(copy.href), 60000);
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || link.protocol === "blob:") return;
    if (link.origin !== location.origin) link.target = "_blank"; // nothing else is shown in the frame
    else if (link.hasAttribute("download")) {
      event.preventDefault();
      save(link);
    }
  });

  const words = document.getElementById("kept"), button = document.getElementById("keep");
  const show = (kept) => {
    words.textContent = kept ? words.dataset.yes : words.dataset.no;
    button.hidden = kept;
  };
  if (words && navigator.storage?.persisted) {
    navigator.storage.persisted().then(show);
    button.addEventListener("click", async () => show(await navigator.storage.persist()));
  }
})();

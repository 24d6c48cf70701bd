/* Copies a field. Every page works without this file. */
(() => {
  // Browsers have a clipboard only on https; elsewhere the field stays selected for the phone's own menu.
  const copied = async (field) => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      return document.execCommand("copy");
    }
  };
  const copy = async (field) => {
    document.getElementById("copied").textContent = await copied(field)
      ? "Copied."
      : "Your browser does not copy by itself: hold a finger on the text to copy it.";
  };

  document.addEventListener("click", ({ target }) => {
    const name = target.closest?.("[data-copy]")?.dataset.copy;
    if (name) copy(document.getElementById(name));
  });
})();

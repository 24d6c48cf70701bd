/* Copies a field, prints the page, sends a picture as PNG. Every page works without this file. */
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

  const asPng = async (address) => {
    const text = await (await fetch(address)).text();
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0);
    return new Promise((done) => { canvas.toBlob(done, "image/png"); });
  };
  const save = (blob, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  const send = async ({ from, name }) => {
    const blob = await asPng(from);
    const files = [new File([blob], name, { type: blob.type })];
    if (!navigator.canShare?.({ files })) return save(blob, name);
    try {
      await navigator.share({ files });
    } catch (error) {
      if (error.name !== "AbortError") save(blob, name);
    }
  };

  for (const button of document.querySelectorAll("[data-does]")) button.hidden = false;
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-copy], [data-does]");
    if (button?.dataset.copy) copy(document.getElementById(button.dataset.copy));
    if (button?.dataset.does === "print") print();
    if (button?.dataset.does === "picture") send(button.dataset);
  });
})();

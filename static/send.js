/* Copies a field, prints the page, makes a PNG of a picture. The pages work without this file. */
(() => {
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

/* Prints the page, and makes a PNG of a picture, to send or to keep. Their buttons show up here. */
(() => {
  for (const button of document.querySelectorAll("[data-does]")) button.hidden = false;

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
  const keep = (blob, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  const send = async ({ from, name }) => {
    const blob = await asPng(from);
    const files = [new File([blob], name, { type: blob.type })];
    if (!navigator.canShare?.({ files })) return keep(blob, name);
    try {
      await navigator.share({ files });
    } catch (error) {
      if (error.name !== "AbortError") keep(blob, name);
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-does]");
    if (button?.dataset.does === "print") print();
    if (button?.dataset.does === "picture") send(button.dataset);
  });
})();

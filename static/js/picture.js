/* Sends a picture as PNG, or saves it. */
(() => {
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
  const send = async ({ picture, name }) => {
    const blob = await asPng(picture);
    const files = [new File([blob], name, { type: blob.type })];
    if (!navigator.canShare?.({ files })) return save(blob, name);
    try {
      await navigator.share({ files });
    } catch (error) {
      if (error.name !== "AbortError") save(blob, name);
    }
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-picture]");
    if (!button) return;
    const { dataset } = button, say = (words) => { button.textContent = words; };
    dataset.says ||= button.textContent;
    button.ariaLive = "polite";
    send(dataset).then(() => say(dataset.says), () => say("That failed. Try again in a moment"));
  });
})();

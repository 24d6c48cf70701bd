/* Keeps the screen on where the box is ticked. Shows the notes about plain http. */
(() => {
  document.documentElement.toggleAttribute("data-http", !isSecureContext);
  const KEY = "companion.awake";
  if (!navigator.wakeLock) return;
  const wanted = () => { try { return localStorage.getItem(KEY) === "true"; } catch { return false; } };
  let lock = null;
  const hold = async () => {
    if (!wanted()) await lock?.release();
    else if (!lock && !document.hidden) {
      try {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => { lock = null; });
      } catch { /* the battery is low */ }
    }
  };
  const box = document.getElementById("awake");
  if (box) {
    box.checked = wanted();
    box.closest("[hidden]").hidden = false;
    box.addEventListener("change", () => {
      try { localStorage.setItem(KEY, box.checked); } catch {}
      hold();
    });
  }
  document.addEventListener("visibilitychange", hold);
  hold();
})();

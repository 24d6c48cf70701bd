/* Keeps the screen on where the box is ticked, until somebody has won. Shows the notes about plain http. */
(() => {
  document.documentElement.toggleAttribute("data-http", !isSecureContext);
  const KEY = "companion.awake";
  if (!navigator.wakeLock) return;
  const won = () => document.querySelector("[data-won]");
  const wanted = () => { try { return !won() && localStorage.getItem(KEY) === "true"; } catch { return false; } };
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
    try { box.checked = localStorage.getItem(KEY) === "true"; } catch {}
    box.closest("[hidden]").hidden = false;
    box.addEventListener("change", () => {
      try { localStorage.setItem(KEY, box.checked); } catch {}
      hold();
    });
  }
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("htmx:after:swap", hold);
  hold();
})();

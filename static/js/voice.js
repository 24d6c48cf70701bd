/* Reads the pay list out with the phone's own voice, once the button was tapped. The choice counts
   for every deal after that. A deal that was read out is not read again by itself. */
(() => {
  const WANTED = "companion.voice", READ = "companion.read";
  if (!("speechSynthesis" in window)) return;
  const kept = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* then it asks again */ } };
  const button = () => document.getElementById("voice");
  const on = () => kept(WANTED) === "true";

  const show = () => {
    const control = button();
    if (!control) return;
    control.hidden = false;
    control.setAttribute("aria-pressed", on());
    control.textContent = on() ? "Stop reading out" : "Read it out";
  };
  const speak = () => {
    const control = button();
    keep(READ, control.dataset.of);
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(control.dataset.says);
    words.lang = document.documentElement.lang;
    speechSynthesis.speak(words);
  };
  const look = () => {
    show();
    if (button() && on() && kept(READ) !== button().dataset.of) speak();
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#voice")) return;
    keep(WANTED, !on());
    if (on()) speak(); else speechSynthesis.cancel();
    show();
  });
  document.addEventListener("htmx:after:swap", look); // a correction on another phone
  look();
})();

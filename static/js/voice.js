/* Reads the pay list out with the phone's own voice once the button was tapped, and every later deal
   once. Some phones speak only after a tap on this very page. */
(() => {
  const WANTED = "companion.voice", READ = "companion.read";
  if (!("speechSynthesis" in window)) return;
  const kept = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* full */ } };
  const button = () => document.getElementById("voice");
  const on = () => kept(WANTED) === "true";
  let words; // held, else some browsers forget them

  const show = () => {
    const control = button(), off = document.getElementById("voice-off");
    if (!control) return;
    control.hidden = false;
    control.textContent = kept(READ) === control.dataset.of ? "Read again" : "Read it out";
    off.hidden = !on();
  };
  const speak = () => {
    const { says, of } = button().dataset;
    speechSynthesis.cancel();
    words = new SpeechSynthesisUtterance(says);
    words.lang = document.documentElement.lang;
    words.addEventListener("start", () => { keep(READ, of); show(); });
    speechSynthesis.speak(words);
  };
  const look = () => {
    show();
    const { of, news } = button()?.dataset ?? {};
    if (news === "" && on() && kept(READ) !== of) speak();
  };
  document.addEventListener("click", ({ target }) => {
    const does = target.closest?.("#voice, #voice-off")?.id;
    if (!does) return;
    keep(WANTED, does === "voice");
    if (on()) speak(); else speechSynthesis.cancel();
    button().focus(); // the other one goes
    show();
  });
  document.addEventListener("htmx:after:swap", look);
  look();
})();

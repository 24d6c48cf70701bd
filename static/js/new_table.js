// The form of a new table. Tells the server the time zone of this phone; without it the server's own is used.
document.addEventListener("formdata", ({ formData }) => {
  if (formData.has("zone")) formData.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
});
// Enter in a name leads to the next player, in a house rule or an amount it starts the table. Without
// this it leads to the next player from there too: a form has one button for Enter.
document.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !event.target.matches("details input")) return;
  event.preventDefault();
  event.target.form.querySelector("[value=make]").click();
});

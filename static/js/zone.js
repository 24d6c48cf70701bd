// Tells the server the time zone of this phone, with the form of a new table. Without it the server's own is used.
document.addEventListener("formdata", ({ formData }) => {
  if (formData.has("zone")) formData.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
});

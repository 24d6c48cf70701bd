/* The keys beside the field for an amount: each types its figures, the last one takes one away. */
document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-key]")?.dataset.key, field = document.getElementById("amount-field");
  if (!key || !field) return;
  const figures = field.value.replace(/\D/g, ""), longest = 7;
  const typed = key === "⌫" ? figures.slice(0, -1) : `${figures}${key}`.slice(0, longest);
  field.value = typed.replace(/^0+(?=\d)/, "").replace(/\B(?=(\d{3})+$)/g, ",");
});

// Prints the page. Every page works without this file.
document.addEventListener("click", ({ target }) => {
  if (target.closest?.(".print-button")) print();
});

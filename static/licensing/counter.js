/* The counter: Enter in the search box takes the only owner found, Enter at the till takes the money.
   Without this file the same is done with Tab and the buttons. */
"use strict";
(() => {
  const found = () => [...document.querySelectorAll("#found button[name=owner]")];
  const box = document.querySelector("[data-find] input[type=search]");
  // What the list below answers: Enter right after typing must not choose among the answers to fewer letters.
  let answered = box ? box.value : "";
  let waiting = false;

  const choose = () => {
    waiting = false;
    const all = found();
    if (all.length === 1) all[0].click();
    else if (all.length) all[0].focus();
    else document.querySelector("#nobody a")?.focus();
  };

  if (box) {
    document.addEventListener("htmx:afterSwap", (event) => {
      if (event.target.id !== "found") return;
      answered = new URLSearchParams(event.detail.xhr.responseURL.split("?")[1] || "").get("q") || "";
      if (waiting && answered === box.value) choose();
    });
    document.querySelector("[data-find]").addEventListener("submit", (event) => {
      if (!window.htmx) return;
      event.preventDefault();
      if (answered === box.value) choose();
      else waiting = true;
    });
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey) return;
    const till = event.target.closest("[data-enter-issue]");
    if (!till || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    document.querySelector("[data-issue]").click();
  });

  // A tick opens the animal's vaccinations and shows the box for its tag.
  document.addEventListener("change", (event) => {
    const card = event.target.closest(".visit-card");
    if (!card || !event.target.matches(".visit-card__tick > input")) return;
    card.classList.toggle("visit-card--on", event.target.checked);
    card.querySelector("[data-of-tick]").open = event.target.checked;
  });

  // The till's total changed while somebody types: the change is reckoned anew (ledger/tender.js).
  document.addEventListener("htmx:oobAfterSwap", () => {
    const tender = document.querySelector("[data-tender]");
    const now = document.querySelector("[data-total-now]")?.dataset.totalNow;
    if (!tender || now === undefined || tender.dataset.total === now) return;
    tender.dataset.total = now;
    document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: tender } }));
  });

  const visit = document.querySelector("[data-visit]");
  if (visit) {
    // Back after paying: the page comes from the browser's memory; ask the server what became of the visit.
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload();
    });
  }
})();

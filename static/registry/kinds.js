/* An owner is a person or an organization: only the boxes that fit are shown. Without this file all of them are. */
"use strict";
(() => {
  const show = () => {
    const chosen = document.querySelector("input[name=kind]:checked");
    const kind = chosen && chosen.value !== "person" ? "organization" : "person";
    for (const part of document.querySelectorAll("[data-for-kind]")) part.hidden = part.dataset.forKind !== kind;
  };
  document.addEventListener("change", (event) => event.target.name === "kind" && show());
  show();
})();

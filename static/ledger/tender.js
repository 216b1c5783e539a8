/* Total and change while typing. The server reckons both again; without this file they stand on the receipt. */
"use strict";
(() => {
  const cents = (text) => {
    const clean = text.trim().replace(/^\$/, "").replace(/,/g, "").trim();
    return /^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(clean) ? Math.round(parseFloat(clean) * 100) : null;
  };
  const money = (value) => `$${(value / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

  const change = (tender) => {
    const given = tender.querySelector("[data-tender-given]");
    const line = tender.querySelector("[data-tender-change-line]");
    if (!given || !line) return;
    const put = cents(given.value);
    const total = cents(tender.dataset.total);
    line.hidden = put === null || total === null;
    if (line.hidden) return;
    line.querySelector("[data-tender-change-label]").textContent = put < total ? "Still missing" : "Change";
    line.querySelector("[data-tender-change]").textContent = money(Math.abs(put - total));
  };

  const recount = (form) => {
    const ticked = [...form.querySelectorAll("[data-amount]:checked")];
    const total = ticked.reduce((sum, box) => sum + cents(box.dataset.amount), 0);
    for (const place of form.querySelectorAll("[data-pay-total]")) place.textContent = money(total);
    const tender = form.querySelector("[data-tender]");
    if (!tender) return;
    tender.dataset.total = (total / 100).toFixed(2);
    change(tender);
  };

  const refund = (form) => {
    const parts = [...form.querySelectorAll("[data-refund-part]")].map((box) => cents(box.value) ?? 0);
    form.querySelector("[data-refund-line]").hidden = false;
    form.querySelector("[data-refund-total]").textContent = money(parts.reduce((sum, part) => sum + part, 0));
  };

  const look = (root) => {
    root.querySelectorAll("[data-tender]").forEach(change);
    root.querySelectorAll("[data-pay]").forEach(recount);
    root.querySelectorAll("[data-refund]").forEach(refund);
  };

  document.addEventListener("input", (event) => {
    const tender = event.target.closest("[data-tender]");
    if (tender) change(tender);
    const form = event.target.form;
    if (form?.matches("[data-pay]") && event.target.matches("[data-amount]")) recount(form);
    if (form?.matches("[data-refund]")) refund(form);
  });
  // htmx put a new part into the page.
  document.addEventListener("htmx:load", (event) => look(event.detail.elt.parentElement ?? document));
  window.addEventListener("pageshow", () => look(document));
})();

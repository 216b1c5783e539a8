/* After the payment: the sheet is fetched once and shown, printed and opened from that one copy, since a receipt
   opened a second time is marked DUPLICATE. Without this file the link opens it. */
"use strict";
(() => {
  const link = document.querySelector("[data-sheet-fresh]");
  const place = document.querySelector("[data-sheet-preview]");
  if (!link || !place) return;

  const copy = fetch(link.href, { credentials: "same-origin" })
    .then((response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.blob();
    })
    .then((blob) => URL.createObjectURL(new Blob([blob], { type: "application/pdf" })));

  copy.then(
    (url) => {
      const frame = document.createElement("iframe");
      frame.title = "License and receipt";
      frame.src = `${url}#toolbar=0&navpanes=0&view=FitH`;
      place.append(frame);
      place.hidden = false;
      const print = document.querySelector("[data-sheet-print]");
      print.hidden = false;
      print.addEventListener("click", () => frame.contentWindow.print());
    },
    () => {
      delete link.dataset.sheetFresh; // the link itself opens it
    },
  );

  link.addEventListener("click", (event) => {
    if (!("sheetFresh" in link.dataset)) return;
    event.preventDefault();
    copy.then((url) => window.open(url, "_blank"));
  });
})();

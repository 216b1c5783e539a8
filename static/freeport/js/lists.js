/* Arrow keys in lists of links, buttons or choices (data-roving). From the box that filled the list
   (data-results="#id") the down arrow goes into it, and the up arrow from its first line goes back. */
"use strict";
(() => {
  const lines = (list) =>
    [...list.querySelectorAll("a[href], button:not(:disabled), input[type=radio]")].filter((line) => line.getClientRects().length);

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const filler = [...document.querySelectorAll("[data-results]")].find((one) => document.querySelector(one.dataset.results)?.contains(event.target));
    const box = event.target.closest("[data-results]");
    if (event.key === "Escape" && (filler || box)?.matches(".find *")) {
      // The list under the search box is put away; what was typed stays.
      document.querySelector((filler || box).dataset.results).replaceChildren();
      (filler || box).focus();
      event.preventDefault();
      return;
    }
    if (box) {
      const list = document.querySelector(box.dataset.results);
      const first = list && lines(list)[0];
      if (first && event.key === "ArrowDown") {
        event.preventDefault();
        first.focus();
      }
      return;
    }
    const list = event.target.closest("[data-roving]");
    if (!list || event.target.type === "radio") return; // radio buttons rove by themselves
    const all = lines(list);
    const here = all.indexOf(event.target.closest("a, button"));
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key];
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    if (to < 0) {
      const opener = [...document.querySelectorAll("[data-results]")].find((box) => document.querySelector(box.dataset.results)?.contains(list));
      (opener || all[0]).focus();
    } else {
      all[Math.min(to, all.length - 1)].focus();
    }
  });
})();

/* Keys of a page, declared where they act: data-key="alt+p", data-key="r", or several: data-key="/ f2".
   A key alone acts only outside boxes; one with Alt or Ctrl, and function keys, act everywhere.
   A link or button is pressed, a box is focused. `?` lists the page's keys; data-key-name says what one does. */
"use strict";
(() => {
  const NAMES = { escape: "Esc", enter: "Enter", alt: "Alt", ctrl: "Ctrl", shift: "Shift" };

  const isTyping = (element) =>
    element.isContentEditable ||
    element.tagName === "TEXTAREA" ||
    element.tagName === "SELECT" ||
    (element.tagName === "INPUT" && !["checkbox", "radio", "button", "submit", "file"].includes(element.type));

  const pressed = (event) => {
    const parts = [];
    if (event.ctrlKey) parts.push("ctrl");
    if (event.altKey) parts.push("alt");
    // With Alt some keyboards make another letter of the key: take the key's place then.
    const key = event.altKey && /^Key[A-Z]$/.test(event.code) ? event.code.slice(3) : event.key;
    // Shift counts for named keys only: on a letter or sign it is part of the sign itself.
    if (event.shiftKey && key.length > 1) parts.push("shift");
    parts.push(key.toLowerCase());
    return parts.join("+");
  };

  const usable = (element) => !element.disabled && !element.closest("[hidden], [inert]") && element.getClientRects().length > 0;

  const declared = () => {
    // The last one wins: what a page declares goes before what the shell around it does.
    const found = new Map();
    for (const element of document.querySelectorAll("[data-key]")) {
      if (!usable(element)) continue;
      for (const key of element.dataset.key.toLowerCase().split(/\s+/)) {
        if (key && !(found.has(key) && element.closest(".bar, .nav-main"))) found.set(key, element);
      }
    }
    return found;
  };

  const act = (element) => {
    if (element.matches("a[href], button, summary, input[type=submit], input[type=checkbox], input[type=radio]")) {
      element.focus();
      element.click();
    } else {
      element.focus();
      if (element.select) element.select();
    }
  };

  const shown = (key) => {
    const kbd = document.createElement("kbd");
    kbd.textContent = key.split("+").map((part) => NAMES[part] || part.toUpperCase()).join("+");
    return kbd;
  };

  const nameOf = (element) => {
    if (element.dataset.keyName) return element.dataset.keyName;
    const label = element.labels && element.labels[0];
    const source = (label || element).cloneNode(true);
    for (const extra of source.querySelectorAll("kbd, svg, .field__opt, .visually-hidden")) extra.remove();
    return element.getAttribute("aria-label") || source.textContent.trim().replace(/\s+/g, " ");
  };

  const list = () => {
    const dialog = document.createElement("dialog");
    dialog.className = "keys";
    dialog.setAttribute("aria-labelledby", "keys-title");
    dialog.innerHTML =
      '<div class="keys__head"><h2 id="keys-title">Keys on this page</h2><form method="dialog"><button class="btn btn-secondary btn-sm">Close</button></form></div><dl></dl>';
    const byElement = new Map();
    for (const [key, element] of declared()) byElement.set(element, [...(byElement.get(element) || []), key]);
    const lines = dialog.querySelector("dl");
    const line = (keys, text) => {
      const term = document.createElement("dt");
      keys.forEach((key, n) => {
        if (n) term.append(" or ");
        term.append(shown(key));
      });
      const what = document.createElement("dd");
      what.textContent = text;
      lines.append(term, what);
    };
    for (const [element, keys] of byElement) line(keys, nameOf(element));
    line(["?"], "This list");
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.metaKey || event.key === undefined) return;
    const dialog = document.querySelector("dialog[open]");
    if (dialog) return;
    const key = pressed(event);
    const open = key === "escape" && document.querySelector("details[data-popover][open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
      event.preventDefault();
      return;
    }
    const bare = !event.ctrlKey && !event.altKey && !/^f\d+$/.test(key);
    if (bare && isTyping(event.target)) return;
    if (key === "?") {
      event.preventDefault();
      list();
      return;
    }
    const element = declared().get(key);
    if (!element) return;
    event.preventDefault();
    act(element);
  });

  // A panel that lies over the page closes when the person goes on elsewhere.
  for (const gesture of ["pointerdown", "focusin"]) {
    document.addEventListener(gesture, (event) => {
      for (const details of document.querySelectorAll("details[data-popover][open]")) {
        if (!details.contains(event.target)) details.open = false;
      }
    });
  }

  // On a narrow screen the navigation scrolls sideways: show where we are.
  document.querySelector(".nav-main [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });

  // A "why" that would leave the window opens to the other side; inside a table, which clips, it floats free of it.
  document.addEventListener(
    "toggle",
    (event) => {
      const details = event.target;
      if (!details.matches("details.why:not(.why--flow)") || !details.open || innerWidth < 768) return;
      const body = details.querySelector(".why__body");
      details.classList.toggle("why--end", details.classList.contains("why--end") || body.getBoundingClientRect().right > document.documentElement.clientWidth);
      if (!details.closest(".table-wrap")) {
        body.scrollIntoView({ block: "nearest" });
        return;
      }
      const GAP = 8;
      const button = details.querySelector("summary").getBoundingClientRect();
      const below = innerHeight - button.bottom;
      const room = Math.max(below, button.top) - 2 * GAP;
      body.classList.add("why__body--free");
      body.style.maxHeight = `${room}px`;
      body.style.left = `${Math.max(GAP, Math.min(button.left, document.documentElement.clientWidth - body.offsetWidth - GAP))}px`;
      body.style.top = `${below >= button.top ? button.bottom + GAP : button.top - GAP - Math.min(body.offsetHeight, room)}px`;
      const leave = (scroll) => {
        if (details.open && body.contains(scroll.target)) return;
        details.open = false;
        document.removeEventListener("scroll", leave, true);
      };
      document.addEventListener("scroll", leave, { capture: true, passive: true });
    },
    true,
  );

  for (const button of document.querySelectorAll("[data-keys-open]")) {
    button.hidden = false;
    button.addEventListener("click", list);
  }
})();

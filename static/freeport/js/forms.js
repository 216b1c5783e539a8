/* Forms: the first fault is focused, a second press is swallowed while the first is on its way, unsaved work is
   guarded where data-guard asks for it, Enter goes to the next box where data-enter-next asks for it.
   Without this file every form still works: the server recognises a repeated press by its token. */
"use strict";
(() => {
  const focusFirst = (root) => {
    const target = root.querySelector("[autofocus], [aria-invalid=true]");
    if (!target || root.querySelector(":focus")) return;
    target.focus();
    if (target.select && target.getAttribute("aria-invalid") === "true") target.select();
  };

  const submitters = (form) => [...form.elements].filter((element) => element.type === "submit");

  const free = (form) => {
    delete form.dataset.sent;
    for (const button of submitters(form)) button.removeAttribute("aria-busy");
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    // After the browser has read the form: a button disabled earlier would not send its name.
    setTimeout(() => (event.submitter || submitters(form)[0])?.setAttribute("aria-busy", "true"));
    // A download or a new tab leaves this page standing: let the form be pressed again.
    setTimeout(() => free(form), 8000);
  });

  // Back shows the page as it was left: its buttons must not still be waiting.
  window.addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach(free));

  const next = (box) => {
    const boxes = [...box.form.elements].filter(
      (element) => element.type !== "hidden" && !element.disabled && element.tagName !== "FIELDSET" && element.checkVisibility(),
    );
    return boxes[boxes.indexOf(box) + 1];
  };

  document.addEventListener("keydown", (event) => {
    const box = event.target;
    if (event.key !== "Enter" || event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey) return;
    if (box.tagName !== "INPUT" || !box.closest("[data-enter-next]") || ["submit", "button", "file"].includes(box.type)) return;
    const target = next(box);
    if (!target) return;
    event.preventDefault();
    target.focus();
    if (target.select) target.select();
  });

  // Leaving a form with unsaved work.
  const changed = new Set();
  document.addEventListener("input", (event) => event.target.form?.matches("[data-guard]") && changed.add(event.target.form));
  document.addEventListener("submit", (event) => changed.delete(event.target));
  window.addEventListener("beforeunload", (event) => {
    if ([...changed].some((form) => form.isConnected)) event.preventDefault();
  });

  // Messages can be put away; a "saved" from htmx (HX-Trigger: {"toast": {"text": …, "kind": …}}) is shown at the corner.
  const dismissable = (root) => {
    for (const button of root.querySelectorAll("[data-dismiss]")) button.hidden = false;
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dismiss]");
    if (button) button.closest(".notice").remove();
  });
  document.addEventListener("toast", (event) => {
    const { text, kind = "good" } = event.detail;
    const toast = document.createElement("div");
    toast.className = `notice notice--${kind}`;
    const body = document.createElement("div");
    body.className = "notice__body";
    body.textContent = text;
    toast.append(body);
    document.getElementById("toasts").append(toast);
    if (kind === "good" || kind === "info") setTimeout(() => toast.remove(), 6000);
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    dismissable(event.target);
    focusFirst(event.target);
  });
  dismissable(document);
  const first = document.querySelector("[aria-invalid=true]");
  if (first) focusFirst(document);
})();

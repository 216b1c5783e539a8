/* What is typed into a form with data-draft="name" is kept in this tab until it is saved, so that an expired session
   or a closed page loses nothing. Never kept: passwords, files, tokens, and any box inside data-private
   (what would tell who complained). Signing out forgets everything. */
"use strict";
(() => {
  const PREFIX = "draft:";
  const MINE = `${PREFIX}${document.body.dataset.user || ""}:`; // a draft is its writer's, also when others share the tab
  const key = (form) => MINE + form.dataset.draft;
  const kept = (box) =>
    box.name && !box.closest("[data-private]") && !["password", "file", "hidden", "submit", "button"].includes(box.type);

  const read = (form) => {
    const values = [];
    for (const box of form.elements) {
      if (!kept(box)) continue;
      if (["checkbox", "radio"].includes(box.type)) {
        if (box.checked) values.push([box.name, box.value]);
      } else {
        values.push([box.name, box.value]);
      }
    }
    return values;
  };

  const write = (form, values) => {
    for (const box of form.elements) {
      if (!kept(box)) continue;
      const mine = values.filter(([name]) => name === box.name).map(([, value]) => value);
      if (["checkbox", "radio"].includes(box.type)) box.checked = mine.includes(box.value);
      else if (mine.length) box.value = mine[0];
    }
  };

  const store = (name, draft) => {
    try {
      sessionStorage.setItem(name, JSON.stringify(draft));
    } catch {
      /* a full or forbidden store must not stop the typing */
    }
  };

  const forget = () => {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  };

  const offer = (form, values) => {
    const note = document.createElement("div");
    note.className = "notice form-errors";
    note.setAttribute("role", "status");
    note.innerHTML =
      '<div class="notice__body"><p class="notice__title">You typed something here that was not saved.</p>' +
      '<p><button type="button" class="btn btn-primary btn-sm" data-put-back>Put it back</button> ' +
      '<button type="button" class="btn btn-secondary btn-sm" data-forget>Forget it</button></p></div>';
    note.querySelector("[data-put-back]").addEventListener("click", () => {
      write(form, values);
      note.remove();
      form.querySelector("input:not([type=hidden]), select, textarea")?.focus();
    });
    note.querySelector("[data-forget]").addEventListener("click", () => {
      sessionStorage.removeItem(key(form));
      note.remove();
    });
    form.before(note);
  };

  const forms = [...document.querySelectorAll("form[data-draft]")];
  const here = new Set(forms.map(key));
  const signingIn = document.querySelector("form[data-sign-in]");
  const told = document.querySelector("#notices .notice--good");
  for (const name of Object.keys(sessionStorage)) {
    if (!name.startsWith(PREFIX)) continue;
    const draft = JSON.parse(sessionStorage.getItem(name));
    // Sent, and now another page stands here that is not the sign-in, or one that says what was done: it was saved.
    const saved = draft.sent && !signingIn && (told || !here.has(name));
    const anothers = document.body.dataset.user && !name.startsWith(MINE);
    if (saved || anothers) sessionStorage.removeItem(name);
  }
  for (const form of forms) {
    const saved = JSON.parse(sessionStorage.getItem(key(form)) || "null");
    const fresh = JSON.stringify(read(form));
    if (saved && !form.querySelector("[aria-invalid=true]") && JSON.stringify(saved.values) !== fresh) offer(form, saved.values);
    form.addEventListener("input", () => store(key(form), { values: read(form), sent: false }));
    form.addEventListener("submit", () => store(key(form), { values: read(form), sent: true }));
  }
  document.addEventListener("submit", (event) => event.target.matches("[data-sign-out]") && forget());
})();

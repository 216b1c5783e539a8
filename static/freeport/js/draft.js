/* What is typed into a form with data-draft="name" is kept in this tab until it is saved, so that an expired session
   or a closed page loses nothing. Only boxes that a person changed are kept: not what the server or a script put there,
   and never passwords, files, tokens, or any box inside data-private (what would tell who complained). Signing out
   forgets everything. */
"use strict";
(() => {
  const PREFIX = "draft:";
  const MINE = `${PREFIX}${document.body.dataset.user || ""}:`; // a draft is its writer's, also when others share the tab
  const key = (form) => MINE + form.dataset.draft;
  const kept = (box) =>
    box.name && !box.closest("[data-private]") && !["password", "file", "hidden", "submit", "button"].includes(box.type);
  const ticks = (box) => ["checkbox", "radio"].includes(box.type);
  const boxesOf = (form, name) => [...form.elements].filter((box) => box.name === name && kept(box));

  // What stands in the boxes of one name: the values ticked, or the text of each.
  const read = (form, name) =>
    boxesOf(form, name)
      .filter((box) => !ticks(box) || box.checked)
      .map((box) => box.value);

  const write = (form, values) => {
    for (const [name, mine] of Object.entries(values)) {
      boxesOf(form, name).forEach((box, n) => {
        if (ticks(box)) box.checked = mine.includes(box.value);
        else if (mine[n] !== undefined) box.value = mine[n];
      });
    }
  };

  // Whether a box of this name differs from what the server sent.
  const changed = (form, name) =>
    boxesOf(form, name).some((box) => {
      if (ticks(box)) return box.checked !== box.defaultChecked;
      if (box.tagName !== "SELECT") return box.value !== box.defaultValue;
      const chosen = [...box.options].filter((option) => option.defaultSelected);
      return box.value !== (chosen.at(-1) || box.options[0])?.value;
    });

  const load = (name) => {
    try {
      const draft = JSON.parse(sessionStorage.getItem(name));
      return draft && typeof draft.values === "object" && !Array.isArray(draft.values) ? draft : null;
    } catch {
      return null;
    }
  };

  const store = (name, draft) => {
    try {
      if (Object.keys(draft.values).length) sessionStorage.setItem(name, JSON.stringify(draft));
      else sessionStorage.removeItem(name);
    } catch {
      /* a full or forbidden store must not stop the typing */
    }
  };

  const forget = () => {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  };

  const offer = (form, putBack, letGo) => {
    const note = document.createElement("div");
    note.className = "notice form-errors";
    note.setAttribute("role", "status");
    note.innerHTML =
      '<div class="notice__body"><p class="notice__title">You typed something here that was not saved.</p>' +
      '<p><button type="button" class="btn btn-primary btn-sm" data-put-back>Put it back</button> ' +
      '<button type="button" class="btn btn-secondary btn-sm" data-forget>Forget it</button></p></div>';
    note.querySelector("[data-put-back]").addEventListener("click", () => {
      putBack();
      note.remove();
      form.querySelector("input:not([type=hidden]), select, textarea")?.focus();
    });
    note.querySelector("[data-forget]").addEventListener("click", () => {
      letGo();
      note.remove();
    });
    form.before(note);
  };

  const forms = [...document.querySelectorAll("form[data-draft]")];
  const here = new Set(forms.map(key));
  const signingIn = document.querySelector("form[data-sign-in]");
  const told = document.querySelector("#notices .notice--good");
  // Refused, or somebody else was quicker: the server shows the form again with what was typed in its boxes.
  const refused = [409, 422].includes(performance.getEntriesByType("navigation")[0]?.responseStatus);
  for (const name of Object.keys(sessionStorage)) {
    if (!name.startsWith(PREFIX)) continue;
    const draft = load(name);
    // Sent, and now another page stands here that is not the sign-in, or one that says what was done: it was saved.
    const saved = draft?.sent && !signingIn && (told || !here.has(name));
    const anothers = document.body.dataset.user && !name.startsWith(MINE);
    if (!draft || saved || anothers) sessionStorage.removeItem(name);
  }

  for (const form of forms) {
    const name = key(form);
    const draft = load(name);
    const again = Boolean(draft?.sent) && (refused || form.querySelector("[aria-invalid=true]") !== null);
    let waiting = {}; // offered, and not answered yet
    const typed = new Set(); // the names of the boxes that the person changed
    const shownAgain = new Set(again ? Object.keys(draft.values) : []);
    if (draft && !again) {
      const lost = Object.entries(draft.values).filter(
        ([box, mine]) => boxesOf(form, box).length && JSON.stringify(mine) !== JSON.stringify(read(form, box)),
      );
      waiting = Object.fromEntries(lost);
    }
    const keep = (sent) => {
      const values = { ...waiting };
      for (const box of new Set([...typed, ...shownAgain])) {
        if (shownAgain.has(box) || changed(form, box)) values[box] = read(form, box);
      }
      store(name, { values, sent });
    };
    if (draft) keep(draft.sent && !again);
    if (Object.keys(waiting).length) {
      offer(
        form,
        () => {
          write(form, waiting);
          for (const box of Object.keys(waiting)) typed.add(box);
          waiting = {};
          keep(false);
        },
        () => {
          waiting = {};
          keep(false);
        },
      );
    }
    form.addEventListener("input", (event) => {
      if (!event.target.name || !kept(event.target)) return;
      typed.add(event.target.name);
      keep(false);
    });
    form.addEventListener("submit", () => keep(true));
  }
  document.addEventListener("submit", (event) => event.target.matches("[data-sign-out]") && forget());
})();

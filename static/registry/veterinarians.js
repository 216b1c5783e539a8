/* Choosing a veterinarian who is known fills in the clinic; the list follows what is typed. */
"use strict";
(() => {
  const list = document.getElementById("veterinarians");
  const name = document.getElementById("id_veterinarian");
  const clinic = document.getElementById("id_clinic");
  if (!list || !name || !clinic) return;
  let waiting = 0;
  let asked = "";

  const offer = (found) => {
    list.replaceChildren(
      ...found.map((one) => {
        const option = document.createElement("option");
        option.value = one.name;
        option.dataset.clinic = one.clinic;
        option.textContent = one.clinic;
        return option;
      }),
    );
  };

  const ask = async () => {
    const text = name.value.trim();
    if (text.length < 2 || text === asked) return;
    asked = text;
    try {
      const answer = await fetch(`${list.dataset.suggest}?q=${encodeURIComponent(text)}`, { headers: { Accept: "application/json" } });
      if (answer.ok && name.value.trim() === text) offer((await answer.json()).found);
    } catch {
      /* without the network the list stays as it is */
    }
  };

  name.addEventListener("input", () => {
    const known = [...list.options].find((option) => option.value === name.value);
    if (known) {
      clinic.value = known.dataset.clinic;
      return;
    }
    clearTimeout(waiting);
    waiting = setTimeout(ask, 250);
  });
})();

// Print. The screen holds a few rows of a list; paper takes all of them, so the program is
// asked for the whole list first, chunk by chunk, with a way to stop. What is prepared is
// drawn on paper only, and is gone when the printing is.
'use strict';

let preparing = 0; // number of the preparation that runs; another number stops it

deeds.print = () => {
  if (!at) return false;
  const list = mainList();
  $('print-state').textContent = '';
  $('print-bar').hidden = true;
  $('print-whole').closest('p').hidden = !/^(conversation|changes|permissions|shell)\//.test(list?.name ?? '');
  $('print').showModal();
};

deeds.paper = async () => {
  const mine = ++preparing;
  const list = mainList();
  const mode = $('print-whole').checked ? 'whole' : 'lines';
  const paper = $('paper');
  clearPaper();
  const copy = $('main').cloneNode(true);
  copy.removeAttribute('id');
  paper.append(copy);
  if (list && !await fillPaper(copy.querySelector('[data-list]'), list, mode, () => mine === preparing)) return clearPaper();
  document.body.classList.add('printing');
  $('print').close();
  print();
};

// fillPaper puts every chunk of a list where the list stood, and answers whether it was
// let to come to the end.
async function fillPaper(place, list, mode, goesOn) {
  const notes = document.createElement('div');
  place.replaceChildren();
  delete place.dataset.list;
  const said = await ask('paper', `${list.name} ${mode}`);
  if (said === null) return false;
  put(notes, said);
  place.before(notes);
  $('print-bar').hidden = false;
  $('print-bar').max = list.chunks;
  for (let k = 0; k < list.chunks; k++) {
    $('print-bar').value = k;
    $('print-state').textContent = `Preparing ${count(Math.min((k + 1) * list.per, list.count))} of ${count(list.count)} rows`;
    const html = await ask('sheet', `${list.name} ${k} ${mode}`);
    if (html === null || !goesOn()) return false;
    const sheet = document.createElement('div');
    place.append(sheet);
    await put(sheet, html);
  }
  return goesOn();
}

function clearPaper() {
  $('paper').replaceChildren();
  document.body.classList.remove('printing');
}

// Closing the dialog stops what is being prepared for it.
$('print').addEventListener('close', () => {
  if (!document.body.classList.contains('printing')) preparing++;
});
addEventListener('afterprint', clearPaper);
addEventListener('keydown', (e) => {
  if (e.key !== 'p' || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || !mainList()) return;
  e.preventDefault();
  if (!$('print').open) deeds.print();
});

// The tape. Dragging over it marks a stretch of time: the rows of that stretch are marked
// and the first of them comes into view. With the keyboard the marks of prompts are one stop:
// left and right go from one to the next, and mark the stretch between them with Shift.
'use strict';

let drag = null;      // {tape, from, x}: a stretch that is being drawn
let dragged = false;  // the click that ends a drag follows no link
const PLACES = 1000;  // of a tape, whatever its width

const stretch = () => $('main')?.querySelector('[data-brush]');

// placeOn is where on a tape the pointer is.
function placeOn(tape, e) {
  const { left, width } = tape.querySelector('svg svg').getBoundingClientRect();
  return Math.round(Math.min(1, Math.max(0, (e.clientX - left) / width)) * PLACES);
}

function draw(from, to) {
  const rect = stretch();
  rect.setAttribute('x', Math.min(from, to));
  rect.setAttribute('width', Math.abs(to - from));
  rect.dataset.brush = from === to ? '' : `${Math.min(from, to)} ${Math.max(from, to)}`;
}

addEventListener('pointerdown', (e) => {
  const tape = e.target.closest('.tape');
  dragged = false;
  if (!tape || e.button || !e.target.closest('.tape > svg')) return;
  drag = { tape, from: placeOn(tape, e), x: e.clientX };
});
addEventListener('pointermove', (e) => {
  if (!drag || !drag.tape.isConnected || (!dragged && Math.abs(e.clientX - drag.x) < 5)) return;
  dragged = true;
  draw(drag.from, placeOn(drag.tape, e));
});
addEventListener('pointerup', (e) => {
  const done = drag;
  drag = null;
  if (done && dragged && done.tape.isConnected) choose(done.from, placeOn(done.tape, e));
});
addEventListener('pointercancel', () => drag = null);
addEventListener('dragstart', (e) => e.target.closest?.('.tape') && e.preventDefault());
addEventListener('click', (e) => {
  if (!dragged || !e.target.closest('.tape')) return;
  dragged = false;
  e.preventDefault();
  e.stopImmediatePropagation();
}, { capture: true });

// choose marks a stretch and shows the first of its rows.
async function choose(from, to) {
  const list = mainList();
  draw(from, to);
  const answer = list && await ask('span', `${list.name} ${Math.min(from, to)} ${Math.max(from, to)}`);
  if (!answer || !stretch()) return;
  const told = $('main').querySelector('[data-told]');
  const [, index, words] = /^(-?\d+) (.*)$/.exec(answer);
  told.replaceChildren(words, ' ', button('Clear', 'data-do', 'unmark'));
  say(words);
  markStretch(list.el);
  if (Number(index) >= 0) await list.reveal(Number(index), true);
}

// markStretch shows which rows stand in the stretch.
function markStretch(within) {
  const [from, to] = (stretch()?.dataset.brush || '1 0').split(' ').map(Number);
  for (const row of within.querySelectorAll('[data-x]')) {
    row.classList.toggle('within', from <= Number(row.dataset.x) && Number(row.dataset.x) <= to);
  }
}

// unmark takes the stretch away, and answers whether there was one.
function unmark() {
  if (!stretch()?.dataset.brush) return false;
  draw(0, 0);
  $('main').querySelector('[data-told]').replaceChildren();
  markStretch($('main').querySelector('[data-list]'));
  return true;
}
deeds.unmark = unmark;

let anchor = null; // the prompt at which a stretch began
addEventListener('keydown', (e) => {
  const at = e.target.closest('.t-prompt');
  if (!at || e.ctrlKey || e.metaKey || e.altKey) return;
  const all = [...at.parentElement.querySelectorAll('.t-prompt')];
  const to = { ArrowRight: all[all.indexOf(at) + 1], ArrowLeft: all[all.indexOf(at) - 1], Home: all[0], End: all.at(-1) }[e.key];
  if (!to) return;
  e.preventDefault();
  at.setAttribute('tabindex', -1);
  to.setAttribute('tabindex', 0);
  to.focus();
  anchor = e.shiftKey ? anchor ?? at : null;
  if (anchor) choose(Number(anchor.dataset.at), Number(to.dataset.at));
});

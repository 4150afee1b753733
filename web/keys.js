// The keys. One table says what each does and what it is called; the map that "?" shows is
// made of it. Keys act where no field has the focus and no modifier is held. Which row is
// the next prompt, failure or call, is the program's to say: it need not be in the document.
'use strict';

// [keys, what they do, the deed]; a deed that answers false found nothing to act on. Two
// keys after another are written with a blank between.
const KEYS = {
  'Rows': [
    [['j', 'ArrowDown'], 'the next row', () => step(1)],
    [['k', 'ArrowUp'], 'the row before', () => step(-1)],
    [['Enter'], 'open or close the row', null], // what has the focus does it
    [['J'], 'the next prompt', () => leap('prompt', 1)],
    [['K'], 'the prompt before', () => leap('prompt', -1)],
    [['e'], 'the next failure', () => leap('failure', 1)],
    [['E'], 'the failure before', () => leap('failure', -1)],
    [['t'], 'the next tool call', () => leap('call', 1)],
    [['T'], 'the tool call before', () => leap('call', -1)],
  ],
  'Sessions and pages': [
    [[']'], 'the next session', () => turn(1)],
    [['['], 'the session before', () => turn(-1)],
    [['o'], 'the prompts of this session', () => deeds.outline()],
    [['/'], 'search', () => deeds.find()],
    [['n'], 'the next hit', () => deeds.nextHit()],
    [['N'], 'the hit before', () => deeds.previousHit()],
    [['g o'], 'overview', () => visit('overview')],
    [['g a'], 'all events', () => visit('all')],
    [['g f'], 'findings', () => visit('findings')],
    [['g p'], 'permissions', () => visit('permissions')],
    [['g d'], 'files', () => visit('files')],
    [['Escape'], 'close what lies on top, then back', back],
  ],
  'More': [
    [['y'], 'copy a link to the row or the page', copyLink],
    [['?'], 'this map', () => deeds.keys()],
  ],
};

const keyed = new Map(Object.values(KEYS).flat().flatMap(([keys, , deed]) => keys.map((key) => [key, deed])));
const firsts = new Set([...keyed.keys()].filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]));
let before = ''; // the first of two keys
let lapse = 0;

addEventListener('keydown', (e) => {
  const dialog = e.target.closest('dialog') ?? document.querySelector('dialog[open]');
  if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing || e.target.closest('input, textarea, select, [contenteditable]')) return;
  const key = before ? `${before} ${e.key}` : e.key;
  const second = before !== '';
  before = '';
  clearTimeout(lapse);
  if (dialog) return inDialog(dialog, e);
  if (!second && firsts.has(key)) {
    before = key;
    lapse = setTimeout(() => before = '', 1500);
    return;
  }
  const deed = keyed.get(key);
  if (deed && deed() !== false) e.preventDefault();
});

// inDialog: in a dialog its rows can be walked; the key that opened it closes it.
function inDialog(dialog, e) {
  const list = List.of(dialog.querySelector('[data-list]'));
  if (list && ['j', 'k', 'ArrowDown', 'ArrowUp'].includes(e.key)) list.step(e.key === 'j' || e.key === 'ArrowDown' ? 1 : -1);
  else if (e.key === { keys: '?', outline: 'o' }[dialog.id]) dialog.close();
  else return;
  e.preventDefault();
}

// hint says for a moment what a key did not find.
let hinting = 0;
function hint(text) {
  say(text);
  $('status').classList.add('hint');
  clearTimeout(hinting);
  hinting = setTimeout(() => $('status').classList.remove('hint'), 2000);
}

const mainList = () => List.of($('main')?.querySelector('[data-list]'));

function step(by) {
  const list = List.of(document.activeElement) ?? mainList();
  if (!list) return false;
  list.step(by);
}

// leap goes to the next row of a kind, from the row that has the focus or the first that
// is seen.
const leap = inTurn(async (what, by) => {
  const list = mainList();
  if (!list) return;
  const { i, place, on } = list.here();
  const answer = await ask('next', `${list.name} ${what} ${by} ${on || by < 0 ? i : i - 1} ${on && place || '-'}`);
  if (answer === null || !list.el.isConnected) return;
  if (answer === '') return hint(`No ${what === 'call' ? 'tool call' : what} ${by > 0 ? 'below' : 'above'}.`);
  const [index, inner] = answer.split(' ');
  const row = await list.reveal(Number(index));
  const within = () => (inner === undefined || row.dataset.place === inner ? row : row.querySelector(`[data-place="${inner}"]`));
  if (row && !within()) {
    put(row, await ask('row', `${list.name} ${index}`) ?? '');
    mark(row);
  }
  if (row) list.take(within() ?? row, true);
});

// turn goes to the session after or before the one that the address names, in the order of
// the rail.
const turn = inTurn(async (by) => {
  if (!at) return;
  const answer = await ask('next', `rail session ${by} ${route().full || '-'} -`);
  if (answer === null) return;
  if (answer === '') return hint(`No session ${by > 0 ? 'below' : 'above'}.`);
  const [index, href] = answer.split(' ');
  location.hash = href;
  const row = await List.of($('rail').querySelector('[data-list]'))?.reveal(Number(index));
  if (row && $('rail').contains(document.activeElement)) List.handle(row)?.focus({ preventScroll: true });
});

// visit goes to a page of the archive, if the archive has it: then the frame leads there.
function visit(page) {
  if (!document.querySelector(`.app a[href="#/${page}"]`)) return false;
  location.hash = `#/${page}`;
}

// back closes what lies on top; where nothing does, it goes to the view before.
function back() {
  if ($('alert').hasChildNodes()) return warn();
  if (unmark()) return;
  if (at?.event && !$('panel').hidden) closePanel();
  else if (depth > 0) history.back();
  else return false;
}

function copyLink() {
  const row = document.activeElement?.closest('.app [data-i], .app [data-item]');
  const link = row?.querySelector('a.tm, a.s, a[href]');
  copy(address(link?.getAttribute('href') ?? location.hash));
}

deeds.keys = () => {
  if (!$('keys-map').hasChildNodes()) $('keys-map').replaceChildren(...Object.entries(KEYS).flatMap(keyMap));
  $('keys').showModal();
};

function keyMap([title, rows]) {
  const made = (name, ...inside) => {
    const e = document.createElement(name);
    e.append(...inside);
    return e;
  };
  const shown = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };
  const key = (k) => k.split(' ').flatMap((part, i) => [i ? ' then ' : '', made('kbd', shown[part] ?? part)]);
  return [made('h3', title), made('dl', ...rows.flatMap(([keys, what]) => [
    made('dt', ...keys.flatMap((k, i) => [i ? ' or ' : '', ...key(k)])), made('dd', what),
  ]))];
}

// The outline: the prompts of a session in a dialog of its own.
deeds.outline = async () => {
  if (!$('main')?.querySelector('[data-do="outline"]')) return hint('Choose a session first.');
  const html = await ask('outline', `${at.full} ${mainList()?.here().i ?? 0}`);
  if (html === null) return;
  put($('outline'), html);
  $('outline').showModal();
  List.mount($('outline'));
  const list = List.of($('outline').querySelector('[data-list]'));
  const row = await list?.reveal(Number(list.el.dataset.at));
  if (row) list.take(row);
};

// The hands of the page: what a click, a key, a drop and a paste do. One listener each,
// on the whole page, so that content put in later needs none of its own.
'use strict';

const deeds = {
  open: () => $('file').click(),
  folder: () => {
    tell('The browser may ask to “upload” the folder: that hands it to this page, and nothing leaves the tab. Hidden folders show with ⌘⇧. on a Mac and Ctrl+H on Linux.');
    $('folder').click();
  },
  sample: openSample,
  again: () => last && openFile(last),
  raise: () => last && openFile(Object.assign(last, { raised: (last.raised ?? 1) * 4 })),
  without: () => blamed && openFile(Object.assign(blamed.opening, { without: [...blamed.opening.without ?? [], blamed.inside] })),
  cancel,
  close: () => {
    startWorker(); // the memory of a program that ran is never given back
    last = null;
    history.replaceState(null, '', '#/');
    goHome();
  },
  halt: () => steerWork('stop'),
  resume: () => steerWork('go'),
  mute: () => $('about').showModal(),
  theme: () => theme(isDark() ? 'light' : 'dark'),
};

const root = document.documentElement;
const isDark = () => (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '')) === 'dark';

// The theme and the layout are all that is kept; from disk a browser may refuse even that.
function theme(name) {
  try {
    name ??= localStorage.getItem('theme');
    if (name) localStorage.setItem('theme', name);
  } catch { /* it lasts until the page is closed */ }
  if (name === 'dark' || name === 'light') root.dataset.theme = name;
}
theme();

// address is a link as another tab takes it; one into the sample opens the sample there.
const address = (hash) => new URL(archive?.sample && !SAMPLE.test(hash) ? hash.replace('#/', '#/sample/') : hash || '#/', location.href).href;

async function copy(text, by) {
  if (text === null) return;
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.');
    by?.classList.add('done');
    setTimeout(() => by?.classList.remove('done'), 1500);
  } catch {
    warn('The browser did not allow the copy.');
  }
}

// toggle opens or closes a row: the program answers what then stands in it. The reader may
// have gone on meanwhile: then what has the focus stays where it is.
async function toggle(by) {
  const item = by.closest('[data-item]');
  const html = await ask('act', by.dataset.arg);
  if (html === null || !item.isConnected) return;
  const list = List.of(item);
  const held = item.contains(document.activeElement);
  list.steady(() => put(item, html));
  if (held) list.take(item);
}

// more puts the next part of a long text where the words about it stood, and gives it the
// focus: the next step is one Tab away.
async function more(by) {
  const line = by.closest('.cut');
  const html = await ask('more', by.dataset.arg);
  if (html === null || !line.isConnected) return;
  const holder = document.createElement('div');
  put(holder, html);
  const part = holder.firstElementChild;
  if (part && !part.hasAttribute('tabindex')) part.tabIndex = -1;
  const held = line.contains(document.activeElement);
  const change = () => line.replaceWith(...holder.children);
  const list = List.of(line);
  if (list) list.steady(change);
  else change();
  if (held) part?.focus({ preventScroll: true });
}

// view shows and hides a kind of row: the program answers the page anew, with the row
// that was on top in view.
async function view(by) {
  const { arg } = by.dataset;
  const { page } = at;
  const top = List.top($('main'));
  let html;
  do html = await ask('act', `${arg} ${top}`); while (html === '' && at.page === page); // not yet: each answer is a slice of work
  if (!html || at.page !== page) return;
  put($('main'), html);
  List.mount($('main'), null, true);
  $('main').querySelector(`[data-arg="${arg}"]`)?.focus({ preventScroll: true });
}

// jump brings a record's row into view on the page that is on the screen, unless it is
// there. A row that holds it inside is asked for anew, since it may have been closed.
async function jump(to) {
  const list = List.of($('main').querySelector('[data-list]'));
  const held = () => [...$('main').querySelectorAll(':is([data-key], [data-also])')].find((row) => shows(row, to.event));
  if (!list) return;
  if (held() && list.sees(held())) return bring(list, held());
  const i = await ask('place', to.full);
  const row = i !== null && at?.event === to.event && await list.reveal(Number(i), true);
  if (row && shows(row, to.event)) bring(list, row);
  if (!row || shows(row, to.event) || !to.path.startsWith('s/') || list.name.startsWith('events/')) return;
  const html = held() ? null : await ask('row', `${list.name} ${i}`);
  if (html !== null && row.isConnected) put(row, html);
  mark(row);
  held()?.scrollIntoView({ block: 'nearest' });
  bring(list, held());
}

// bring gives the focus to a row that was asked for, where no control has it or one of a row
// that is out of sight now.
function bring(list, row) {
  const had = document.activeElement.closest('[data-i]');
  if (row && ([document.body, $('main')].includes(document.activeElement) || list.el.contains(had) && !list.sees(had))) List.handle(row)?.focus({ preventScroll: true });
}

// What a control copies is the text beside it.
const beside = (by) => by.closest('.cmd, .out').querySelector('pre, code').textContent;

addEventListener('click', async ({ target }) => {
  const by = target.closest('[data-do], [data-act], [data-text], [data-link], [data-copy], [data-close]');
  if (!by) return;
  const has = (name) => name in by.dataset;
  if (has('do')) deeds[by.dataset.do]?.();
  else if (has('act')) ({ view, more }[by.dataset.act] ?? toggle)(by);
  else if (has('copy')) copy(beside(by), by);
  else if (has('link')) copy(address(by.dataset.link), by);
  else if (has('text')) copy(await ask('text', by.dataset.text), by);
  else if (by.closest('dialog')) by.closest('dialog').close();
  else if (by.closest('#alert')) warn();
  else closePanel();
});

// In a dialog a link leads back to the page; on the row that the panel speaks of, Enter
// closes the panel again.
addEventListener('click', (e) => {
  const link = e.target.closest('a[href]');
  if (link && 'leave' in link.dataset) {
    link.closest('dialog')?.close();
    document.activeElement.blur(); // the focus goes where the link leads
  }
  if (!link || e.detail || e.ctrlKey || e.metaKey || e.shiftKey || !link.closest('#main') || !at?.event || link.getAttribute('href') !== `#/${at.full}`) return;
  e.preventDefault();
  closePanel();
});

// What had the focus before a dialog may be gone when it closes.
addEventListener('close', ({ target }) => {
  if (document.activeElement === document.body || target.contains(document.activeElement)) $('main')?.focus({ preventScroll: true });
}, { capture: true });

// No link leads out: the program writes none, and if it did it would not be followed.
for (const kind of ['click', 'auxclick']) {
  addEventListener(kind, (e) => {
    if (e.target.closest('a[href]')?.getAttribute('href').startsWith('#') === false) e.preventDefault();
  });
}

addEventListener('focusin', (e) => {
  const row = e.target.closest?.('[data-i]');
  const list = row && List.of(row);
  if (list) list.focus = Number(row.dataset.i);
});

// Files and folders may be dropped anywhere; without this the browser would leave the page for it.
addEventListener('dragover', (e) => {
  e.preventDefault();
  over(e.dataTransfer.types.includes('Files'));
});
addEventListener('dragleave', (e) => e.relatedTarget ?? over(false));
addEventListener('drop', (e) => {
  e.preventDefault();
  over(false);
  take(e.dataTransfer.files, e.dataTransfer.items);
});
function over(on) {
  drop.classList.toggle('over', on);
  document.body.classList.toggle('over', on);
}

addEventListener('paste', (e) => take(e.clipboardData.files, e.clipboardData.items));
for (const input of [$('file'), $('folder')]) {
  input.addEventListener('change', () => {
    take(input.files);
    input.value = ''; // the same file can be chosen again
  });
}

// Flightlog's page. It takes a file, hands it to the program in a worker, and puts the
// HTML that the program answers into its place. It knows places, routes and windowed
// lists; what stands in them is the program's business.
'use strict';

for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete globalThis[name];

const $ = (id) => document.getElementById(id);
const app = $('app');
const land = $('land');

// The only door from text to markup and to a worker's address.
const door = (globalThis.trustedTypes ?? { createPolicy: (name, rules) => rules }).createPolicy('flightlog', {
  createHTML: (html) => html,
  createScriptURL: (url) => {
    if (!url.startsWith('blob:')) throw new TypeError('a worker starts from this page only');
    return url;
  },
});
function put(element, html) {
  element.innerHTML = door.createHTML(html);
}

// ---- Words to the person --------------------------------------------------------

function say(text) {
  $('status').textContent = text;
}

function warn(text, again) {
  const close = button('Close', 'data-close', '');
  $('alert').replaceChildren(text, ' ', ...(again ? [button('Open it again', 'data-do', 'again'), ' '] : []), close);
}

function button(text, attribute, value) {
  const b = document.createElement('button');
  b.type = 'button';
  b.className = 'link';
  b.textContent = text;
  b.setAttribute(attribute, value);
  return b;
}

const count = (n) => n.toLocaleString('en');
const bytes = (n) => (n < 1e6 ? `${count(Math.ceil(n / 1e3))} KB` : `${count(Math.round(n / 1e5) / 10)} MB`);

// ---- The worker: one an archive, all from one compiled module ---------------------

let worker, module, program, source;
let ready = false;    // the worker answers calls
let archive = null;   // the file whose timeline the worker holds
let job = null;       // the opening that runs: {id, file, at}
let waiting = null;   // a file that is opened as soon as the program is ready
let failures = 0;     // workers that died before they were ready, in a row
let lastID = 0;
const calls = new Map(); // id -> {resolve, reject}; a late answer finds no id and is dropped

function startWorker() {
  worker?.terminate();
  calls.clear();
  ready = false;
  archive = job = null;
  const fresh = worker = new Worker(source);
  fresh.onmessage = ({ data }) => fresh === worker && hear(data);
  fresh.onmessageerror = () => fresh === worker && died('a message could not be read');
  fresh.onerror = (e) => {
    e.preventDefault();
    if (fresh === worker) died(e.message);
  };
  fresh.postMessage(module ? { kind: 'start', module } : { kind: 'start', program });
}

function hear(m) {
  if (m.kind === 'module') {
    module = m.module;
    program = null;
    $('program').remove(); // megabytes of text that nobody needs again
  } else if (m.kind === 'ready') {
    ready = true;
    failures = 0;
    if (waiting) open(waiting);
  } else if (m.kind === 'progress') {
    if (job?.id === m.id) showProgress(m);
  } else if (m.kind === 'seen') {
    record(m.names, m.refused);
  } else if (m.kind === 'dead') {
    died(m.text, m.full);
  } else {
    const call = calls.get(m.id);
    calls.delete(m.id);
    if (m.kind === 'answer') call?.resolve(m.html);
    else call?.reject(new Error(m.text));
  }
}

function call(op, arg, file) {
  const id = ++lastID;
  return new Promise((resolve, reject) => {
    calls.set(id, { resolve, reject });
    worker.postMessage({ kind: 'call', id, op, arg, file });
  }).then((buffer) => new TextDecoder().decode(buffer));
}

// ask is a call about the open archive; a refusal is told and answered with null.
async function ask(op, arg) {
  if (!archive) {
    warn(`The program that held ${last.name} has ended. What is on the screen stays.`, last);
    return null;
  }
  try {
    return await call(op, arg);
  } catch (err) {
    warn(err.message);
    return null;
  }
}

function died(why, full) {
  const opening = job || waiting;
  const hand = job?.at || (job?.file ?? archive)?.name;
  waiting = null;
  if (opening) goHome();
  if (!module) return warn(`The program could not start: ${why}. Flightlog needs a current Chromium or Firefox.`);
  if (++failures < 3) startWorker();
  const place = hand ? ` with ${hand} in hand` : '';
  const rest = opening ? '' : ' What is on the screen stays.';
  const advice = full ? 'It needed more memory than a tab may have: zip fewer sessions.' : 'This is a fault in Flightlog; another archive can be opened.';
  warn(`The program stopped${place}: ${why}.${rest} ${advice}`, opening ? null : last);
}

// ---- Taking a file in ------------------------------------------------------------

let last = null; // the file opened last, for "open it again"

function take(list, entries = []) {
  const files = [...list];
  if ([...entries].some((item) => item.webkitGetAsEntry?.()?.isDirectory)) {
    warn('That is a folder. Flightlog opens a zip of it: the command on the first page makes one.');
  } else if (files.length > 1) {
    warn(`Those are ${files.length} files. Flightlog opens one zip at a time.`);
  } else if (files.length === 1) {
    open(files[0]);
  }
}

async function open(file) {
  $('alert').replaceChildren();
  showLanding();
  busy(file);
  if (archive || job) startWorker();
  waiting = ready ? null : file;
  if (waiting) return;
  const mine = job = { id: lastID + 1, file, at: '' };
  try {
    const html = await call('open', file.name, file);
    const again = last !== null;
    job = null;
    archive = last = file;
    show(html, again);
  } catch (err) {
    if (mine !== job) return;
    startWorker();
    goHome();
    warn(err.message);
  }
}

function cancel() {
  const file = job?.file ?? waiting;
  if (!file) return;
  waiting = null;
  if (job) {
    const old = worker;
    worker.postMessage({ kind: 'cancel', id: job.id });
    calls.clear();
    ready = false;
    job = null;
    // Asked first, so that the program can let go of its streams; it may be too busy to hear.
    setTimeout(() => old === worker && startWorker(), 100);
  }
  goHome();
  say(`Cancelled. ${file.name} was not opened.`);
}

function showLanding() {
  at = null;
  if (!land.isConnected) app.replaceChildren(land);
  showRequests();
}

function goHome() {
  showLanding();
  $('busy').hidden = true;
  $('idle').hidden = false;
  $('drop').style.minHeight = '';
}

function busy(file) {
  if ($('busy').hidden) $('drop').style.minHeight = `${$('drop').offsetHeight}px`; // nothing jumps
  $('idle').hidden = true;
  $('busy').hidden = false;
  $('busy-name').textContent = file.name;
  $('busy-at').textContent = ready ? '' : 'Starting the program';
  $('busy-count').textContent = bytes(file.size);
  $('busy-bar').removeAttribute('value');
  say(`Reading ${file.name}`);
}

function showProgress({ done, total, name }) {
  job.at = name;
  $('busy-at').textContent = name;
  $('busy-count').textContent = `${bytes(done)} of ${bytes(total)}`;
  $('busy-bar').max = total || 1;
  $('busy-bar').value = done;
}

// ---- Routes ----------------------------------------------------------------------
// #/page/… or #/page/…/event. A change of the event alone leaves the page as it is.

const EVENT = /^[a-z]+-(\d+|[a-z_]+:\d+)$/;
const places = new Map(); // page -> where the reader was: {top, heights}
let at = null;            // the route on the screen
let turns = 0;            // a screen that arrives after a later one was asked for is dropped

function route() {
  const full = location.hash.replace(/^#\/?/, '');
  const parts = full.split('/');
  const event = parts.length > 2 && EVENT.test(parts.at(-1));
  return { full, event, page: event ? parts.slice(0, -1).join('/') : full };
}

function show(html, fresh) {
  if (fresh) history.replaceState(null, '', '#/'); // the address told of the archive before
  places.clear();
  at = null;
  put(app, html);
  say(`${last.name} is open.`);
  showRequests();
  List.mount(app);
  go();
}

async function go() {
  if (!archive && !at) return;
  const to = route();
  const turn = ++turns;
  const main = $('main');
  if (at?.page !== to.page) {
    const html = await ask('main', to.full);
    if (html === null || turn !== turns) return;
    if (at) places.set(at.page, List.place(main));
    const back = history.state?.seen ? places.get(to.page) : null;
    put(main, html);
    main.tabIndex = -1;
    if (document.activeElement === document.body) main.focus({ preventScroll: true });
    history.replaceState({ seen: true }, '');
    at = to;
    markRail();
    List.mount(main, back);
  } else {
    history.replaceState({ seen: true }, '');
    at = to;
  }
  mark(main);
  const html = await ask('panel', to.full);
  if (html === null || turn !== turns) return;
  put($('panel'), html);
  $('panel').hidden = html === '';
  List.mount($('panel'));
}

function closePanel() {
  if (!at?.event) return false;
  history.pushState(null, '', `#/${at.page}`);
  go();
  document.querySelector('#main .sel')?.focus({ preventScroll: true });
  return true;
}

// mark shows which row the panel speaks of.
function mark(within) {
  if (!at) return;
  for (const row of within.querySelectorAll('a[href^="#"]')) {
    const on = at.event && row.getAttribute('href') === location.hash;
    row.classList.toggle('sel', on);
    if (on) row.setAttribute('aria-current', 'true');
    else if (row.getAttribute('aria-current') === 'true') row.removeAttribute('aria-current');
  }
}

// markRail shows which session, or which page over all sessions, is on the screen.
function markRail() {
  for (const link of document.querySelectorAll('#rail a[href^="#/"]')) {
    const page = link.getAttribute('href').slice(2);
    const on = at.page === page || at.page.startsWith(`${page}/`);
    if (on) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

// ---- What the browser recorded ----------------------------------------------------

const seen = { requests: [], refused: [] };

function record(names, refused) {
  // A blob: or data: address is memory of this page; it goes nowhere.
  seen.requests.push(...names.filter((name) => !/^(blob|data):/.test(name)));
  seen.refused.push(...refused);
  showRequests();
}

function showRequests() {
  const total = seen.requests.length + seen.refused.length;
  const text = `${count(total)} ${total === 1 ? 'request' : 'requests'} recorded since load`;
  for (const badge of document.querySelectorAll('.mute')) {
    badge.classList.toggle('loud', total > 0);
    badge.replaceChildren(document.createElement('i'), text);
  }
  $('about-count').textContent = text;
  $('about-list').replaceChildren(...[...seen.requests, ...seen.refused.map((what) => `refused by the policy: ${what}`)].map((what) => {
    const item = document.createElement('li');
    item.textContent = what;
    return item;
  }));
}

new PerformanceObserver((list) => record(list.getEntries().map((entry) => entry.name), [])).observe({ type: 'resource', buffered: true });
addEventListener('securitypolicyviolation', (e) => record([], [`${e.effectiveDirective} ${e.blockedURI}`]));

// ---- Hands ------------------------------------------------------------------------

const deeds = {
  open: () => $('file').click(),
  again: () => last && open(last),
  cancel,
  close: () => { startWorker(); history.replaceState(null, '', '#/'); goHome(); },
  mute: () => $('about').showModal(),
  theme: () => theme(document.documentElement.dataset.theme === 'dark' || (!document.documentElement.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches) ? 'light' : 'dark'),
};

// The theme is the only thing that is kept; from disk a browser may refuse even that.
function theme(name) {
  try {
    name ??= localStorage.getItem('theme');
    if (name) localStorage.setItem('theme', name);
  } catch { /* it lasts until the page is closed */ }
  if (name) document.documentElement.dataset.theme = name;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.');
  } catch {
    warn('The browser did not allow the copy.');
  }
}

async function toggle(by) {
  const item = by.closest('[data-item]');
  const html = await ask('act', by.dataset.arg);
  if (html === null || !item.isConnected) return;
  const fresh = document.createElement('template');
  put(fresh, html);
  const node = fresh.content.firstElementChild;
  item.replaceWith(fresh.content);
  mark(node.parentElement);
  node.querySelector('[data-act="toggle"]')?.focus({ preventScroll: true });
}

addEventListener('click', async (e) => {
  const by = e.target.closest('a[href], [data-do], [data-act], [data-text], [data-copy], [data-close]');
  if (!by) return;
  const { act, text, copy: what } = by.dataset;
  if (by.matches('a[href]')) {
    if (!by.getAttribute('href').startsWith('#')) e.preventDefault(); // no link leads out
  } else if (by.dataset.do) {
    deeds[by.dataset.do]?.();
  } else if (act === 'toggle') {
    toggle(by);
  } else if (text !== undefined) {
    const got = await ask('text', text);
    if (got !== null) copy(got);
  } else if (what !== undefined) {
    copy(what.startsWith('#') ? document.querySelector(what).textContent : what);
  } else if (by.closest('dialog')) {
    by.closest('dialog').close();
  } else if (by.closest('#alert')) {
    $('alert').replaceChildren();
  } else {
    closePanel();
  }
});
addEventListener('auxclick', (e) => e.target.closest('a[href]') && e.preventDefault());

const KEYS = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, textarea, select, dialog')) return;
  if (e.key === '?') deeds.mute();
  else if (e.key === 'Escape') closePanel();
  else if (KEYS[e.key]) {
    const list = List.of(document.activeElement) ?? List.of($('main')?.querySelector('[data-list]'));
    if (!list) return;
    e.preventDefault();
    list.step(KEYS[e.key]);
  }
});
addEventListener('focusin', (e) => {
  const row = e.target.closest?.('[data-i]');
  const list = row && List.of(row);
  if (list) list.focus = Number(row.dataset.i);
});

// A file may be dropped anywhere; without this the browser would leave the page for it.
addEventListener('dragover', (e) => {
  e.preventDefault();
  $('drop').classList.add('over');
});
addEventListener('dragleave', (e) => e.relatedTarget || $('drop').classList.remove('over'));
addEventListener('drop', (e) => {
  e.preventDefault();
  $('drop').classList.remove('over');
  take(e.dataTransfer.files, e.dataTransfer.items);
});
addEventListener('paste', (e) => take(e.clipboardData.files));
$('file').addEventListener('change', (e) => {
  take(e.target.files);
  e.target.value = ''; // the same file can be chosen again
});
addEventListener('hashchange', go);
addEventListener('unhandledrejection', (e) => warn(`The page met a fault: ${e.reason?.message ?? e.reason}.`));

// The program is the last element of the file: it is whole when the document is.
history.scrollRestoration = 'manual';
theme();
addEventListener('DOMContentLoaded', () => {
  source = door.createScriptURL(URL.createObjectURL(new Blob([$('worker-source').textContent], { type: 'text/javascript' })));
  program = $('program').textContent;
  startWorker();
  if (route().full) say('This link points into an archive. Open that archive again to go there.');
});

// Flightlog's page. It takes a file, hands it to the program in a worker, and puts the
// HTML that the program answers into its place. It knows places, routes and windowed
// lists; what stands in them is the program's business.
'use strict';

for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete globalThis[name];

const $ = (id) => document.getElementById(id);
const [app, land, drop, idle, busy, how, news] = ['app', 'land', 'drop', 'idle', 'busy', 'how', 'news'].map($);
const [busyName, busyAt, busyCount, busyBar] = ['busy-name', 'busy-at', 'busy-count', 'busy-bar'].map($);

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
  showTimes(element);
  List.of(element)?.changed();
  return Promise.all([...element.querySelectorAll('[data-image]')].map(showImage));
}

// showImage fills the place of an image. The bytes are the program's, and get no type: the
// browser takes them for one of its image formats or for nothing, and never for markup.
async function showImage(place) {
  const img = new Image();
  img.alt = '';
  try {
    img.src = URL.createObjectURL(new Blob([await call('image', place.dataset.image)]));
    img.onload = () => List.of(place)?.changed();
    place.replaceChildren(img); // a busy browser takes seconds to say that all of it is sound
    await img.decode();
  } catch (err) {
    place.textContent = err.name === 'EncodingError' ? 'This image is damaged: the browser cannot show it.' : err.message;
  } finally {
    URL.revokeObjectURL(img.src);
  }
}

// ---- Words to the person --------------------------------------------------------

function say(text) {
  $('status').textContent = text;
}

// tell puts a sentence in the place of the drop zone's own, so that nothing moves.
function tell(text) {
  news.textContent = text;
  news.hidden = !text;
  how.hidden = !news.hidden;
  say(text);
}

// warn shows a sentence until it is closed; without one it takes the last away. again is
// a file that can be opened again, without a file inside one that may be left out.
function warn(text, again, without) {
  const buttons = [again && button('Open it again', 'data-do', 'again'), without && button('Open it without that file', 'data-do', 'without'),
    button('Close', 'data-close', '')].filter(Boolean);
  $('alert').replaceChildren(...(text ? [text, ...buttons.flatMap((b) => [' ', b])] : []));
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
const bytes = (n) => (n < 1e6 ? `${count(Math.ceil(n / 1e3))} kB` : `${count(Math.round(n / 1e5) / 10)} MB`);

// ---- The worker: one an archive, all from one compiled module ---------------------

let worker, module, program, source;
let ready = false;    // the worker answers calls
let archive = null;   // the file whose timeline the worker holds
let last = null;      // the file on the screen; it outlives a worker that died
let job = null;       // the opening that runs: {id, file, at}
let waiting = null;   // a file that is opened as soon as the program is ready
let walking = null;   // a dropped folder whose files are being gathered
let blamed = null;    // what a worker died of: {opening, inside}, the archive and the file in it
let failures = 0;     // workers that died before they were ready, in a row
let lastID = 0;
const calls = new Map(); // id -> {resolve, reject}; a late answer finds no id and is dropped

function startWorker() {
  stopWorker();
  const fresh = worker = new Worker(source);
  fresh.onmessage = ({ data }) => fresh === worker && hear(data);
  fresh.onmessageerror = () => fresh === worker && died('a message could not be read');
  fresh.onerror = (e) => {
    e.preventDefault();
    if (fresh === worker) died(e.message);
  };
  fresh.postMessage(module ? { kind: 'start', module } : { kind: 'start', program });
}

function stopWorker() {
  worker?.terminate();
  calls.clear();
  ready = false;
  worker = archive = job = null;
}

function hear(m) {
  if (m.kind === 'module') {
    module = m.module;
    program = null;
    $('program').remove(); // megabytes of text that nobody needs again
  } else if (m.kind === 'ready') {
    ready = true;
    failures = 0;
    if (waiting) openFile(waiting);
    else rehearse();
  } else if (m.kind === 'progress') {
    if (job?.id === m.id) showProgress(m);
  } else if (m.kind === 'seen') {
    record(m.names, m.refused);
  } else if (m.kind === 'dead') {
    died(m.text, m.full, m.at);
  } else {
    const call = calls.get(m.id);
    calls.delete(m.id);
    if (m.kind === 'answer') call?.resolve(m.html);
    else call?.reject(new Error(m.text));
  }
}

function call(op, arg, file, how) {
  const id = ++lastID;
  return new Promise((resolve, reject) => {
    calls.set(id, { resolve, reject });
    worker.postMessage({ kind: 'call', id, op, arg, file, how });
  }).then((buffer) => (op === 'image' ? buffer : new TextDecoder().decode(buffer)));
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

// inTurn makes of a deed that waits for the program one that begins when the one before it
// is done, where that one led. Of a key that is held the most are dropped.
function inTurn(deed) {
  let last = Promise.resolve();
  let waiting = 0;
  return (...args) => {
    if (waiting > 3) return;
    waiting++;
    const begin = () => deed(...args).finally(() => waiting--);
    last = last.then(begin, begin);
  };
}

// died tells of a worker's end, naming what it had in hand. What is on the screen stays,
// and the next worker waits for the next archive.
function died(why, full, file) {
  const opening = job?.file ?? waiting;
  const inside = (opening || archive) && (file || job?.at); // a file of the archive
  const hand = inside || (opening ?? archive)?.name;
  blamed = inside ? { opening: opening ?? archive, inside } : null;
  waiting = null;
  stopWorker();
  if (opening) goHome();
  app.querySelector('.reading')?.remove(); // nothing is read any more
  if (!module) return warn(`The program could not start: ${why}. Flightlog needs a current Chromium or Firefox.`);
  if (++failures < 3) startWorker();
  warn([
    `The program stopped${hand ? ` with ${hand} in hand` : ''}: ${why}.`,
    opening ? `${opening.name} was not opened.` : 'What is on the screen stays.',
    full ? 'It needed more memory than a tab may have: zip fewer sessions.' : 'This is a fault in Flightlog; another archive can be opened.',
  ].join(' '), !opening && last, inside);
}

// ---- Routes ----------------------------------------------------------------------
// #/page/…?filter or #/page/…/event?filter. A change of the event alone leaves the page
// as it is. Of most pages the first two parts are the page; where the list is one of the
// whole archive, its rows stand at the second.

const EVENT = /^[a-z]+-(\d+(@\d+)?|[a-z_]+:\d+)$/;
const WHOLE = /^(problems|files|findings|history)$/;
const places = new Map(); // page -> where the reader was: {top, heights}
let at = null;            // the route on the screen
let depth = 0;            // views of this page that lie behind it in the history
let stale = false;        // the page on the screen is to be drawn anew, in its place
let jumping;              // the last jump to a record of the page that is on the screen
let drawn = {};           // the HTML of main and panel as the program gave it, and the route for which main was asked
let turns = 0;            // a screen that arrives after a later one was asked for is dropped

function route() {
  const full = location.hash.replace(SAMPLE, '#/').replace(/^#\/?/, '');
  const [path, filter] = full.split('?');
  const parts = path.split('/');
  const event = parts.length > (WHOLE.test(parts[0]) ? 1 : 2) && EVENT.test(parts.at(-1)) ? parts.pop() : '';
  return { full, event, page: parts.join('/') + (filter ? `?${filter}` : ''), path: parts.join('/'), filter: filter ? `?${filter}` : '' };
}

// show puts the frame of an archive that was opened on the screen. A link that came with
// the page still leads into it; the address of an archive shown before does not.
function show(html, file) {
  if (last) history.replaceState(null, '', '#/');
  archive = last = file;
  job = at = null;
  stale = false;
  depth = -1;
  places.clear();
  put(app, html);
  busy.hidden = true;
  idle.hidden = false;
  say(`${file.name} is open.`);
  showRequests();
  List.mount(app, null, true);
  go();
}

async function go(op = 'main', arg) {
  if (!archive && !at) return void (SAMPLE.test(location.hash) && !job && openSample()); // the first page has no other routes
  const to = route();
  const turn = ++turns;
  const main = $('main');
  const again = at?.page === to.page;
  const beside = history.state?.beside ?? (again && !at.event && to.event !== ''); // the view without the record lies behind it
  if (stale || !again) {
    let html;
    do html = await ask(op, arg ?? to.full); while (html === '' && turn === turns); // not yet: each answer is a slice of work
    if (html === null || turn !== turns) return;
    if (at && main.firstElementChild) places.set(at.page, List.place(main));
    const place = history.state?.seen && places.get(to.page);
    const { stay } = document.activeElement?.dataset ?? {};
    const held = again && document.activeElement?.closest('#main [data-key]')?.dataset.key;
    put(main, html);
    drawn = { of: to.full, main: html };
    stale = false;
    if (document.activeElement === document.body) {
      // A choice that leads to another view of the same list keeps the focus, where it is folded away, too.
      const kept = stay && main.querySelector(`[data-stay="${CSS.escape(stay)}"]`);
      kept?.closest('details')?.setAttribute('open', '');
      (kept || main).focus({ preventScroll: true });
    }
    if (at && !again) say((main.querySelector('[data-say]') ?? main.querySelector('h1'))?.innerText ?? ''); // else that the archive is open
    const first = !at;
    if (!first && !again && matchMedia('(max-width: 720px)').matches) { // the session comes into view
      if ($('rail').contains(document.activeElement)) main.focus({ preventScroll: true });
      app.querySelector('[data-rail]').open = false;
    }
    at = to;
    List.mount(main, place, first || again || op !== 'main'); // who types keeps the box in view
    if (held) List.of(main.querySelector('[data-list]'))?.hold(held);
  }
  else if (to.event && to.event !== at.event) jumping = jump(to);
  at = to;
  depth = history.state?.depth ?? depth + 1; // seen tells back and forward from a link followed
  history.replaceState({ seen: true, depth, beside }, '', archive?.sample && !SAMPLE.test(location.hash) ? `#/sample/${to.full}` : undefined);
  mark(app);
  stripsInView(main);
  const html = await ask('panel', to.full);
  if (html === null || turn !== turns) return;
  put($('panel'), html);
  drawn.panel = html;
  if ($('panel').dataset.of !== to.full) $('panel').scrollTop = 0; // another record is read from its beginning
  showPanel(html !== '');
  $('panel').querySelector('mark')?.scrollIntoView({ block: 'center' });
  Find.arrive();
  $('panel').dataset.of = to.full; // the screen is whole: page and panel
  work();
}

// stripsInView moves the strips of links that are longer than the view is wide sideways, so
// that the link to what is on the screen is seen.
function stripsInView(main) {
  for (const link of main.querySelectorAll(':is(.tabs, .days) [aria-current]')) {
    const strip = link.closest('.tabs, .days');
    const [here, room] = [link.getBoundingClientRect(), strip.getBoundingClientRect()];
    if (here.left < room.left || here.right > room.right) strip.scrollLeft += here.left + here.width / 2 - room.left - room.width / 2;
  }
}

// showPanel: the view gets narrower by the panel and its lines break elsewhere, while the
// row that is read stays where it is.
function showPanel(on) {
  const change = () => $('panel').hidden = !on;
  const list = mainList();
  if (list) list.steady(change, $('main').querySelector('.sel') ?? document.activeElement);
  else change();
}

// closePanel takes the record out of the view. It adds none to the history: a way back
// would lead to the panel that was closed.
function closePanel() {
  if (!at?.event) return;
  const row = document.querySelector('#main .sel');
  if (history.state?.beside) history.back();
  else {
    history.replaceState({ ...history.state }, '', `#/${at.page}`);
    go();
  }
  (row && List.handle(row) || $('main')).focus({ preventScroll: true });
}

// shows tells whether a row is that of a record: a call's row is that of all of its own.
const shows = (row, key) => key !== '' && (row.dataset.key === key || row.dataset.also?.split(' ').includes(key) === true);

// mark shows in a part of the screen which row the panel speaks of, and in the rail which
// session or page is on the screen.
function mark(within) {
  if (!at) return;
  for (const row of within.querySelectorAll('#main :is([data-key], [data-also])')) {
    const on = shows(row, at.event);
    row.classList.toggle('sel', on);
    if (on) row.setAttribute('aria-current', 'true');
    else row.removeAttribute('aria-current');
  }
  markStretch(within);
  const shown = at.path || $('main').dataset.start;
  for (const link of within.querySelectorAll('.rail a[href]')) {
    const page = link.getAttribute('href').slice(2);
    if (shown === page || shown.startsWith(`${page}/`)) link.setAttribute('aria-current', 'page');
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
  const counted = `${count(total)} ${total === 1 ? 'request' : 'requests'}`;
  for (const badge of document.querySelectorAll('.mute')) {
    badge.classList.toggle('loud', total > 0);
    const [words, since] = [document.createElement('span'), document.createElement('span')];
    since.className = 'since'; // a narrow bar has no room for it
    since.textContent = ' recorded since load';
    words.append(counted, since);
    badge.replaceChildren(document.createElement('i'), words);
  }
  $('about-count').textContent = `${counted} recorded since load`;
  $('about-list').replaceChildren(...[...seen.requests, ...seen.refused.map((what) => `refused by the policy: ${what}`)].map((what) => {
    const item = document.createElement('li');
    item.textContent = what;
    return item;
  }));
}

new PerformanceObserver((list) => record(list.getEntries().map((entry) => entry.name), [])).observe({ type: 'resource', buffered: true });
addEventListener('securitypolicyviolation', (e) => record([], [`${e.effectiveDirective} ${e.blockedURI}`]));
showRequests(); // the count stands in the text of how to check, too

addEventListener('hashchange', () => go());
addEventListener('unhandledrejection', (e) => warn(`The page met a fault: ${e.reason?.message ?? e.reason}.`));

// The program is the last element of the file: it is whole when the document is.
history.scrollRestoration = 'manual';
addEventListener('DOMContentLoaded', () => {
  source = door.createScriptURL(URL.createObjectURL(new Blob([$('worker-source').textContent], { type: 'text/javascript' })));
  program = $('program').textContent;
  startWorker();
  warmFonts();
  if (SAMPLE.test(location.hash)) openSample();
  else if (route().full) tell('This link points into an archive. Drop or choose it again to go there.');
});

// Taking files in: what came in is opened, shown on its way, and can be cancelled.
// What is opened is a File, or a bundle {name, size, files: [[path, File], …]} of the files
// of a folder. Only handles are gathered; the program opens the files that it reads.

// take opens what came in: a file, several, or the folders among what was dropped.
function take(files, items = []) {
  const dropped = [...items].filter((item) => item.kind === 'file');
  const entries = dropped.map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const list = [...files].map((file) => [file.webkitRelativePath || file.name, file]);
  if (entries.some((entry) => entry.isDirectory)) gather(entries, dropped.map((item) => item.getAsFileSystemHandle?.()));
  else if (list.length === 1 && !list[0][0].includes('/')) openFile(files[0]);
  else if (list.length) openFile(bundle(list));
}

// bundle names files by the folder they are all in, else by the first of them.
function bundle(files) {
  const top = (path) => path.split('/')[0];
  const first = top(files[0][0]);
  const more = files.length - 1;
  const name = files.every(([path]) => path.startsWith(`${first}/`)) ? first : `${first} and ${count(more)} more`;
  return { name, files, size: files.reduce((sum, [, file]) => sum + (file?.size ?? 0), 0) };
}

const MOST = 250_000; // a little more than the program lists

// A dropped thing is an entry, or a handle, which Chromium needs for a page from disk.
const isFolder = (thing) => thing.isDirectory ?? thing.kind === 'directory';
function fileOf(thing) { // null: the program tells that it could not be read
  return (thing.getFile?.() ?? new Promise((done, failed) => thing.file(done, failed))).catch(() => null);
}
async function* inside(folder) {
  if (folder.values) return yield* folder.values();
  const reader = folder.createReader();
  for (let some; (some = await new Promise((done, failed) => reader.readEntries(done, failed))).length;) yield* some; // a hundred at a time
}

// gather walks the folders that were dropped.
async function gather(entries, handles) {
  const mine = walking = { name: entries.map((entry) => entry.name).join(', '), size: 0 };
  const found = [];
  const walk = async (thing, path) => {
    if (!isFolder(thing)) return void found.push([path, await fileOf(thing)]);
    found.push([`${path}/`, null]);
    const files = [];
    try {
      for await (const child of inside(thing)) {
        if (walking !== mine || found.length + files.length > MOST) break;
        if (isFolder(child)) await walk(child, `${path}/${child.name}`);
        else files.push(walk(child, `${path}/${child.name}`));
      }
    } catch {
      found.push([path, null]);
    }
    await Promise.all(files);
    if (walking === mine) busyCount.textContent = `${count(found.length)} files and folders found`;
  };
  warn();
  if (archive || job) startWorker();
  waiting = null;
  showLanding();
  showBusy(mine);
  const things = await Promise.all(handles).catch(() => entries);
  for (const thing of things.every(Boolean) ? things : entries) await walk(thing, thing.name);
  if (walking === mine) openFile(bundle(found));
}

// The sample is a zip that the page carries. Links into it begin with #/sample, so that the
// page opens it again by itself; what they hold is ids that the project made up.
const SAMPLE = /^#\/sample(\/|$)/;
function sample() {
  const zip = Uint8Array.from(atob($('sample').textContent), (c) => c.charCodeAt(0));
  return Object.assign(new File([zip], 'sample.zip'), { sample: true });
}
const openSample = () => openFile(sample());

// rehearse has the program read the sample for nobody while the page is idle: the browser
// then has it compiled when an archive comes. It gives way to the first call.
let rehearsed = false;
function rehearse() {
  if (rehearsed) return;
  rehearsed = true;
  call('rehearse', 'sample.zip', sample()).catch(() => {}); // of no consequence
}

// FONTS are those in which archives are shown and the first page is not: weight and size.
const FONTS = [
  ...[[400, 10], [400, 11], [600, 11], [600, 12], [520, 13], [600, 13], [620, 13], [700, 13], [700, 14], [600, 15], [700, 16], [650, 18], [650, 19], [650, 22]].map((f) => ['normal', ...f, 'ui']),
  ...[[400, 13], [520, 13], [650, 14], [650, 19]].map((f) => ['italic', ...f, 'ui']),
  ...[[400, 11], [600, 12], [400, 12.32]].map((f) => ['normal', ...f, 'mono']),
];

// warmFonts has the browser find them while the page is idle, one at a time: each is asked of
// another process, which is busy while an archive is read, and the first screens would wait
// for it in the midst of their layout.
function warmFonts() {
  const left = FONTS.values();
  const specimen = document.createElement('span');
  specimen.ariaHidden = 'true';
  specimen.textContent = 'Aa0 · – … → − ’ “ ” ↓ ↑';
  const next = () => {
    const { value, done } = left.next();
    if (done) return specimen.remove();
    const [style, weight, size, family] = value;
    Object.assign(specimen.style, { position: 'absolute', visibility: 'hidden', font: `${style} ${weight} ${size}px var(--font-${family})` });
    specimen.getBoundingClientRect(); // it is laid out now
    requestIdleCallback(next, { timeout: 200 });
  };
  document.body.append(specimen);
  requestIdleCallback(next, { timeout: 200 });
}

async function openFile(file) {
  walking = null;
  warn();
  showLanding();
  showBusy(file);
  if (!source) return void (waiting = file); // the end of the page, the program in it, is still on its way
  if (!worker && !module && !program) return died('its text is missing');
  if (!worker || archive || job) startWorker();
  waiting = ready ? null : file;
  if (waiting) return;
  const mine = job = { id: lastID + 1, file, at: '' };
  try {
    let html = await call('open', file.name, file.files ?? file, { raised: file.raised ?? 1, without: file.without ?? [] });
    if (namesHidden) html = await call('names', 'on');
    show(html, file);
  } catch (err) {
    if (mine !== job) throw err;
    startWorker(); // what was read of it is of no use
    goHome();
    warn(err.message);
  }
}

function cancel() {
  const file = job?.file ?? waiting ?? walking;
  const old = worker;
  if (job) {
    worker.postMessage({ kind: 'cancel', id: job.id });
    calls.clear();
    ready = false;
    // Asked first, so that the program can let go of its streams; it may be too busy to hear.
    setTimeout(() => old === worker && startWorker(), 60);
  }
  job = waiting = walking = null;
  goHome();
  tell(`Cancelled. ${file.name} was not opened.`);
}

function showLanding() {
  at = null;
  if (!land.isConnected) app.replaceChildren(land);
  showRequests();
}

function goHome() {
  showLanding();
  busy.hidden = true;
  idle.hidden = false;
  drop.style.minHeight = '';
  tell('');
}

function showBusy(file) {
  if (busy.hidden) drop.style.minHeight = `${drop.offsetHeight}px`; // nothing jumps
  idle.hidden = true;
  busy.hidden = false;
  busyName.textContent = file.name;
  busyAt.textContent = ready ? '' : 'Starting the program';
  busyCount.textContent = file.size ? bytes(file.size) : '';
  busyBar.removeAttribute('value');
  say(`Reading ${file.name}`);
}

function showProgress({ done, total, name }) {
  job.at = name;
  busyAt.textContent = name;
  busyCount.textContent = `${bytes(done)} of ${bytes(total)}`;
  busyBar.max = total || 1;
  busyBar.value = done;
}

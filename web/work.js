// Work that no screen waits for: the program does a slice of it a call, so that whatever
// is asked for meanwhile is answered between two slices. What it has so far stands in the
// places with data-later, which are filled anew as it goes on.
'use strict';

let working = null; // the worker that is asked for slices: there is one an archive
let worked = null;  // the worker that has nothing left to do, or that a person stopped

async function work() {
  const mine = worker;
  if (!archive || working === mine || worked === mine) return;
  working = mine;
  try {
    for (let told = 0, more = true; more && worker === mine;) {
      const said = await call('work', '');
      if (said !== 'more' && said) await joined(said.endsWith('sessions'));
      more = said !== '';
      if (more && performance.now() - told < 200) continue;
      await fillLater();
      told = performance.now();
    }
  } catch (err) {
    if (worker === mine) {
      warn(err.message);
      fillLater();
    }
  } finally {
    if (working === mine) working = null;
    worked = mine;
  }
}

// joined takes in what was read behind the first screen, a part of it or the last: the view
// where it says something else now, the rail where its sessions are others, and the counts
// of the frame. The focus and what is in view stay.
async function joined(sessions) {
  const turn = turns;
  const [main, panel] = [await ask('main', drawn.of), await ask('panel', at.full)];
  const other = main !== drawn.main || panel !== drawn.panel;
  await jumping;
  if (other && turn === turns && !at.path.startsWith('search')) { // a search has waited for all of it
    stale = true;
    await go();
  }
  const frame = document.createElement('div');
  put(frame, await call('frame', ''));
  if (sessions) {
    const rail = $('rail').scrollTop;
    app.querySelector('[data-rail] [data-list]').replaceWith(frame.querySelector('[data-rail] [data-list]'));
    List.mount(app.querySelector('[data-rail]'), null, true);
    $('rail').scrollTop = rail;
  }
  const link = document.activeElement?.closest('#rail a, .bar a')?.getAttribute('href');
  for (const now of frame.querySelectorAll('[data-whole]')) app.querySelector(`[data-whole="${now.dataset.whole}"]`).replaceWith(now);
  mark(app);
  if (link && document.activeElement === document.body) app.querySelector(`:is(#rail, .bar) a[href="${link}"]`)?.focus({ preventScroll: true });
}

// fillLater fills every such place, and leaves what is being read and the focus where they are.
async function fillLater() {
  for (const place of document.querySelectorAll('[data-later]')) {
    const html = archive && await ask('later', place.dataset.later);
    if (html === null || !place.isConnected) continue;
    const held = place.contains(document.activeElement) && place.dataset.later;
    put(place, html);
    if (place.querySelector('[data-list]')) List.mount(place, List.place($('main')));
    if (held) place.querySelector('[data-do]')?.focus({ preventScroll: true });
    if (held && document.activeElement === document.body) $('main').focus({ preventScroll: true });
    mark(place);
  }
}

async function steerWork(word) {
  if (await ask('work', word) === null) return;
  if (word === 'go') worked = null;
  await fillLater();
  work();
}

// ---- What the screen does not show: names, where a person hides them, whatever is opened
// next; secrets, until a person asks for them, of this archive only ----

let namesHidden = false;

// veil switches one of the two: the program tells the whole screen anew.
async function veil(op, on) {
  const html = await ask(op, on ? 'on' : 'off');
  if (html === null) return false;
  const by = `${document.activeElement?.closest('#main') ? '#main ' : ''}[data-do="${op}"]`;
  const rail = $('rail').scrollTop;
  const open = app.querySelector('[data-rail]').open;
  places.clear(); // what stands there is told in other words now
  const place = List.place($('main'));
  const typed = Find.box().value;
  put(app, html);
  Find.box().value = typed;
  showRequests();
  app.querySelector('[data-rail]').open = open;
  List.mount(app, null, true);
  $('rail').scrollTop = rail;
  places.set(route().page, place);
  stale = true;
  await go();
  app.querySelector(by)?.focus({ preventScroll: true });
  return true;
}

deeds.names = async () => {
  if (!await veil('names', !namesHidden)) return;
  namesHidden = !namesHidden;
  say(namesHidden ? 'Names are hidden on this screen.' : 'Names are shown.');
};

deeds.secrets = async () => {
  const on = app.querySelector('[data-do="secrets"]').ariaPressed !== 'true';
  if (await veil('secrets', on)) say(on ? 'Secrets are shown on this screen.' : 'Secrets are masked.');
};

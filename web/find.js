// The search: what is typed in the box of the bar goes to the program, which answers in
// parts. A newer text makes the answers to an older one worthless, so that typing waits
// for nothing. What is typed stays in the box and in the program: an address gets only the
// part that the program calls fit for a link.
'use strict';

const Find = {
  turn: 0, // of searches; what belongs to an older one is dropped
  said: 0, // of completions
  busy: 0, // the turn of a search whose first answer is not there

  box: () => $('find'),
  page: () => /^search(\/|$)/.test(route().full),

  // begin looks for what stands in the box, and shows it as soon as there is something.
  async begin() {
    const turn = Find.busy = ++Find.turn;
    const text = Find.box().value;
    if (!Find.page() && text.trim()) {
      history.pushState(null, '', '#/search');
      await go('find', text);
    } else {
      const html = await ask('find', text);
      if (turn !== Find.turn) return;
      Find.busy = 0;
      if (html === null) return;
      if (Find.page()) {
        put($('main'), html);
        List.mount($('main'), null, true);
        $('main').scrollTop = 0;
      }
    }
    if (turn !== Find.turn) return;
    Find.busy = 0;
    Find.told();
    Find.follow(turn);
  },

  // follow asks on while the search runs.
  async follow(turn = ++Find.turn) {
    while (turn === Find.turn && Find.state === 'running') {
      const html = await ask('found', '');
      if (html === null || turn !== Find.turn) return;
      Find.put(html);
    }
  },

  // put tells the page of the search anew what stands around the hits; those that are
  // there stay.
  put(html) {
    const around = document.querySelector('#main .found');
    if (!around) return void (Find.state = /data-state="(\w+)"/.exec(html)?.[1]);
    const held = around.contains(document.activeElement) && document.activeElement.dataset.find;
    put(around, html);
    if (held !== false) [...around.querySelectorAll('[data-find]')].find((b) => b.dataset.find === held)?.focus({ preventScroll: true });
    List.of(document.querySelector('#main .hits [data-list]'))?.grow(Number(around.firstElementChild.dataset.rows), Find.newest());
    Find.told();
  },

  newest: () => document.querySelector('#main .order [data-arg$=newest]')?.ariaPressed === 'true',

  // told takes over what the page of the search says: how far it is, how many hits, and
  // what the address may say.
  told() {
    const words = document.querySelector('#main .qbar')?.dataset;
    if (!words) return;
    Find.state = words.state;
    Find.count(0, words.hits);
    const full = `search${words.address && `/${encodeURIComponent(words.address)}`}`;
    if (!Find.page() || route().full === full) return;
    history.replaceState({ ...history.state, seen: true }, '', `#/${archive?.sample ? 'sample/' : ''}${full}`);
    at = route();
  },

  // arrive is called when a page came to the screen: that of the search tells the box what
  // it shows, and every other whether it shows a hit.
  async arrive() {
    const shown = document.querySelector('#main [data-search]');
    if (!shown) return void (Find.box().value.trim() && Find.hop(0));
    if (document.activeElement !== Find.box()) Find.box().value = shown.dataset.search;
    Find.told();
    if (Find.state === 'running' && !Find.busy) Find.follow();
  },

  count(n, total) {
    $('hops').hidden = total === '0' || !total;
    $('hop-at').textContent = n ? `${n} of ${total}` : total;
  },

  // hop goes to the hit before or after; by 0 it only counts.
  hop: inTurn(async (by) => {
    const [n, total, to] = ((await ask('hop', `${by} ${route().full}`)) ?? '0 0 ').split(' ');
    Find.count(Number(n) && count(Number(n)), count(Number(total)));
    if (to) location.hash = `#/${to}`;
  }),

  async halt() {
    Find.turn++;
    const html = await ask('halt', '');
    if (html !== null) Find.put(html);
  },

  // ---- What the term at hand may become: a list under the box ----

  options: () => $('find-list'),
  on: () => Find.options().querySelector('[aria-selected=true]'),

  async complete() {
    const said = ++Find.said;
    const { value, selectionStart, selectionEnd } = Find.box();
    const html = selectionStart === selectionEnd ? await ask('complete', value.slice(0, selectionStart)) : '';
    if (html === null || said !== Find.said) return;
    put(Find.options(), html);
    for (const [i, option] of [...Find.options().children].entries()) option.id = `option-${i}`;
    Find.unfold(html !== '' && document.activeElement === Find.box());
  },

  unfold(open) {
    Find.said++;
    Find.options().hidden = !open;
    Find.box().ariaExpanded = String(open);
    if (!open) Find.choose(null);
  },

  choose(option) {
    Find.on()?.removeAttribute('aria-selected');
    option?.setAttribute('aria-selected', 'true');
    if (option) Find.box().setAttribute('aria-activedescendant', option.id);
    else Find.box().removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  },

  // take puts a completion in the place of the term at hand.
  take(option) {
    const box = Find.box();
    const end = box.selectionStart;
    const from = box.value.slice(0, end).search(/\S*$/);
    const { term } = option.dataset;
    box.setRangeText(term.endsWith(':') ? term : `${term} `, from, end, 'end');
    box.focus();
    Find.unfold(false);
    Find.begin();
    if (term.endsWith(':')) Find.complete();
  },

  // ask puts a query into the box, as a click on a facet does.
  ask(text) {
    Find.box().value = text;
    if (text.endsWith(':')) Find.box().focus();
    Find.begin();
    if (text.endsWith(':')) Find.complete();
  },

  key(e) {
    const open = !Find.options().hidden;
    const all = [...Find.options().children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step && open) Find.choose(all[(all.indexOf(Find.on()) + step + all.length + (step < 0 && !Find.on() ? 1 : 0)) % all.length]);
    else if ((e.key === 'Enter' || e.key === 'Tab') && Find.on()) Find.take(Find.on());
    else if (e.key === 'Enter' || e.key === 'ArrowDown') Find.enter();
    else if (e.key === 'Escape' && open) Find.unfold(false);
    else if (e.key === 'Escape' && Find.state === 'running') Find.halt();
    else if (e.key === 'Escape') $('main').focus({ preventScroll: true });
    else return;
    e.preventDefault();
  },

  // enter leaves the box for the hits, or comes back to their page.
  enter() {
    Find.unfold(false);
    if (!Find.page()) return void (location.hash = '#/search');
    const list = List.of(document.querySelector('#main .hits [data-list]'));
    list?.step(1);
  },
};

Object.assign(deeds, { find: () => Find.box()?.select(), halt: Find.halt, nextHit: () => Find.hop(1), previousHit: () => Find.hop(-1) });

addEventListener('input', ({ target }) => {
  if (target.id !== 'find') return;
  Find.begin();
  Find.complete();
});
addEventListener('focusout', ({ target }) => target.id === 'find' && Find.unfold(false));
addEventListener('keydown', (e) => e.target.id === 'find' && !e.isComposing && !e.ctrlKey && !e.metaKey && !e.altKey && Find.key(e));
addEventListener('click', ({ target }) => {
  const by = target.closest('[data-find]');
  if (by) Find.ask(by.dataset.find);
});
// A press on an option must not take the focus from the box.
addEventListener('pointerdown', (e) => {
  const option = e.target.closest('#find-list [data-term]');
  if (!option) return;
  e.preventDefault();
  Find.take(option);
});

// A windowed list: of hundreds of thousands of rows only the few chunks around the
// viewport are in the document, the rest is two spacers. The program answers a chunk's
// HTML by list name and chunk number. Chunks of unequal height are measured when they
// arrive, and what is under the reader's eye stays where it is meanwhile.
//
//   <div data-list="NAME" data-count="7016" data-chunk="40" data-row="26">   every row 26 px
//   <div data-list="NAME" data-count="912" data-chunk="20" data-est="48" data-at="300">
'use strict';

class List {
  static all = new Set();

  static of(element) {
    for (const list of List.all) if (list.el.contains(element)) return list;
    return null;
  }

  // mount brings the lists below an element to life. place is what place() told when
  // the same page was left; without one the page begins at its top, which stay leaves
  // where it is when the whole document scrolls.
  static mount(within, place, stay) {
    for (const list of List.all) if (!list.el.isConnected) list.close();
    for (const el of within.querySelectorAll('[data-list]')) new List(el, place?.heights.get(el.dataset.list));
    const scroller = List.scroller(within.querySelector('[data-list]') ?? within);
    if (place || scroller !== document.scrollingElement) scroller.scrollTop = place?.top ?? 0;
    else if (!stay) within.scrollIntoView();
    for (const list of List.all) {
      if (!within.contains(list.el)) continue;
      list.update();
      const at = Number(list.el.dataset.at);
      if (!place && at > 0) list.reveal(at, true);
    }
  }

  // top is the index of the first row that is seen, 0 when none is.
  static top(within) {
    const list = List.of(within.querySelector('[data-list]'));
    const row = list && [...list.el.querySelectorAll('[data-i]')].find((r) => r.getBoundingClientRect().bottom > list.edge());
    return Number(row?.dataset.i ?? 0);
  }

  // handle is what takes the focus in a row.
  static handle(row) {
    return row.querySelector('button, a[href]:not([tabindex="-1"])');
  }

  static place(within) {
    const heights = new Map();
    for (const list of List.all) if (within.contains(list.el)) heights.set(list.name, list.heights);
    return { heights, top: List.scroller(within.querySelector('[data-list]') ?? within).scrollTop };
  }

  static scroller(el) {
    for (let e = el; e && e !== document.body; e = e.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(e).overflowY)) return e;
    }
    return document.scrollingElement;
  }

  static updateAll() {
    if (List.frame) return;
    List.frame = requestAnimationFrame(() => {
      List.frame = 0;
      for (const list of List.all) list.update();
    });
  }

  constructor(el, heights) {
    const { list, count, chunk, row, est } = el.dataset;
    Object.assign(this, { el, name: list, count: Number(count), per: Number(chunk) || 50, row: Number(row) || 0, est: Number(row) || Number(est) || 40 });
    this.chunks = Math.ceil(this.count / this.per);
    this.heights = heights ?? []; // measured, by chunk; sparse
    this.shown = new Map();       // chunk -> its element, in order, without gaps
    this.focus = Number(el.dataset.at ?? 0) - 1; // the row that the keyboard is at
    this.top = this.block();
    this.end = this.block();
    el.replaceChildren(this.top, this.end);
    this.watch = new ResizeObserver((entries) => {
      for (const { target } of entries) this.measure(target);
    });
    this.end.style.height = `${this.offset(this.chunks)}px`;
    this.resize();
    List.all.add(this);
  }

  close() {
    this.watch.disconnect();
    List.all.delete(this);
  }

  // resize looks up who scrolls: on a narrow screen it is the document. The row on top, as
  // it was before the lines broke elsewhere, stays there.
  resize() {
    this.scroller = List.scroller(this.el);
    this.scroller.style.overflowAnchor = 'none'; // the anchor is kept here
    if (!this.read?.row.isConnected) return;
    this.changed();
    this.scroller.scrollTop += this.read.row.getBoundingClientRect().top - this.edge() - this.read.y;
  }

  block() {
    const div = document.createElement('div');
    div.role = 'presentation';
    div.style.display = 'flow-root'; // margins count as height
    return div;
  }

  height(chunk) {
    return this.heights[chunk] ?? Math.min(this.per, this.count - chunk * this.per) * this.est;
  }

  offset(chunk) {
    if (this.row) return Math.min(chunk * this.per, this.count) * this.row;
    let y = 0;
    for (let k = 0; k < chunk; k++) y += this.height(k);
    return y;
  }

  // edge is where the scroller's view begins, in px from the top of the window.
  edge() {
    return this.scroller === document.scrollingElement ? 0 : this.scroller.getBoundingClientRect().top;
  }

  // view is the part of the list that the scroller shows, in px from the list's top.
  view() {
    const from = this.edge() - this.el.getBoundingClientRect().top;
    return { from, to: from + this.scroller.clientHeight };
  }

  update() {
    if (!this.el.isConnected || !this.chunks) return;
    const { from, to } = this.view();
    let first = this.row ? Math.min(this.chunks - 1, Math.max(0, Math.floor(from / this.row / this.per))) : 0;
    let y = this.offset(first);
    while (first < this.chunks - 1 && y + this.height(first) <= from) y += this.height(first++);
    const ahead = this.row ? Infinity : to - from; // a chunk of long rows can be many screens: the next one waits until a screen is left
    const above = from - y < ahead;
    let last = first;
    while (last < this.chunks - 1 && y + this.height(last) < to) y += this.height(last++);
    const below = y + this.height(last) - to < ahead;
    this.show(Math.max(0, first - above), Math.min(this.chunks - 1, last + below));
    this.tape();
    const row = this.scroller.scrollTop > 0 && this.onTop();
    this.read = row ? { row, y: row.getBoundingClientRect().top - this.edge() } : null;
  }

  sees(row) {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > this.edge() && top < this.edge() + this.scroller.clientHeight;
  }

  // onTop is the first row that is seen.
  onTop() {
    return [...this.el.querySelectorAll('[data-i]')].find((row) => this.sees(row));
  }

  // tape marks on the tape above the list the part that is seen.
  tape() {
    const seen = $('main')?.querySelector('[data-tape]');
    if (!seen || !$('main').contains(this.el)) return;
    const at = [...this.el.querySelectorAll('[data-x]')].filter((row) => this.sees(row)).map((row) => Number(row.dataset.x));
    if (!at.length) return;
    const from = Math.min(...at) - 3;
    seen.setAttribute('x', from);
    seen.setAttribute('width', Math.max(...at) + 3 - from);
  }

  show(first, last) {
    for (const [k, node] of this.shown) {
      if (k >= first && k <= last) continue;
      this.watch.unobserve(node);
      node.remove();
      this.shown.delete(k);
    }
    let before = this.top;
    for (let k = first; k <= last; k++) {
      if (!this.shown.has(k)) before.after(this.request(k));
      before = this.shown.get(k);
    }
    this.top.style.height = `${this.offset(first)}px`;
    this.end.style.height = `${this.offset(this.chunks) - this.offset(last + 1)}px`;
  }

  // grow tells the list of more rows. Those that are shown stay, but for a last chunk that
  // was not full; anew says that others may have come between them.
  grow(count, anew) {
    if (count === this.count) return;
    const last = this.count % this.per ? this.chunks - 1 : -1;
    this.count = count;
    this.chunks = Math.ceil(count / this.per);
    for (const [chunk, node] of this.shown) if (anew || chunk === last) this.fill(node);
    this.end.style.height = `${this.offset(this.chunks) - this.offset(Math.max(-1, ...this.shown.keys()) + 1)}px`;
    this.update();
  }

  request(chunk) {
    const node = this.block();
    node.chunk = chunk;
    this.shown.set(chunk, node);
    this.fill(node);
    return node;
  }

  fill(node) {
    const { chunk } = node;
    node.style.height = `${this.height(chunk)}px`;
    node.filled = ask('list', `${this.name} ${chunk}`).then((html) => {
      if (html === null || this.shown.get(chunk) !== node) return;
      put(node, html);
      mark(node);
      this.number(node);
      List.updateAll(); // the tape marks what is seen
      if (this.row) return;
      node.style.height = '';
      this.measure(node, true);
      this.watch.observe(node);
    });
  }

  // number tells a screen reader which row of how many each is: most are not in the document.
  number(node) {
    for (const row of node.querySelectorAll('[data-i]')) {
      row.setAttribute('aria-posinset', Number(row.dataset.i) + 1);
      row.setAttribute('aria-setsize', this.count);
    }
  }

  // measure notes a chunk's height. Above the viewport a change would move what is being
  // read, so the scroller follows it. A new chunk across the upper edge keeps the rows
  // below it in place, or, where it covers all that is seen, the same share of it above.
  measure(node, fresh) {
    const { chunk } = node;
    if (this.shown.get(chunk) !== node) return;
    const before = this.height(chunk);
    const now = node.getBoundingClientRect().height;
    this.heights[chunk] = now;
    if (Math.abs(now - before) < 0.5) return;
    const top = this.offset(chunk);
    const { from, to } = this.view();
    if (top + before <= from + 1 || (fresh && top < from && top + before < to)) this.scroller.scrollTop += now - before;
    else if (fresh && top < from && from > 0) this.scroller.scrollTop += ((from - top) / before) * (now - before);
    List.updateAll();
  }

  // changed notes at once that rows grew or shrank: once the reader is elsewhere, it could
  // not be told from a change above the view.
  changed() {
    if (!this.row) for (const node of this.shown.values()) this.measure(node);
  }

  // steady changes the height of rows while what the reader is at stays where it is on the
  // screen: what has the focus, or, where that is not seen, the row on top.
  steady(change, at = document.activeElement) {
    if (!this.el.contains(at) || !this.sees(at)) at = this.onTop();
    const before = at?.getBoundingClientRect().top;
    change();
    this.changed();
    if (at?.isConnected) this.scroller.scrollTop += at.getBoundingClientRect().top - before;
  }

  // reveal brings a row into view and answers its element: by the shortest way, or, where
  // it is out of sight and centre is asked for, to the middle.
  async reveal(index, centre) {
    const turn = this.reveals = (this.reveals ?? 0) + 1;
    this.changed();
    const chunk = Math.floor(index / this.per);
    const y = this.offset(chunk) + (index % this.per) * this.est;
    const { from, to } = this.view();
    if ((centre || !this.shown.has(chunk)) && (y < from || y + this.est > to)) this.scroller.scrollTop += y - (from + to) / 2;
    this.update();
    await this.shown.get(chunk)?.filled;
    const row = this.el.querySelector(`[data-i="${index}"]`);
    if (!row || turn !== this.reveals) return row; // another row was asked for meanwhile
    const { top, bottom } = row.getBoundingClientRect();
    const seen = top >= this.edge() && bottom <= this.edge() + this.scroller.clientHeight;
    if (!centre || !seen) row.scrollIntoView({ block: centre ? 'center' : 'nearest' });
    return row;
  }

  // hold gives the focus back to a record's row once the rows are there, unless it went on.
  async hold(key) {
    await Promise.all([...this.shown.values()].map((node) => node.filled));
    const row = this.el.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (row && document.activeElement === $('main')) List.handle(row)?.focus({ preventScroll: true });
  }

  // rows are those in the document that can take the focus, in order, with the rows that
  // stand inside others; headings between cannot.
  rows() {
    return [...this.el.querySelectorAll('[data-i], [data-item]')].filter(List.handle);
  }

  // here is the row at which the keyboard is: the one that has the focus or had it last, if
  // it is seen. Else it is the first that is seen, and the keyboard is not on it.
  here() {
    const row = document.activeElement?.closest('[data-i], [data-item]');
    if (row && this.el.contains(row)) return { i: Number(row.closest('[data-i]').dataset.i), place: row.dataset.place, on: true, row };
    const last = this.el.querySelector(`[data-i="${this.focus}"]`);
    if (last && this.sees(last)) return { i: this.focus, place: last.dataset.place, on: true, row: last };
    const first = this.onTop();
    return { i: Number(first?.dataset.i ?? 0), on: false, row: first };
  }

  // take gives a row the focus and shows it by the shortest way; one from afar comes to
  // stand in the upper part of the view, so that what follows it is seen.
  take(row, afar) {
    const handle = List.handle(row);
    const { top, bottom } = (handle ?? row).getBoundingClientRect();
    const high = this.scroller.clientHeight;
    const y = top - this.edge();
    if (!afar) (handle ?? row).scrollIntoView({ block: 'nearest' });
    else if (y < high * 0.1 || bottom - this.edge() > high * 0.75) this.scroller.scrollTop += y - high * 0.25;
    handle?.focus({ preventScroll: true });
  }

  // step moves the focus by one row. The next one is in the document, unless keys come
  // faster than rows: then the list goes on from the row that was asked for.
  async step(by) {
    const turn = this.turn = (this.turn ?? 0) + 1;
    const { i, row, on } = this.here();
    const rows = this.rows();
    let next = this.awaits ? null : rows[rows.indexOf(row) + by];
    if (!this.awaits && (!on || !rows.includes(row))) { // a heading, or a row that was scrolled to
      next = by > 0 ? rows.find((r) => r === row || row?.compareDocumentPosition(r) & Node.DOCUMENT_POSITION_FOLLOWING)
        : rows.findLast((r) => row?.compareDocumentPosition(r) & Node.DOCUMENT_POSITION_PRECEDING);
    }
    if (next) return this.take(next);
    for (let k = (this.awaits ? this.focus : i) + by; k >= 0 && k < this.count; k += by) {
      this.focus = k; // at once: the next key may come before the row
      this.awaits = true;
      const far = await this.reveal(k);
      if (turn !== this.turn) return;
      this.awaits = false;
      if (far && List.handle(far)) return this.take(far);
    }
    this.awaits = false;
  }
}

for (const kind of ['scroll', 'toggle']) addEventListener(kind, List.updateAll, { capture: true, passive: true });
addEventListener('resize', () => {
  for (const list of List.all) list.resize();
  List.updateAll();
});

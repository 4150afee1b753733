// The zone of times. The program writes UTC and beside each time the moment itself; here
// it is said in the words of the zone that the reader chose, which only the browser knows:
// how far a zone is from UTC changes with the date. Every form names its zone, in its text,
// in its title or at the head of its column.
'use strict';

const ZONES = ['utc', 'local', 'since'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const asWritten = new WeakMap(); // a time -> {text, title} in UTC
let zone = 'utc';
try {
  const kept = JSON.parse(localStorage.getItem('layout'))?.times;
  if (ZONES.includes(kept)) zone = kept;
} catch { /* UTC, until it is chosen again */ }

deeds.times = () => {
  zone = ZONES[(ZONES.indexOf(zone) + 1) % ZONES.length];
  try {
    localStorage.setItem('layout', JSON.stringify({ times: zone }));
  } catch { /* it lasts until the page is closed */ }
  showTimes(document);
  say(`Times: ${zoneName()}.`);
};

const zoneName = () => ({ utc: 'UTC', local: Intl.DateTimeFormat().resolvedOptions().timeZone, since: 'since start' })[zone];

// showTimes says the times in a part of the page in the zone that was chosen.
function showTimes(within) {
  const since = Date.parse($('main')?.querySelector('[data-since]')?.dataset.since);
  for (const label of within.querySelectorAll('[data-zone]')) {
    const short = { utc: 'UTC', local: 'local', since: Number.isNaN(since) ? 'UTC' : 'since start' }[zone];
    label.textContent = label.dataset.zone === 'whole' ? zoneName() : short;
  }
  for (const time of within.querySelectorAll('time[data-form]')) {
    const was = asWritten.get(time);
    if (zone === 'utc' && !was) continue;
    if (!was) asWritten.set(time, { text: time.textContent, title: time.title });
    const { text, title } = asWritten.get(time);
    const said = sayTime(time, since);
    time.textContent = said?.text ?? text;
    time.title = said?.title ?? title;
  }
}

// sayTime gives the text and the title of a time, or nothing where UTC is what is shown.
function sayTime(time, since) {
  const { form, until } = time.dataset;
  const moment = new Date(time.dateTime);
  const inSession = time.closest('#main, #panel, #outline, #paper') && !Number.isNaN(since);
  if (zone === 'local') {
    const title = form === 'span' ? '' : `${localTime(moment, 'full')} · ${localTime(moment, 'full', true)}`;
    return { text: localTime(moment, form, false, until && new Date(until)), title };
  }
  if (zone !== 'since' || !inSession || form === 'when' || form === 'span') return null;
  const text = elapsed(moment - since, form !== 'clock');
  return { text: form === 'full' ? `${text} since the session's start` : text, title: `${localTime(moment, 'full', true)} · ${text} since the session's start` };
}

const two = (n) => String(n).padStart(2, '0');

// localTime writes a moment in the browser's zone, or in UTC.
function localTime(moment, form, utc, until) {
  const minutes = utc ? 0 : -moment.getTimezoneOffset();
  const d = new Date(moment.getTime() + minutes * 60000); // its UTC fields are those of the zone
  const clock = `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
  const milli = `${clock}.${String(d.getUTCMilliseconds()).padStart(3, '0')}`;
  const month = `${d.getUTCDate()} ${MONTHS[d.getUTCMonth()]}`;
  const day = `${month} ${d.getUTCFullYear()}`;
  if (form === 'clock') return clock;
  if (form === 'dated') return `${day}, ${clock}`;
  if (form === 'milli') return milli;
  if (form === 'full') return `${day}, ${milli} ${offset(minutes)}`;
  if (form === 'when') return when(d, clock.slice(0, 5), month, day);
  const end = localTime(until, 'full', utc); // a span: the day stands twice only where it changes
  const [endDay, endClock] = end.replace(/\.\d+ .*/, '').split(', ');
  const last = end.startsWith(`${day}, ${clock}`) ? '' : ` – ${endDay === day ? endClock : `${endDay}, ${endClock}`}`;
  return `${day}, ${clock}${last} ${offset(-until.getTimezoneOffset())}`;
}

// when writes a moment as seen from now.
function when(d, clock, month, day) {
  const now = new Date();
  const days = (Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate())) / 864e5;
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `yesterday ${clock}`;
  return d.getUTCFullYear() === now.getFullYear() ? month : day;
}

function offset(minutes) {
  if (minutes === 0) return 'UTC';
  const m = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(m / 60)}${m % 60 ? `:${two(m % 60)}` : ''}`;
}

// elapsed writes a length of time for a column: +0:02:31, +26:10:02.125, −0:00:01.
function elapsed(ms, exact) {
  const n = Math.abs(ms);
  const s = Math.floor(n / 1000);
  const text = `${ms < 0 ? '−' : '+'}${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  return exact ? `${text}.${String(n % 1000).padStart(3, '0')}` : text;
}

package e2e

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// probe is one way to talk to the outside, written so that it answers a word when it is
// over. A word is no proof: a refused beacon answers true. The listener is the judge.
type probe struct {
	name, script string
}

// unpoliced are the probes that Chromium's policy lets through: a browser that connects ahead
// asks no policy. They are absent instead, as navigation is.
var unpoliced = []string{"preconnect"}

// probes are given the address host:port; %s is the part of the path that names them.
var probes = []probe{
	{"fetch", `fetch('http://' + addr + '/fetch', { mode: 'no-cors' }).then(() => 'answered', (e) => 'refused: ' + e.message)`},
	{"XMLHttpRequest", `new Promise((done) => { const x = new XMLHttpRequest(); x.onload = () => done('answered'); x.onerror = () => done('error event'); x.open('GET', 'http://' + addr + '/xhr'); x.send(); })`},
	{"WebSocket", `new Promise((done) => { const s = new WebSocket('ws://' + addr + '/ws'); s.onopen = () => done('open'); s.onerror = () => done('error event'); })`},
	{"EventSource", `new Promise((done) => { const s = new EventSource('http://' + addr + '/events'); s.onerror = () => { s.close(); done('error event'); }; })`},
	{"sendBeacon", `navigator.sendBeacon('http://' + addr + '/beacon', 'x') ? 'true' : 'false'`},
	{"importScripts", `(importScripts('http://' + addr + '/scripts.js'), 'ran')`},
	{"import()", `import('http://' + addr + '/module.js').then(() => 'ran', (e) => 'refused: ' + e.message)`},
	{"Worker", `new Promise((done) => { const w = new Worker('http://' + addr + '/worker.js'); w.onerror = () => done('error event'); w.onmessage = () => done('ran'); })`},
	{"SharedWorker", `new Promise((done) => { const w = new SharedWorker('http://' + addr + '/shared.js'); w.onerror = () => done('error event'); })`},
	{"image", `new Promise((done) => { const i = new Image(); i.onload = () => done('loaded'); i.onerror = () => done('error event'); i.src = 'http://' + addr + '/image.png'; })`},
	{"image in markup", `new Promise((done) => { const i = document.createElement('img'); i.onload = () => done('loaded'); i.onerror = () => done('error event'); i.setAttribute('src', 'http://' + addr + '/markup.png'); document.body.append(i); })`},
	{"script element", `new Promise((done) => { const s = document.createElement('script'); s.onload = () => done('ran'); s.onerror = () => done('error event'); s.setAttribute('src', 'http://' + addr + '/element.js'); document.head.append(s); })`},
	{"style sheet", `new Promise((done) => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.onload = () => done('loaded'); l.onerror = () => done('error event'); l.href = 'http://' + addr + '/sheet.css'; document.head.append(l); })`},
	{"prefetch", `new Promise((done) => { const l = document.createElement('link'); l.rel = 'prefetch'; l.onload = () => done('loaded'); l.onerror = () => done('error event'); l.href = 'http://' + addr + '/prefetch'; document.head.append(l); setTimeout(() => done('silence'), 500); })`},
	{"font", `new FontFace('f', 'url(http://' + addr + '/font.woff2)').load().then(() => 'loaded', () => 'error')`},
	{"video", `new Promise((done) => { const v = document.createElement('video'); v.onerror = () => done('error event'); v.src = 'http://' + addr + '/video.mp4'; v.load(); })`},
	{"audio", `new Promise((done) => { const a = new Audio(); a.onerror = () => done('error event'); a.src = 'http://' + addr + '/audio.mp3'; a.load(); })`},
	{"object", `new Promise((done) => { const o = document.createElement('object'); o.onload = () => done('loaded'); o.onerror = () => done('error event'); o.data = 'http://' + addr + '/object.svg'; document.body.append(o); })`},
	{"style address", `new Promise((done) => { const d = document.createElement('div'); d.style.backgroundImage = 'url(http://' + addr + '/background.png)'; d.textContent = 'x'; document.body.append(d); setTimeout(() => done('silence'), 500); })`},
	{"preload", `new Promise((done) => { const l = document.createElement('link'); l.rel = 'preload'; l.as = 'image'; l.onload = () => done('loaded'); l.onerror = () => done('error event'); l.href = 'http://' + addr + '/preload.png'; document.head.append(l); setTimeout(() => done('silence'), 500); })`},
	{"modulepreload", `new Promise((done) => { const l = document.createElement('link'); l.rel = 'modulepreload'; l.onload = () => done('loaded'); l.onerror = () => done('error event'); l.href = 'http://' + addr + '/module.js'; document.head.append(l); setTimeout(() => done('silence'), 500); })`},
	{"preconnect", `new Promise((done) => { const l = document.createElement('link'); l.rel = 'preconnect'; l.href = 'http://' + addr; document.head.append(l); setTimeout(() => done('silence'), 500); })`},
	{"speculation rules", `new Promise((done) => { const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prefetch: [{ source: 'list', eagerness: 'immediate', urls: ['http://' + addr + '/speculated'] }] }); document.head.append(s); setTimeout(() => done('silence'), 500); })`},
	{"embed", `new Promise((done) => { const e = document.createElement('embed'); e.onload = () => done('loaded'); e.onerror = () => done('error event'); e.src = 'http://' + addr + '/embed.svg'; document.body.append(e); })`},
	{"poster", `new Promise((done) => { const v = document.createElement('video'); v.poster = 'http://' + addr + '/poster.png'; document.body.append(v); setTimeout(() => done('silence'), 500); })`},
	{"SVG image", `new Promise((done) => { const s = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), i = document.createElementNS('http://www.w3.org/2000/svg', 'image'); i.onload = () => done('loaded'); i.onerror = () => done('error event'); i.setAttribute('href', 'http://' + addr + '/svg.png'); s.append(i); document.body.append(s); })`},
	{"WebTransport", `new WebTransport('https://' + addr + '/transport').ready.then(() => 'open', (e) => 'refused: ' + e.message)`},
	{"service worker", `navigator.serviceWorker.register('http://' + addr + '/sw.js').then(() => 'registered', (e) => 'refused: ' + e.name)`},
}

// exists says of each probe whether what it needs is there at all.
var exists = map[string]string{
	"XMLHttpRequest": "typeof XMLHttpRequest", "WebSocket": "typeof WebSocket", "EventSource": "typeof EventSource",
	"audio": "typeof Audio", "object": "typeof document", "style address": "typeof document", "preload": "typeof document", "modulepreload": "typeof document",
	"preconnect": "typeof document", "WebTransport": "typeof WebTransport",
	"sendBeacon": "typeof navigator.sendBeacon", "importScripts": "typeof importScripts", "Worker": "typeof Worker",
	"SharedWorker": "typeof SharedWorker", "image": "typeof Image", "font": "typeof FontFace", "service worker": "typeof navigator.serviceWorker",
	"speculation rules": "typeof document", "embed": "typeof document", "poster": "typeof document", "SVG image": "typeof document",
	"image in markup": "typeof document", "script element": "typeof document", "style sheet": "typeof document", "prefetch": "typeof document", "video": "typeof document",
}

const absent = "does not exist here"

// try runs one probe where the context stands and answers what it said.
func try(ctx context.Context, p probe, addr string) string {
	if what := exists[p.name]; what != "" {
		if kind, err := eval[string](ctx, what); err != nil || kind == "undefined" {
			return absent
		}
	}
	script := fmt.Sprintf(`async (addr) => { try { return String(await Promise.race([%s, new Promise((done) => setTimeout(done, 5000, 'silence'))])); } catch (e) { return 'threw ' + e.name; } }`, p.script)
	said, err := eval[string](ctx, script, addr)
	if err != nil {
		return err.Error()
	}
	return oneLine(said)
}

// Ordinary use asks for the document and nothing else, and the browser has nothing to
// complain of.
func TestQuiet(t *testing.T) {
	t.Parallel()
	daily := shared(t, "real/daily.zip")
	id := sessionDirs(contents(t, daily))[0]
	s := newSite(t)
	b := openPage(t, s.url)
	b.ready()
	b.click(".bar [data-do=mute]", "How to check")
	b.see("#about-count", "0 requests recorded since load")
	b.click("#about [data-close]", "")
	b.worker() // its console and its requests are heard from here on
	before := s.connections()
	b.choose(daily)
	b.opened("daily.zip")
	for _, view := range []string{"", "/events", "/events/events-26", "/events-26"} {
		b.follow("#/s/" + id + view)
		b.settled()
	}
	b.click("[data-close]", "")
	b.click(".call button[data-act=toggle]", "")
	b.see(".call .open", "")
	b.copied(".open [data-copy]", "copy")
	b.follow("#/problems")
	b.follow("#/files")
	b.click("[data-do=theme]", "")
	b.click(".bar [data-do=mute]", "0 requests recorded since load")
	b.see("#about-count", "0 requests recorded since load")
	b.click("#about [data-close]", "")
	b.click("[data-do=close]", "")
	b.see("#idle", "Choose a file")

	if got := s.requests(); !slices.Equal(got, []string{"GET /"}) {
		t.Errorf("the server was asked for %q, want the document alone", got)
	}
	if got := s.connections(); got != before {
		t.Errorf("%d connections after the document's", got-before)
	}
	if got := b.requests(); !slices.Equal(got, []string{s.url}) {
		t.Errorf("the browser saw requests for %q, want the document alone", got)
	}
	b.quiet()
	if got := js[int](b, "seen.requests.length + seen.refused.length"); got != 0 {
		t.Errorf("the page recorded %d requests", got)
	}
}

// reached is where a probe gets to without a policy, "" for nowhere or where it does not exist.
type reached struct{ page, worker string }

// openly runs every probe from a page without a policy, and from a worker of it, at a listener
// and, where the browser itself keeps to the page's host, at that. The tab is one of the
// browser's own profile: in others it never connects ahead.
func openly(t *testing.T) map[string]reached {
	t.Helper()
	url, requests := countedSite(t)
	b := tabIn(t)
	b.do(chromedp.Navigate(url + "plain"))
	js[chromedp.Void](b, `globalThis.plain = new Worker(URL.createObjectURL(new Blob(['0'], { type: 'text/javascript' }))), undefined`)
	worker := b.worker()
	gets := func(ctx context.Context, p probe) string {
		o := newOutside(t)
		host := strings.Trim(strings.TrimPrefix(url, "http:"), "/")
		for _, to := range []struct {
			where, addr string
			came        func() int
		}{{"a listener", o.addr, o.connections}, {"its host", host, requests}} {
			before := to.came()
			if try(ctx, p, to.addr) == absent {
				return ""
			}
			for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
				if to.came() > before {
					return to.where
				}
			}
		}
		return ""
	}
	out := map[string]reached{}
	for _, p := range probes {
		out[p.name] = reached{gets(b.ctx, p), gets(worker, p)}
	}
	o := newOutside(t)
	js[chromedp.Void](b, `(addr) => { globalThis.peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + addr }] }); peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer)); }`, o.addr)
	for end := time.Now().Add(patience); o.connections() == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no packet of WebRTC arrives even without a policy: its absence proves nothing")
		}
	}
	return out
}

// Neither the page nor its worker reaches anybody, by any door that a browser has; the
// same probes from a page without a policy do, so that they would tell.
func TestMute(t *testing.T) {
	open := openly(t)
	origins(t, func(t *testing.T, url string) {
		b := tabIn(t)
		b.do(chromedp.Navigate(url))
		b.ready()
		worker := b.worker()
		b.dropBytes("tiny.zip", tiny(t))
		b.opened("tiny.zip")
		o := newOutside(t)
		table := "ways out: what came of each in the page and in its worker, and where it gets to without a policy\n"
		for _, p := range probes {
			table += fmt.Sprintf("  %-18s", p.name)
			for _, from := range []struct {
				name, open string
				ctx        context.Context
			}{{"page", open[p.name].page, b.ctx}, {"worker", open[p.name].worker, worker}} {
				to := o
				if slices.Contains(unpoliced, p.name) {
					to = newOutside(t)
				}
				before := to.connections()
				said := try(from.ctx, p, to.addr)
				table += fmt.Sprintf("  %s: %d came, %-34.34s (else %s)", from.name, to.connections()-before, said, cmp.Or(from.open, "-"))
				if said != absent && from.open == "" {
					t.Errorf("%s reaches nobody from a %s without a policy either: its silence proves nothing", p.name, from.name)
				}
			}
			table += "\n"
		}
		for _, gone := range []string{"RTCPeerConnection", "webkitRTCPeerConnection"} {
			for where, ctx := range map[string]context.Context{"page": b.ctx, "worker": worker} {
				if kind, err := eval[string](ctx, "typeof "+gone); err != nil || kind != "undefined" {
					t.Errorf("in the %s %s is %s (%v)", where, gone, kind, err)
				}
			}
		}
		t.Log(table + `  WebRTC              removed at the start, in page and worker; without a policy its packets come
  navigation by script, link or meta refresh, window.open, remote download links, frames, forms, preconnect and dns-prefetch
                      no policy refuses these, or only once connected: absent from our scripts (cmd/lint) and
                      from all that is rendered (the allow-lists of TestHostile and components/html_test.go)`)
		afterLast(t, "sendBeacon")
		afterLast(t, "preconnect")
		if n := o.connections(); n != 0 {
			t.Errorf("%d connections came", n)
		}
		if !o.listens() {
			t.Error("the listener heard nobody at all, so its silence proves nothing")
		}
		if n := js[int](b, "seen.refused.length"); n == 0 {
			t.Error("the page recorded no refusal")
		}
		b.see(".mute.loud", "recorded since load")
	})
}

// The host that the page came from is as closed to it as any other.
func TestMuteToItsHost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := tabIn(t)
	b.do(chromedp.Navigate(s.url))
	b.ready()
	worker := b.worker()
	host := strings.Trim(strings.TrimPrefix(s.url, "http:"), "/")
	before := s.connections()
	for _, p := range probes {
		if !slices.Contains(unpoliced, p.name) {
			try(b.ctx, p, host)
			try(worker, p, host)
		}
	}
	afterLast(t, "sendBeacon")
	if got := s.requests(); !slices.Equal(got, []string{"GET /"}) {
		t.Errorf("the host was asked for %q, want the document alone", got)
	}
	if got := s.connections(); got != before {
		t.Errorf("%d connections after the document's", got-before)
	}
}

// afterLast waits until the same probe from a page without a policy has arrived: one that was
// sent earlier from another page would have, too.
func afterLast(t *testing.T, name string) {
	t.Helper()
	b := tabIn(t)
	b.do(chromedp.Navigate(plainSite(t) + "plain"))
	o := newOutside(t)
	try(b.ctx, probes[slices.IndexFunc(probes, func(p probe) bool { return p.name == name })], o.addr)
	for end := time.Now().Add(patience); o.connections() == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s without a policy never arrived, so its absence proves nothing", name)
		}
	}
}

// listens reports whether the listener hears a connection of the test's own.
func (o *outside) listens() bool {
	c, err := net.Dial("tcp", o.addr)
	if err != nil {
		return false
	}
	defer c.Close()
	_, _ = c.Read(make([]byte, 1)) // it ends when the listener has counted and closed
	return o.connections() > 0
}

// The script that stands in the page names nothing that navigates; the policy is the one
// that the documentation promises.
func TestPolicy(t *testing.T) {
	t.Parallel()
	b := openPage(t, fileURL())
	policy := js[string](b, `document.querySelector('meta[http-equiv=Content-Security-Policy]').content`)
	for _, want := range []string{"default-src 'none'", "connect-src 'none'", "worker-src blob:", "form-action 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %s: %s", want, policy)
		}
	}
	if first := js[string](b, `document.head.children[1].httpEquiv`); first != "Content-Security-Policy" {
		t.Errorf("the policy does not stand right behind the charset but %q", first)
	}
}

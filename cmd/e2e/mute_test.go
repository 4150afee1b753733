package e2e

import (
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
	"image in markup": "typeof document", "script element": "typeof document", "style sheet": "typeof document", "prefetch": "typeof document", "video": "typeof document",
}

// try runs one probe where the context stands and answers what it said.
func try(ctx context.Context, p probe, addr string) string {
	if what := exists[p.name]; what != "" {
		if kind, err := eval[string](ctx, what); err != nil || kind == "undefined" {
			return "does not exist here"
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

// Neither the page nor its worker reaches anybody, by any door that a browser has; the
// same probes from a page without a policy do, so they would tell.
func TestMute(t *testing.T) {
	t.Run("without a policy", func(t *testing.T) {
		t.Parallel()
		b := openPage(t, plainSite(t)+"plain")
		reached := map[string]bool{}
		for _, p := range probes {
			o := newOutside(t)
			said := try(b.ctx, p, o.addr)
			reached[p.name] = o.connections() > 0
			t.Logf("%-16s reached=%-5v %s", p.name, reached[p.name], said)
		}
		o := newOutside(t)
		js[chromedp.Void](b, `(addr) => { globalThis.peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + addr }] }); peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer)); }`, o.addr)
		for end := time.Now().Add(patience); o.connections() == 0; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("no packet of WebRTC arrives even without a policy: its absence proves nothing")
			}
		}
		for _, name := range []string{"WebTransport", "prefetch", "preload", "video", "audio", "object", "style address", "fetch", "XMLHttpRequest", "WebSocket", "EventSource", "import()", "image", "image in markup", "script element", "style sheet", "font"} {
			if !reached[name] {
				t.Errorf("%s does not reach the listener even without a policy: the probe proves nothing", name)
			}
		}
	})
	origins(t, func(t *testing.T, url string) {
		b := openPage(t, url)
		b.ready()
		worker := b.worker()
		b.dropBytes("tiny.zip", tiny(t))
		b.opened("tiny.zip")
		o := newOutside(t)
		table := "ways out, and what came of each in the page and in its worker:\n"
		for _, p := range probes {
			table += fmt.Sprintf("  %-16s", p.name)
			for _, ctx := range []context.Context{b.ctx, worker} {
				before := o.connections()
				said := try(ctx, p, o.addr)
				table += fmt.Sprintf("  %d at the listener, %-50.50s", o.connections()-before, said)
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
		t.Log(table + `  WebRTC            removed at the start, in page and worker
  navigation by script, link or meta refresh, window.open, remote download links, frames, forms
                    (and preconnect, which connects nowhere here even without a policy:)
                    no policy refuses these, or only once connected: absent from our scripts (cmd/lint) and
                    from all that is rendered (the allow-lists of TestHostile and components/html_test.go)`)
		afterLastBeacon(t)
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
	b := openPage(t, s.url)
	b.ready()
	worker := b.worker()
	host := strings.Trim(strings.TrimPrefix(s.url, "http:"), "/")
	before := s.connections()
	for _, p := range probes {
		try(b.ctx, p, host)
		try(worker, p, host)
	}
	afterLastBeacon(t)
	if got := s.requests(); !slices.Equal(got, []string{"GET /"}) {
		t.Errorf("the host was asked for %q, want the document alone", got)
	}
	if got := s.connections(); got != before {
		t.Errorf("%d connections after the document's", got-before)
	}
}

// afterLastBeacon waits until a beacon of a page without a policy has arrived: one that
// was sent earlier from another page would have, too.
func afterLastBeacon(t *testing.T) {
	t.Helper()
	b := openPage(t, plainSite(t)+"plain")
	o := newOutside(t)
	js[chromedp.Void](b, `(addr) => { navigator.sendBeacon('http://' + addr + '/beacon', 'x'); }`, o.addr)
	for end := time.Now().Add(patience); o.connections() == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a beacon without a policy never arrived, so its absence proves nothing")
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

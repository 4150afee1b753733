package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// scene is a view worth a look: how to get there from a page whose program is ready.
type scene struct {
	name  string
	reach func(b *tab)
}

// scenes are every state that the design has an opinion on.
func scenes(t *testing.T) []scene {
	daily, big, cut := shared(t, "real/daily.zip"), shared(t, "real/big.zip"), shared(t, "real/cut.zip")
	files := contents(t, daily)
	ids := sessionDirs(files)
	largest, empty := ids[0], ids[len(ids)-1]
	all := records(logOf(t, files, largest))
	failed := slices.IndexFunc(all, func(r record) bool { return r.Data.Shell.ExitCode == 1 }) + 1
	in := func(archive string, then func(b *tab)) func(*tab) {
		return func(b *tab) {
			b.choose(archive)
			b.opened(filepath.Base(archive))
			then(b)
		}
	}
	return []scene{
		{"landing", func(*tab) {}},
		{"progress", func(b *tab) {
			b.inWorker(fmt.Sprintf(inLog, `{ const end = performance.now() + 3000; while (performance.now() < end); }`))
			b.choose(big)
			b.see("#busy-at", "events.jsonl")
		}},
		{"error", func(b *tab) {
			b.dropBytes("notes.txt", []byte("just some words, no archive at all\n"))
			b.see("#alert", "This is not a zip")
		}},
		{"session", in(daily, func(b *tab) { b.openSession(largest) })},
		{"failed-call", in(daily, func(b *tab) {
			b.follow(fmt.Sprintf("#/s/%s/events-%d", largest, failed))
			b.settled()
			b.key("\x1b")
			b.arrived("#/s/" + largest)
			js[chromedp.Void](b, `[...document.querySelectorAll('.call')].find((r) => r.querySelector('.tag.bad')).querySelector('[data-act]').click(), undefined`)
			b.see(".call .open", "")
		})},
		{"middle", in(daily, func(b *tab) {
			b.openSession(largest)
			js[any](b, `{ const s = List.scroller(document.querySelector('#main [data-list]')); s.scrollTop = s.scrollHeight * 0.4; }`)
			b.settled()
		})},
		{"events", in(daily, func(b *tab) { b.follow("#/s/" + largest + "/events"); b.settled() })},
		{"events-panel", in(daily, func(b *tab) {
			b.follow(fmt.Sprintf("#/s/%s/events/events-%d", largest, failed))
			b.see(".panel .src", "")
			b.settled()
		})},
		{"problems", in(cut, func(b *tab) { b.follow("#/problems"); b.settled() })},
		{"problem-panel", in(cut, func(b *tab) {
			b.follow("#/problems/problem-0")
			b.see(".panel .src", "")
			b.settled()
		})},
		{"files", in(daily, func(b *tab) { b.follow("#/files"); b.settled() })},
		{"recovered", in(daily, func(b *tab) {
			b.follow(js[string](b, `document.querySelector('.rail a.gone').getAttribute('href')`))
			b.settled()
		})},
		{"empty", in(daily, func(b *tab) { b.openSession(empty) })},
		{"cut-session", in(cut, func(b *tab) { b.settled() })},
		{"about", func(b *tab) { b.click(".mute", ""); b.see("#about", "How to check") }},
	}
}

// TestShots writes a picture of every scene, light and dark, wide and narrow, into the
// folder of $SHOTS. A picture is judged by a person; what a program can judge of a view,
// that nothing is wider than the window, is asserted too.
func TestShots(t *testing.T) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		t.Skip("SHOTS names no folder for the pictures; `make shots` does")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	url := newSite(t).url
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			for _, width := range []int{1440, 420} {
				b := openPage(t, url)
				b.emulate(width, 900, "light")
				b.ready()
				s.reach(b)
				for _, scheme := range []string{"light", "dark"} {
					b.emulate(width, 900, scheme)
					shoot(b, filepath.Join(dir, fmt.Sprintf("%s-%s-%d.png", s.name, scheme, width)))
				}
				if over := js[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
					t.Errorf("%d wide, the page is %d px wider than the window: %s", width, over, strings.Join(wide(b), ", "))
				}
				_ = chromedp.Cancel(b.ctx)
			}
		})
	}
}

// wide names the elements that reach beyond the window.
func wide(b *tab) []string {
	return js[[]string](b, `[...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && e.checkVisibility()).slice(0, 5).map((e) => e.localName + '.' + e.className)`)
}

// shoot writes what is in the window into a PNG file, once nothing moves any more.
func shoot(b *tab, file string) {
	b.Helper()
	b.wait("stillness", `(async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); return !document.getAnimations().some((a) => a.playState === 'running' && a.effect.getTiming().iterations !== Infinity); })()`)
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(file, png, 0o644)
	}
	if err != nil {
		b.Fatal(err)
	}
}

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

// scene is a view worth a look: how to get there from a page that shows the archive of its
// group.
type scene struct {
	name  string
	reach func(b *tab)
}

// group is scenes that one opening of an archive leads to.
type group struct {
	name   string
	open   func(b *tab)
	scenes []scene
}

// groups are every state that the design has an opinion on.
func groups(t *testing.T) []group {
	daily, big, cut := shared(t, "real/daily.zip"), shared(t, "real/big.zip"), shared(t, "real/cut.zip")
	files := contents(t, daily)
	ids := sessionDirs(files)
	largest, empty := ids[0], ids[len(ids)-1]
	all := records(logOf(t, files, largest))
	failed := slices.IndexFunc(all, func(r record) bool { return r.Data.Shell.ExitCode == 1 }) + 1
	open := func(archive string) func(*tab) {
		return func(b *tab) {
			b.choose(archive)
			b.opened(filepath.Base(archive))
		}
	}
	at := func(name, hash string) scene {
		return scene{name, func(b *tab) { b.follow(hash); b.settled() }}
	}
	session := func(name, title string) scene {
		return scene{name, func(b *tab) {
			b.follow(js[string](b, `(title) => '#/sample/' + [...document.querySelectorAll('.rail a')].find((a) => a.textContent.includes(title)).getAttribute('href').slice(2)`, title))
			b.settled()
		}}
	}
	unfolded := func(s scene) scene {
		return scene{s.name + "-open", func(b *tab) {
			s.reach(b)
			js[chromedp.Void](b, `(async () => { for (const by of document.querySelectorAll('#main .item.call [data-act=toggle][aria-expanded=false]')) { by.click(); await new Promise(requestAnimationFrame); } })()`)
			b.settled()
		}}
	}
	here := "#/s/" + largest
	return []group{
		{"landing", func(*tab) {}, []scene{
			{"landing", func(*tab) {}},
			{"error", func(b *tab) {
				b.dropBytes("notes.txt", []byte("just some words, no archive at all\n"))
				b.see("#alert", "This is not a zip")
			}},
			{"about", func(b *tab) { b.click(".mute", ""); b.see("#about", "How to check") }},
		}},
		{"progress", func(*tab) {}, []scene{{"progress", func(b *tab) {
			b.inWorker(fmt.Sprintf(inLog, `{ const end = performance.now() + 3000; while (performance.now() < end); }`))
			b.choose(big)
			b.see("#busy-at", "events.jsonl")
		}}}},
		{"sample", sample, []scene{
			session("rich", "Tide table is one hour off"), unfolded(session("rich", "Tide table is one hour off")),
			session("failing", "Nightly import"), unfolded(session("failing", "Nightly import")),
			session("subagents", "Watering schedule"), unfolded(session("subagents", "Watering schedule")),
			session("recovered", "Name the beds"), session("cut", "Cache the gauge readings"), session("empty", "No name recorded"),
			at("overview", "#/sample/overview"), at("findings", "#/sample/findings"), at("all", "#/sample/all"), at("permissions", "#/sample/permissions"), at("commands", "#/sample/permissions/commands"), at("search", "#/sample/search"), at("hits", "#/sample/search/kind%3Atool"), at("problems", "#/sample/problems"),
			at("files", "#/sample/files"), at("standing", "#/sample/permissions/standing"), at("history", "#/sample/history"),
		}},
		{"daily", open(daily), []scene{
			at("session", here), at("events", here+"/events"), at("changes", here+"/changes"), at("permissions", here+"/permissions"), at("shell", here+"/shell"), at("raw", here+"/raw"),
			at("panel", fmt.Sprintf("%s/events-%d", here, failed)), at("events-panel", fmt.Sprintf("%s/events/events-%d", here, failed)), at("without-a-log", "#/s/"+empty),
			at("overview", "#/overview"), at("findings", "#/findings"), at("files", "#/files"),
			{"middle", func(b *tab) {
				b.openSession(largest)
				js[any](b, `{ const s = List.scroller(document.querySelector('#main [data-list]')); s.scrollTop = s.scrollHeight * 0.4; }`)
				b.wait("rows in sight", `[...document.querySelectorAll('#main [data-i]')].some((r) => { const { top, bottom } = r.getBoundingClientRect(); return top < innerHeight / 2 && bottom > innerHeight / 3; })`)
				b.settled()
			}},
		}},
		{"cut", open(cut), []scene{at("problems", "#/problems"), at("problem-panel", "#/problems/problem-0")}},
		{"big", open(big), []scene{{"session", func(b *tab) { b.settled() }}, at("overview", "#/overview"), at("all", "#/all"), at("files", "#/files"), {"events", func(b *tab) {
			b.follow(js[string](b, `document.querySelector('#rail a[href^="#/s/"]').hash`) + "/events")
			b.settled()
		}}}},
	}
}

// TestShots writes a picture of every scene, light and dark, wide, middling and narrow,
// into the folder of $SHOTS. A picture is judged by a person; what a program can judge of
// a view, that nothing is wider than the window, is asserted too.
func TestShots(t *testing.T) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		t.Skip("SHOTS names no folder for the pictures; `make shots` does")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	url := newSite(t).url
	for _, g := range groups(t) {
		t.Run(g.name, func(t *testing.T) {
			for _, width := range []int{1440, 1024, 420} {
				b := openPage(t, url)
				b.emulate(width, 900, "light")
				b.ready()
				g.open(b)
				for _, s := range g.scenes {
					s.reach(b)
					for _, scheme := range []string{"light", "dark"} {
						b.emulate(width, 900, scheme)
						shoot(b, filepath.Join(dir, fmt.Sprintf("%s-%s-%s-%d.png", g.name, s.name, scheme, width)))
					}
					b.emulate(width, 900, "light")
					if over := js[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
						t.Errorf("%s, %d wide: the page is %d px wider than the window: %s", s.name, width, over, strings.Join(wide(b), ", "))
					}
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

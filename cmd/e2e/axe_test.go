package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// axePackage is what judges whether a view can be used by everybody. The version is
// pinned: another one has other rules.
const axePackage = "axe-core@4.14.1"

// axe gives the text of axe-core, which npm installs into a folder of the test's own; the
// test is skipped where there is no npm or no way to a registry.
func axe(t *testing.T) string {
	t.Helper()
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("there is no npm: the views are not judged by axe-core")
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, npm, "install", "--prefix", dir, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", axePackage)
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("npm could not install %s: the views are not judged (%v) %s", axePackage, err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// judge answers what axe-core takes for a serious or a critical fault of what is on the
// screen, a line each.
func (b *tab) judge(axe string) []string {
	b.Helper()
	if !js[bool](b, `'axe' in globalThis`) {
		js[chromedp.Void](b, axe+"; undefined")
	}
	return js[[]string](b, `(async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
		.filter((v) => v.impact === 'serious' || v.impact === 'critical')
		.flatMap((v) => v.nodes.slice(0, 4).map((n) => v.impact + ' ' + v.id + ': ' + n.target.join(' ') + ' — ' + n.failureSummary.replace(/\s+/g, ' ') + ' — ' + n.html.slice(0, 160))))()`)
}

// TestAxe judges every view in light, in dark and on a narrow screen.
func TestAxe(t *testing.T) {
	text := axe(t)
	b := openPage(t, newSite(t).url)
	looks := []struct {
		name   string
		width  int
		scheme string
	}{{"light", 1440, "light"}, {"dark", 1440, "dark"}, {"narrow", 420, "light"}}
	judged := func(view string) {
		for _, look := range looks {
			b.emulate(look.width, 900, look.scheme)
			b.settled()
			for _, fault := range b.judge(text) {
				t.Errorf("%s, %s: %s", view, look.name, fault)
			}
		}
		b.emulate(1440, 900, "light")
	}
	b.ready()
	judged("landing")
	sample(b)
	tide := b.session("Tide table is one hour off")
	js[chromedp.Void](b, `(async () => { for (let i = 0; i < 16; i++) { const by = (await mainList().reveal(i)).querySelector('[data-act=toggle][aria-expanded=false]'); if (by) await toggle(by); } })()`)
	b.see("#main .open", "As applied")
	judged("a session, its calls open")
	for _, tab := range []string{"events", "changes", "permissions", "shell", "raw"} {
		b.follow(tide + "/" + tab)
		judged("the tab " + tab)
	}
	b.follow(tide + "/events-20")
	b.see("#panel", "")
	judged("a record's panel")
	for _, page := range []string{"overview", "all", "findings", "permissions", "search", "problems", "files", "history"} {
		b.follow("#/sample/" + page)
		b.wait("the page "+page, `(page) => at?.path === page && !!document.querySelector('#main').firstElementChild`, page)
		judged(page)
	}
	for _, session := range []string{"Name the beds", "Cache the gauge readings", "Watering schedule"} {
		b.session(session)
		judged("the session “" + strings.TrimSpace(session) + "”")
	}
}

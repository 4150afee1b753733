package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// slash goes to the box of the search by its key. The driver sends a letter whether or not
// the page took the key for itself, so it goes into the box and is taken out again.
func (b *tab) slash() {
	b.Helper()
	b.key("/")
	b.wait("the box to take the keys", "document.activeElement?.id === 'find'")
	js[chromedp.Void](b, "document.getElementById('find').value = document.getElementById('find').value.replace(/[/]$/, ''), undefined")
}

// typed types into the empty box.
func (b *tab) typed(text string) {
	b.Helper()
	b.slash()
	js[chromedp.Void](b, "document.getElementById('find').value = '', undefined")
	b.do(chromedp.KeyEvent(text))
}

// hits waits until the search has ended, and answers how many hits it says it has.
func (b *tab) hits(query string) string {
	b.Helper()
	b.wait("the hits of "+query, `(query) => document.querySelector('[data-search]')?.dataset.search === query && document.querySelector('.qbar').dataset.state === 'done'`, query)
	b.settled()
	return js[string](b, "document.querySelector('.qbar').dataset.hits")
}

// TestFind: a person looks for something, narrows it, follows hits, comes back; the command
// finds as much.
func TestFind(t *testing.T) {
	t.Parallel()
	command := filepath.Join(t.TempDir(), "flightlog")
	build := exec.Command("go", "build", "-o", command, "./cmd/flightlog")
	build.Dir = "../.."
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	counted := func(query string) string {
		out, _ := exec.Command(command, "find", "--limit", "1", query, shared(t, "real/daily.zip")).Output()
		m := regexp.MustCompile(`(?m)^([\d,]+) hits?\b`).FindSubmatch(out)
		if m == nil {
			t.Fatalf("flightlog find %s says %.300s", query, out)
		}
		return string(m[1])
	}
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))

	b.typed("divisor")
	if page, cmd := b.hits("divisor"), counted("divisor"); page != cmd {
		t.Errorf("the page finds %s hits of divisor, the command %s", page, cmd)
	}
	b.see(".hit mark", "divisor")
	if hash := js[string](b, "location.href + document.title + JSON.stringify(history.state)"); strings.Contains(hash, "divisor") || !strings.Contains(hash, "#/search") {
		t.Errorf("the address, the title or the history say %s", hash)
	}

	b.click(".tally button", "reply")
	if page, cmd := b.hits("divisor kind:reply"), counted("divisor kind:reply"); page != cmd {
		t.Errorf("narrowed, the page finds %s hits, the command %s", page, cmd)
	}
	b.wait("the kind in the address", "location.hash === '#/search/kind%3Areply'")
	b.click(".qbar .chip", "kind:reply")
	b.hits("divisor")

	b.click(".order .chip", "newest first")
	b.see(".order [aria-pressed=true]", "newest first")
	b.click(".order .chip", "by session")
	b.see(".order [aria-pressed=true]", "by session")

	// Down from the box to the first hit, into its session, on to the next and back.
	js[chromedp.Void](b, "document.getElementById('find').focus(), undefined")
	b.do(chromedp.KeyEvent(kb.ArrowDown))
	b.wait("the focus on a hit", "document.activeElement?.matches('.hit a')")
	b.do(chromedp.KeyEvent(kb.Enter))
	b.see(".panel mark", "divisor")
	b.see("#main .item mark", "divisor")
	b.see("#hop-at", "1 of 54")
	b.key("n")
	b.see("#hop-at", "2 of 54")
	b.see(".panel mark", "divisor")
	b.key("N")
	b.see("#hop-at", "1 of 54")
	b.click("[data-do=nextHit]", "")
	b.see("#hop-at", "2 of 54")
	js[chromedp.Void](b, "(deeds.nextHit(), deeds.nextHit(), undefined)") // the second before the first arrived
	b.see("#hop-at", "4 of 54")
	js[chromedp.Void](b, "history.go(-6), undefined")
	b.wait("the hits again", "location.hash === '#/search' && document.querySelector('.hit mark')")

	// What does not parse is said, at its place.
	b.typed("kind:banana")
	b.see(".wrong", "There is no kind banana; the kinds are unknown, prompt")
	b.see(".wrong mark", "b")
	b.typed("qqqqqqqq")
	b.see(".empty", "Nothing was found")
	b.quiet()
}

// TestFindCompletes: the list under the box, by keys alone.
func TestFindCompletes(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/denied.zip"))
	b.typed("is:de")
	b.see("#find-list [role=option]", "is:denied")
	b.wait("the box to say that its list is open", "document.getElementById('find').getAttribute('aria-expanded') === 'true'")
	b.do(chromedp.KeyEvent(kb.ArrowDown))
	b.wait("the option to be named", "document.getElementById(document.getElementById('find').getAttribute('aria-activedescendant'))?.getAttribute('aria-selected') === 'true'")
	b.do(chromedp.KeyEvent(kb.Enter))
	if n := b.hits("is:denied "); n == "0" {
		t.Error("nothing is denied in denied.zip")
	}
	b.wait("the list to be folded", "document.getElementById('find-list').hidden")
	b.wait("the state in the address", "location.hash === '#/search/is%3Adenied'")

	// The link opens the same in another tab.
	c := openArchive(t, newSite(t).url+"#/search/is%3Adenied", shared(t, "real/denied.zip"))
	if mine, other := b.hits("is:denied "), c.hits("is:denied"); mine != other {
		t.Errorf("%s hits, by the link %s", mine, other)
	}
	if box := js[string](c, "document.getElementById('find').value"); box != "is:denied" {
		t.Errorf("the box holds %q", box)
	}
}

// TestFindCancels: over a large archive a search is ended by the next one, and by hand,
// and what is typed does not wait for it.
func TestFindCancels(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/big.zip"))
	b.typed("e")
	b.do(chromedp.KeyEvent("xyzzy"))
	if n := b.hits("exyzzy"); n != "0" {
		t.Errorf("%s hits of exyzzy", n)
	}
	// An answer that comes in parts: the program is slowed down, so that there are some.
	js[chromedp.Void](b, `globalThis.parts = [], globalThis.real = ask, Find.put = ((put) => (html) => { parts.push(html.length); put(html); })(Find.put), undefined`)
	js[chromedp.Void](b, "Find.ask('/[a-z]+ [0-9]+ (f|d)/'), undefined")
	b.wait("the search to run", "Find.state === 'running'")
	js[chromedp.Void](b, "Find.halt(), undefined")
	b.see(".qbar .cnt", "stopped")
	stopped := b.text(".qbar .cnt")
	js[chromedp.Void](b, "Find.ask('/[a-z]+ [0-9]+ (f|d)/ '), undefined")
	whole := b.hits("/[a-z]+ [0-9]+ (f|d)/ ")
	if js[int](b, "parts.length") < 3 {
		t.Errorf("the search answered in %d parts", js[int](b, "parts.length"))
	}
	if strings.HasPrefix(stopped, fmt.Sprintf("%s hits", whole)) {
		t.Errorf("stopped it says %q, whole it has %s", stopped, whole)
	}
}

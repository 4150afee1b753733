package components

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
)

// elements lists every element that a view may write, with its attributes beside class,
// title, role, hidden, tabindex, aria-* and the data-* of the contract with app.js.
var elements = map[string][]string{
	"a": {"href"}, "button": {"type"}, "details": {"open"}, "div": {"id"}, "span": {"id"}, "header": {}, "nav": {"id"}, "main": {"id"}, "aside": {"id"},
	"h1": {}, "h2": {}, "h3": {}, "h4": {}, "h5": {}, "h6": {}, "p": {}, "b": {}, "small": {}, "bdi": {}, "summary": {}, "hr": {}, "br": {}, "wbr": {},
	"ul": {}, "ol": {"start"}, "li": {}, "dl": {}, "dt": {}, "dd": {}, "pre": {}, "code": {}, "blockquote": {}, "em": {}, "strong": {}, "del": {},
	"time": {"datetime"}, "table": {}, "tr": {}, "th": {}, "td": {},
	"rect": {"x", "y", "width", "height"}, "line": {"x1", "x2", "y1", "y2"}, "text": {"x", "y", "text-anchor"},
	"svg":  {"x", "y", "overflow", "preserveaspectratio", "viewbox", "width", "height", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"},
	"path": {"d"}, "mark": {}, "kbd": {}, "input": {"id", "type", "autocomplete", "autocapitalize", "spellcheck", "placeholder"},
}

var anywhere = []string{"class", "title", "role", "hidden", "tabindex", "aria-label", "aria-hidden", "aria-current", "aria-expanded",
	"data-list", "data-count", "data-chunk", "data-row", "data-est", "data-at", "data-i", "data-key", "data-item", "data-act", "data-arg",
	"aria-pressed", "data-also", "data-x", "data-tape", "data-text", "data-image", "data-o", "data-n", "data-echo", "data-copy", "data-close", "data-do", "data-mute", "data-rail", "data-say", "data-stay", "data-place", "data-leave", "data-link", "data-brush", "data-told", "data-form", "data-until", "data-since", "data-zone",
	"aria-controls", "aria-autocomplete", "data-find", "data-term", "data-search", "data-rows", "data-hits", "data-address", "data-state"}

// Roles and words of the contract: a value from content never becomes one of them.
var values = map[string][]string{
	"href": nil, "data-link": nil, "data-brush": {""}, "type": {"button", "text"}, "data-state": {"none", "faulty", "running", "stopped", "done"}, "role": {"list", "listitem", "group", "search", "combobox", "listbox", "option", "status", "alert"}, "tabindex": {"0", "-1"}, "data-act": {"toggle", "view", "more"}, "aria-pressed": {"true", "false"},
	"data-do": {"raise", "open", "close", "theme", "mute", "keys", "outline", "times", "print", "halt", "nextHit", "previousHit"}, "id": {"main", "panel", "rail", "find", "find-list", "hops", "hop-at"}, "aria-current": {"page", "true"}, "aria-expanded": {"true", "false"},
}

// inert tells what in the markup is not on the allow-list, or not well nested.
func inert(markup string) error {
	var stack []string
	z := html.NewTokenizer(strings.NewReader(markup))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(stack) > 0 {
				return fmt.Errorf("%v is never closed", stack)
			}
			return nil
		case html.CommentToken, html.DoctypeToken:
			return fmt.Errorf("a comment or doctype: %s", z.Raw())
		case html.EndTagToken:
			name := z.Token().Data
			if len(stack) == 0 || stack[len(stack)-1] != name {
				return fmt.Errorf("</%s> closes %v", name, stack)
			}
			stack = stack[:len(stack)-1]
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if err := allowed(t); err != nil {
				return err
			}
			if t.Data != "br" && t.Data != "hr" && t.Data != "wbr" && t.Data != "input" {
				stack = append(stack, t.Data)
			}
		}
	}
}

func allowed(t html.Token) error {
	own, ok := elements[t.Data]
	if !ok {
		return fmt.Errorf("the element <%s>", t.Data)
	}
	for _, a := range t.Attr {
		if !slices.Contains(own, a.Key) && !slices.Contains(anywhere, a.Key) {
			return fmt.Errorf("the attribute %s=%q of <%s>", a.Key, a.Val, t.Data)
		}
		if words, ok := values[a.Key]; ok && !slices.Contains(words, a.Val) && (a.Key != "href" && a.Key != "data-link" || !strings.HasPrefix(a.Val, "#/")) {
			return fmt.Errorf("%s=%q of <%s>", a.Key, a.Val, t.Data)
		}
	}
	return nil
}

func TestEveryViewIsOnTheAllowList(t *testing.T) {
	for name, view := range views() {
		if err := inert(render(t, view)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The list itself must be able to refuse.
func TestAllowListRefuses(t *testing.T) {
	for _, markup := range []string{`<script></script>`, `<b style="x"></b>`, `<b onclick="x"></b>`, `<a href="http://x/"></a>`, `<a href="javascript:x"></a>`,
		`<img src="x">`, `<p>`, `<b></p></b>`, `<!-- x -->`, `<button type="submit"></button>`, `<button data-do="cancel"></button>`, `<svg onload="x"></svg>`} {
		if inert(markup) == nil {
			t.Errorf("%s passed", markup)
		}
	}
}

// told is the text that a reader sees of content: all text of the markup but the words
// of our own (buttons, counts, steps, notes for screen readers).
func told(t testing.TB, markup string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(markup))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode && !ours(n) {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

func ours(n *html.Node) bool {
	for p := range n.Ancestors() {
		if p.Data == "button" || p.Data == "summary" {
			return true
		}
		for _, a := range p.Attr {
			if a.Key == "class" && (a.Val == "n" || a.Val == "vh" || a.Val == "cut" || a.Val == "none") {
				return true
			}
		}
	}
	return false
}

// letters are the letters of a text that can be seen, in lower case: a task list's [X]
// may be written [x].
func letters(s string) []rune {
	var out []rune
	for _, r := range s {
		if unicode.IsLetter(r) && !hides(r) {
			out = append(out, unicode.ToLower(r))
		}
	}
	return out
}

// missing is the rest of want from the first letter on that got does not hold in order.
func missing(got, want []rune) string {
	i := 0
	for _, r := range got {
		if i < len(want) && want[i] == r {
			i++
		}
	}
	return string(want[i:])
}

package viewer

import (
	"slices"
	"strings"
	"testing"
)

// TestFilterPage: what a person reads who chose, and who chose what nothing is like.
func TestFilterPage(t *testing.T) {
	v := showCase(t, "sample")
	const events = "s/5e55a0a1-0000-4000-8000-000000000001/events"
	page := look(t, ask(t, v, "main", events+"?outcome=failed&kind=tool"))
	rows := rowsOf(t, v, only(t, page))
	if len(rows) == 0 || !strings.Contains(page.text, "of 3") {
		t.Fatalf("failed tool calls: %d rows under %q", len(rows), page.text)
	}
	for _, r := range rows {
		if !strings.Contains(r.text, "exit 1") && !strings.Contains(r.text, "failed") {
			t.Errorf("among the failed stands %q", r.text)
		}
		leads(t, v, r.hrefs)
		if !strings.HasSuffix(r.hrefs[0], "?kind=tool&outcome=failed") {
			t.Errorf("the link %q loses the filter", r.hrefs[0])
		}
	}
	if none := look(t, ask(t, v, "main", events+"?kind=hook&outcome=denied")); !strings.Contains(none.text, "No event is like that") || !strings.Contains(none.text, "Clear all") {
		t.Errorf("nothing is like that, and the page says %q", none.text)
	}
	panel := look(t, ask(t, v, "panel", events+"/events-18?kind=tool"))
	if !slices.Contains(panel.hrefs, "#/"+events+"/events-14?kind=tool") {
		t.Errorf("the chain in the panel loses the filter: %q", panel.hrefs)
	}
}

// TestFilterHoldsNoContent: what a log calls its own tools and agents reaches no link.
func TestFilterHoldsNoContent(t *testing.T) {
	v, _ := show(t, log(t,
		[4]string{"user.message", "1", "", `"content":"one"`},
		[4]string{"tool.execution_start", "2", "", `"toolCallId":"a","toolName":"acme-secret-search","arguments":{}`},
		[4]string{"tool.execution_start", "3", "", `"toolCallId":"b","toolName":"bash","arguments":{"command":"ls"}`},
	))
	page := ask(t, v, "main", "s/"+sessionID+"/events")
	if !strings.Contains(page, "acme-secret-search") || !strings.Contains(page, "?tool=bash") {
		t.Errorf("the tools are not offered: %s", page)
	}
	for _, href := range look(t, page).hrefs {
		if strings.Contains(href, "acme") {
			t.Errorf("a link holds a name of the log: %s", href)
		}
	}
}

package session

import (
	"slices"
	"strings"
	"testing"

	"flightlog/cmd/flightlog/sample"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/filter"
)

// TestUnseen: the row to which the link of a record leads has its key, or the panel says
// that no row shows it and leads to one that does.
func TestUnseen(t *testing.T) {
	zip, err := sample.Zip()
	if err != nil {
		t.Fatal(err)
	}
	all := cases(t)
	all["the sample"] = opened(t, zip)
	unseen, asking := 0, 0
	for name, pages := range all {
		for _, p := range pages {
			p.layoutOf()
			for i := range p.s.Events {
				e := &p.s.Events[i]
				at := Place{Record: e, Event: int32(i), Problem: -1}
				n, _, _ := p.find(at)
				marked := false
				if len(p.layout.items) > 0 {
					row := p.item(n)
					marked = row.Key == p.Key(e) || slices.Contains(strings.Fields(row.Also), p.Key(e))
				}
				if said := p.unseen(at); marked == (said != "") {
					t.Errorf("%s, %s %s: its row is marked: %v; the panel says %q", name, p.Key(e), e.Type, marked, said)
				}
				if href := p.RecordHref(p.Key(e)); href != p.EventHref(e, !InConversation(e)) {
					t.Errorf("%s, %s is told of by %q", name, p.Key(e), href)
				}
				if marked && e.Type == "assistant.message" && !e.Has(timeline.Spoken) {
					asking++
				}
				if said := p.unseen(at); said == "" {
					continue
				}
				unseen++
				if href := p.Inspect(at).Among; href != p.EventHref(e, true) {
					t.Errorf("%s, %s: the panel leads to %q", name, p.Key(e), href)
				}
			}
		}
	}
	if unseen == 0 || asking == 0 {
		t.Errorf("%d records without a row, %d replies that only call", unseen, asking)
	}
}

// TestFilteredOut: beside a filter that leaves its record out the panel says so.
func TestFilteredOut(t *testing.T) {
	for _, p := range cases(t)["sample"] {
		for i := range p.s.Events {
			e := &p.s.Events[i]
			at := Place{Events: true, Record: e, Event: int32(i), Problem: -1, Filter: filter.Parse("kind=tool")}
			if in := p.Inspect(at); (in.Unseen == "") != (e.Kind == timeline.Tool) {
				t.Errorf("of %s, a %s, the panel says %q", p.Key(e), e.Kind, in.Unseen)
			}
		}
	}
}

package session

import (
	"slices"
	"strings"
	"testing"

	"flightlog/cmd/flightlog/sample"
	"flightlog/components"
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
	unseen, asking, repeated, aside := 0, 0, 0, 0
	for name, pages := range all {
		for _, p := range pages {
			p.layoutOf()
			records := len(p.s.Events)
			if p.repeats() {
				records += len(p.s.Store)
			}
			for i := range records {
				e, event := p.record(int32(i))
				at := Place{Record: e, Event: event, Problem: -1}
				n, _, _ := p.find(at)
				var row components.Item
				if len(p.layout.items) > 0 {
					row = p.item(n)
				}
				marked := row.Key == p.Key(e) || slices.Contains(strings.Fields(row.Also), p.Key(e))
				said := p.unseen(at)
				if marked == (said != "") {
					t.Errorf("%s, %s %s: its row is marked: %v; the panel says %q", name, p.Key(e), e.Type, marked, said)
				}
				href := p.EventHref(e, event != timeline.None && !InConversation(e))
				if event == timeline.None && !marked {
					aside++
					href = p.EventHref(e, true) + "?store=store"
				}
				if told := p.RecordHref(p.Key(e)); told != href {
					t.Errorf("%s, %s is told of by %q, not %q", name, p.Key(e), told, href)
				}
				switch {
				case !marked:
				case event == timeline.None && row.Key != p.Key(e):
					repeated++
					if links := p.Inspect(at).Related; len(links) == 0 || links[0].Href != row.Href {
						t.Errorf("%s, %s stands in the row of %s; its panel leads to %v", name, p.Key(e), row.Key, links)
					}
				case e.Type == "assistant.message" && !e.Has(timeline.Spoken):
					asking++
				}
				if said == "" {
					continue
				}
				unseen++
				if event == timeline.None {
					continue
				}
				if href := p.Inspect(at).Among; href != p.EventHref(e, true) {
					t.Errorf("%s, %s: the panel leads to %q", name, p.Key(e), href)
				}
			}
		}
	}
	if unseen == 0 || asking == 0 || repeated == 0 || aside == 0 {
		t.Errorf("%d records without a row, %d of them of the store; %d replies that only call; %d rows of the store that repeat", unseen, aside, asking, repeated)
	}
}

// TestStoreAmongEvents: a row of the store beside a log is listed where the filter asks for
// one; elsewhere its panel says that, and leads there.
func TestStoreAmongEvents(t *testing.T) {
	seen := 0
	for name, pages := range cases(t) {
		for _, p := range pages {
			if !p.repeats() {
				continue
			}
			for i := range p.s.Store {
				e := &p.s.Store[i]
				in := p.Inspect(Place{Events: true, Record: e, Event: timeline.None, Problem: -1})
				if in.Unseen == "" || in.Among != p.EventHref(e, true)+"?store=store" {
					t.Errorf("%s, %s: the panel says %q and leads to %q", name, p.Key(e), in.Unseen, in.Among)
				}
				there := Place{Events: true, Record: e, Event: timeline.None, Problem: -1, Filter: filter.Parse("store=store")}
				if said := p.Inspect(there).Unseen; said != "" {
					t.Errorf("%s, %s: where its row is the panel says %q", name, p.Key(e), said)
				}
				if row := p.eventRows(there.Filter, p.eventsAt(there)/EventsChunk)[p.eventsAt(there)%EventsChunk]; row.Key != p.Key(e) {
					t.Errorf("%s, %s leads to the row of %s", name, p.Key(e), row.Key)
				}
				seen++
			}
		}
	}
	if seen == 0 {
		t.Error("no row of a store stands beside a log")
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

package viewer

import (
	"strings"
	"testing"
	"time"

	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// TestAll: the timeline over everything holds each record once, each session's in the order
// of its log, and each row leads to where the record is shown.
func TestAll(t *testing.T) {
	for _, c := range cases(t) {
		v, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
		page := look(t, ask(t, v, "main", "all"))
		leads(t, v, page.hrefs)
		want := v.file.Events() + len(v.file.Facts) + len(v.file.Grants) + len(v.file.History)
		if len(v.all.rows) != want {
			t.Errorf("%s: %d records, want %d", c.Name, len(v.all.rows), want)
		}
		rows := rowsOf(t, v, only(t, page))
		for _, r := range rows {
			leads(t, v, r.hrefs)
		}
		if want > 0 && len(rows) != want+len(v.all.days) {
			t.Errorf("%s: %d rows for %d records on %d days", c.Name, len(rows), want, len(v.all.days))
		}
		last := map[int32]int32{}
		dated := true
		for i, m := range v.all.order {
			if i > 0 && m.key != timeline.NoTime && m.key < v.all.order[i-1].key {
				t.Errorf("%s: record %d stands after a later one", c.Name, i)
			}
			if m.key == timeline.NoTime {
				dated = false
			} else if !dated {
				t.Errorf("%s: record %d has a time and stands behind those without", c.Name, i)
			}
			if n, seen := last[m.session]; m.session != timeline.None && m.key != timeline.NoTime && seen && m.n < n {
				t.Errorf("%s: record %d of session %d stands behind record %d", c.Name, m.n, m.session, n)
			}
			if m.key != timeline.NoTime {
				last[m.session] = m.n
			}
		}
		for _, d := range v.all.days {
			if at := v.all.at(dayID(d.day)); !strings.Contains(rows[at].text, dayName(d.day)) {
				t.Errorf("%s: %s leads to %q", c.Name, dayID(d.day), rows[at].text)
			}
		}
	}
}

// TestAllSifted: a filter shows what it says, and its counts are those of what it would show.
func TestAllSifted(t *testing.T) {
	v := showCase(t, "two-homes")
	ask(t, v, "main", "all")
	every := len(v.all.rows)
	for _, f := range v.all.facets {
		sum := 0
		for _, choice := range f.Choices {
			ask(t, v, "main", strings.TrimPrefix(choice.Href, "#/"))
			if len(v.all.rows) != choice.Count {
				t.Errorf("%s %s: %d rows, want %d", f.Name, choice.Name, len(v.all.rows), choice.Count)
			}
			sum += choice.Count
		}
		if f.Name == "Kind" && sum != every {
			t.Errorf("the kinds have %d records of %d", sum, every)
		}
	}
	if none := look(t, ask(t, v, "main", "all?kind=x")); !strings.Contains(none.text, "No record passes this filter.") {
		t.Errorf("a filter that nothing passes shows %s", none.text)
	}
}

// TestAllInSlices: while the order is not there, the page is asked for again.
func TestAllInSlices(t *testing.T) {
	lines := make([][4]string, 20_000)
	for i := range lines {
		lines[i] = [4]string{"user.message", "1", "", `"content":"x"`}
	}
	v, _ := show(t, log(t, lines...))
	clock := today
	v.now = func() time.Time { clock = clock.Add(allSlice); return clock }
	asked := 1
	for ; ask(t, v, "main", "all") == ""; asked++ {
		if asked > 1000 {
			t.Fatal("it never comes")
		}
	}
	if asked < 10 || len(v.all.rows) != 20_000 {
		t.Errorf("%d rows after %d slices", len(v.all.rows), asked)
	}
	if ask(t, v, "main", "all") == "" {
		t.Error("what was put in order once is put in order again")
	}
}

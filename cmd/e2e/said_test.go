package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// told is a record of an archive, by the line of its log, and what a person reads where
// its link leads: in its row, and, where there is something to open, in the opened row.
type told struct {
	what    string
	session string
	line    int
	row     []string
	opened  []string
}

// dailyTold are records of the largest genuine home, one of each kind that a person meets.
const (
	dailyLargest = "9de9529a-5cc9-4683-9991-12c4ff4cf473"
	dailyAborted = "a5c31cc5-c12c-4f2d-a358-f105d8e50661"
)

var dailyTold = []told{
	{"allowed once", dailyLargest, 61, []string{"edit", "asked · you allowed it once"}, []string{"As applied", "return (f - 32) * 5 / 9"}},
	{"allowed for the location", dailyLargest, 119, []string{"edit", "asked · you allowed it here"}, []string{"As applied", "+3 −0"}},
	{"a failed command whose record says success", dailyLargest, 48, []string{"python3 tests/test_convert.py", "asked · you allowed it here", "exit 1"}, []string{"AssertionError"}},
	{"denied with feedback", dailyLargest, 80, []string{"rm -rf build dist", "asked · you denied it, with feedback"}, []string{"No: keep build/ and dist/, they are needed for the demo"}},
	{"a question", dailyLargest, 104, []string{"ask_user", "Which output format should the CLI use?"}, []string{"○ Plain text", "● JSON (chosen)", "○ CSV", "format = JSON", "Answered by you"}},
	{"the answer to it", dailyLargest, 105, []string{"Answered “Which output format should the CLI use?”: format = JSON"}, nil},
	{"todos", dailyLargest, 167, []string{"sql", "Start one"}, []string{"The todos after this call: 1 in progress, 1 pending", "in progress Add Kelvin was pending"}},
	{"a subagent in the foreground", dailyLargest, 180, []string{"task", "Explore the code", "explore-code", "2 tool calls"}, []string{"SUBAGENT-EXPLORE: find every public function", "task for the subagent", "src/convert.py: c_to_f, f_to_c"}},
	{"a subagent in the background", dailyLargest, 223, []string{"Count lines", "background"}, []string{"SUBAGENT-COUNT: count the lines of every file."}},
	{"a command of the person's own", dailyLargest, 281, []string{"local_shell", "echo from the user shell && false", "run by you", "exit 1"}, []string{"from the user shell"}},
	{"a compaction", dailyLargest, 284, []string{"Context compacted: 19,081 → 15,208 tokens", "77 messages removed"}, []string{"The Fahrenheit conversion had a wrong divisor."}},
	{"a rewind", dailyLargest, 301, []string{"Rewound conversation and restored 1 file(s)."}, nil},
	{"a model error", dailyLargest, 315, []string{"Error (status 400): 400 The request was rejected"}, nil},
	{"a large output", dailyLargest, 321, []string{"line %06d", "exit 0"}, []string{"The whole output is not in the archive", "outside the folder that this archive holds", "line 000003 xxxx"}},
	{"allow-all", dailyLargest, 350, []string{"Allow-all off → on"}, nil},
	{"a fork", dailyLargest, 366, []string{"Forked this session into \"Forked thermo\""}, nil},
	{"a schedule", dailyLargest, 369, []string{"say the time", "every 15 s"}, nil},
	{"a scheduled prompt", dailyLargest, 370, []string{"[Scheduled prompt #1]", "by a schedule"}, nil},
	{"autopilot", dailyLargest, 376, []string{"autopilot went on by itself"}, nil},
	{"cancelled", dailyAborted, 12, []string{"rm -rf build dist", "asked · cancelled"}, nil},
	{"an abort", dailyAborted, 16, []string{"Aborted — by the user"}, nil},
	{"a picture that was attached", "0861ea28-137e-4b46-8489-9c13a899084e", 5, []string{"Look at the attached picture", "image/png", "12,449 bytes"}, nil},
	{"a model error after retries", "99f1d840-dc93-4f27-b80d-92d81d156fc0", 6, []string{"Error (status 500)", "retried 5 times"}, nil},
}

var mcpTold = []told{
	{"an MCP result that says the same twice", "cbfd8303-3f7f-4213-93a9-c4ab63218319", 14, []string{"weather-get_forecast", "Zürich"}, []string{"Structured result", "The result as text says the same"}},
	{"an MCP tool that failed", "cbfd8303-3f7f-4213-93a9-c4ab63218319", 24, []string{"weather-fail", "asked · you allowed it here", "failed"}, []string{"MCP server 'weather': The weather service is down (test)."}},
	{"an MCP picture", "cbfd8303-3f7f-4213-93a9-c4ab63218319", 34, []string{"weather-chart", "Bern", "asked · you allowed it once"}, []string{"Chart for Bern", "image/png, 1,862 bytes"}},
	{"a skill", "e59ff0aa-71bf-4e00-93f3-28397b681453", 12, []string{"skill", "tidy"}, nil},
	{"a subagent of the person's own", "e13db8f5-6157-4508-8af7-9d37c9cbc49b", 12, []string{"Review"}, []string{"SUBAGENT-CUSTOM: review src/convert.py", "Line 5: the divisor is wrong."}},
}

var deniedTold = []told{
	{"denied for want of anyone to ask", "d0347b4e-d14e-4ada-b8a7-57cd8d8ae5a9", 8, []string{"view", "/etc/hostname", "denied · nobody could be asked"}, nil},
	{"denied by a rule", "0112f169-87ef-4fc3-aa95-a40c7aa26d4b", 8, []string{"rm -rf build dist", "denied"}, []string{"Permission to run this tool was denied due to the following rules"}},
}

// TestWhatAPersonReads follows links to records of genuine homes and reads what stands
// there. One tab an archive: opening one is what costs.
func TestWhatAPersonReads(t *testing.T) {
	url := newSite(t).url
	for _, a := range []struct {
		name string
		told []told
	}{{"daily", dailyTold}, {"mcp-open", mcpTold}, {"denied", deniedTold}} {
		t.Run(a.name, func(t *testing.T) {
			archive := shared(t, "real/"+a.name+".zip")
			b := openArchive(t, url, archive)
			for _, r := range a.told {
				t.Run(r.what, func(t *testing.T) {
					b.TB = t
					b.reads(r)
				})
			}
			b.TB = t
		})
	}
}

// TestWhatTheSampleSays: what no genuine home holds, the sample does.
func TestWhatTheSampleSays(t *testing.T) {
	b := openPage(t, newSite(t).url)
	sample(b)
	plan := b.session("Watering schedule")
	b.unfold("exit_plan_mode", "Decision about the plan", "Approved the plan: go on and ask", "Answered by you", "Read the soil sensors every hour")
	b.unfold("ask_user", "● Wait six hours (chosen)")
	b.unfold("The readings are kept", "The todos after this call: 1 done, 1 in progress, 1 pending", "done Keep a week of readings was in progress")
	b.session("Tide table is one hour off")
	b.see("#main .picture img", "")
	b.unfold("apply_patch", "moved", "deleted", "/home/mira/src/tidewatch/internal/table/stub.go")
	b.session("Cache the gauge readings")
	b.see("#main", "asked · cancelled")
	b.see("#main", "The log ends in the middle of line 22")
	b.session("Name the beds")
	b.see("#main", "recovered")
	b.see("#main", "A double click turns the name into a field")
	tide := b.session("Tide table is one hour off")
	b.follow(tide + "/changes")
	b.settled()
	b.unfold("table.go", "before and after “The tide table is one hour off since the clocks changed, see the chart. Find out why and fix it.”, checked by hash", "composed from 1 call, and its SHA-256 is the recorded one", "at := e.At.In(harbour)")
	if plan == tide {
		t.Errorf("two sessions stand at one address, %s", plan)
	}
}

// reads follows the link of a record, and waits for what a person finds in its row and in
// the row when it is open.
func (b *tab) reads(r told) {
	b.Helper()
	b.follow(fmt.Sprintf("#/s/%s/events-%d", r.session, r.line))
	for _, text := range r.row {
		b.see("#main .sel", text)
	}
	if len(r.opened) > 0 {
		js[chromedp.Void](b, `document.querySelector('#main .sel > .row [data-act=toggle][aria-expanded=false]')?.click(), undefined`)
	}
	for _, text := range r.opened {
		b.holds("#main .sel .open", text)
	}
	if strings.Contains(strings.Join(append(r.row, r.opened...), " "), "image/png") {
		b.wait("the picture drawn", `[...document.querySelectorAll('#main .sel .picture img')].some((i) => i.complete && i.naturalWidth > 0)`)
	}
}

// unfold opens the first row with these words and waits for what then stands in it.
func (b *tab) unfold(words string, inside ...string) {
	b.Helper()
	b.see("#main .item", words)
	js[chromedp.Void](b, `(words) => { const row = [...document.querySelectorAll('#main .item')].find((i) => i.textContent.includes(words)); row.id = 'unfolded'; row.querySelector('[data-act=toggle][aria-expanded=false]')?.click(); }`, words)
	for _, text := range inside {
		b.holds("#unfolded .open", text)
	}
	js[chromedp.Void](b, `document.querySelector('#unfolded').removeAttribute('id'), undefined`)
}

// holds waits until an element holds a text, be it below the fold; blanks run together.
func (b *tab) holds(selector, text string) {
	b.Helper()
	b.wait("“"+text+"” inside "+selector, `(selector, text) => [...document.querySelectorAll(selector)].some((e) => [...e.querySelectorAll('*')].concat(e).some((x) => x.innerText?.replace(/\s+/g, ' ').includes(text)))`, selector, strings.Join(strings.Fields(text), " "))
}

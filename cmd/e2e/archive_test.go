package e2e

import (
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// checked is what `check --json` says of an archive, as far as the page repeats it.
type checked struct {
	Totals struct {
		Files, Sessions, Events, Prompts, Turns, SubAgents, Problems int
		Calls                                                        int   `json:"tool_calls"`
		Failed                                                       int   `json:"failed_calls"`
		Denied                                                       int   `json:"denied_calls"`
		Cancelled                                                    int   `json:"cancelled_calls"`
		Open                                                         int   `json:"open_calls"`
		Copied                                                       int   `json:"copied_events"`
		Lost                                                         int64 `json:"lost_bytes"`
	}
	Findings []struct {
		Rule, Severity, Sentence string
		Inferred                 bool
		Evidence                 []struct{ Record *string }
	}
	Checked []string
}

// check runs the command on an archive.
func check(t *testing.T, archive string) (c checked) {
	t.Helper()
	cmd := exec.Command("go", "run", "./cmd/flightlog", "check", "--json", archive)
	cmd.Dir = root()
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1: there are warnings
		t.Fatalf("check: %v", err)
	}
	if err := json.Unmarshal(out, &c); err != nil {
		t.Fatalf("check --json: %v", err)
	}
	return c
}

// TestOverview: an archive opens with its overview, whose numbers are those of check, and
// every finding that check prints stands on the page with evidence that opens.
func TestOverview(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	for _, name := range []string{"daily.zip", "mcp-open.zip", "denied.zip", "cut.zip"} {
		path := shared(t, "real/"+name)
		want := check(t, path)
		b.dropFile(path)
		b.opened(name)
		b.see(".rail [aria-current]", map[bool]string{true: "", false: "Overview"}[want.Totals.Sessions == 1])
		b.follow("#/overview")
		n := &want.Totals
		for i, figure := range [][]string{
			{grouped(n.Sessions) + " session"}, {grouped(n.Prompts) + " prompt", grouped(n.Turns) + " turn", some(n.SubAgents, "subagent")},
			{grouped(n.Calls) + " tool call", some(n.Failed, "failed"), some(n.Denied, "denied"), some(n.Cancelled, "cancelled"), some(n.Open, "without a recorded result")},
			{grouped(n.Events) + " event", some(n.Copied, "copied by forks")}, {grouped(n.Files) + " file", grouped(n.Problems) + " problem", some(int(n.Lost), "byte")},
		} {
			got := b.texts(".figure")[i]
			for _, words := range figure {
				if !strings.Contains(got, words) {
					t.Errorf("%s: check says %q, the overview %q", name, words, got)
				}
			}
		}
		b.see(".board", "findings")
		b.see(".board .rest", grouped(len(want.Checked))+" rule")
		b.see(".rail [data-later=found]", grouped(len(want.Findings)))
		findings(b, want)
		dropped(b)
	}
	if said := b.remarks(); len(said) > 0 {
		t.Errorf("the browser remarked %q", said)
	}
}

// some is a number with its word, and nothing for none.
func some(n int, word string) string {
	if n == 0 {
		return ""
	}
	return grouped(n) + " " + word
}

// findings goes through the page of findings and opens the first record of each.
func findings(b *tab, want checked) {
	b.Helper()
	for i, f := range want.Findings {
		at := "#/findings/finding-" + grouped(i)
		b.follow(at)
		b.settled()
		row := `.finding[data-i="` + grouped(i) + `"]`
		b.see(row+" h2", oneLine(f.Sentence))
		b.see(row+" h2", map[bool]string{true: "inferred", false: "recorded"}[f.Inferred])
		if f.Evidence[0].Record == nil {
			continue
		}
		b.click(row+" .places a", "")
		b.wait("the record", `(record) => at.event === record && !document.querySelector('#panel').hidden`, *f.Evidence[0].Record)
		b.see(".panel", "line")
	}
	b.follow("#/findings")
	b.see(".checked h2", grouped(len(want.Checked))+" rule")
}

// dropped closes the archive, so that the next one begins without an address.
func dropped(b *tab) {
	b.Helper()
	b.click("[data-do=close]", "")
	b.see("#idle", "Choose a file")
}

// TestFindingsStop: the rules are stopped while they run and say so; they go on when asked.
func TestFindingsStop(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	b.ready()
	b.choose(shared(t, "real/big.zip"))
	b.opened("big.zip")
	js[any](b, `{ steerWork('stop'); }`) // what the button does; the rules may be done before a hand reaches it
	b.follow("#/findings")
	b.wait("the rules to stop or to have ended", `!!document.querySelector('.asking [data-do=resume], .finding')`)
	if js[bool](b, `!!document.querySelector('.asking')`) {
		b.see(".asking", "Stopped after")
		b.click(".asking [data-do=resume]", "Go on")
	}
	b.see(".finding h2", "")
	b.see(".checked h2", "rule")
}

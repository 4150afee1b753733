package sample

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/diagnose"
	"flightlog/parse/timeline"
)

var keep = flag.String("keep", "", "write the sample to this file, to look at it")

// most bounds what every page carries for those who only look.
const most = 100_000

func opened(t *testing.T) *parse.Opened {
	t.Helper()
	zip, err := Zip()
	if err != nil {
		t.Fatal(err)
	}
	o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "sample.zip", parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestSameBytes(t *testing.T) {
	first, err := Zip()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Zip()
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("two samples differ (%v)", err)
	}
	if len(first) > most {
		t.Errorf("the sample has %d bytes of %d", len(first), most)
	}
	if *keep != "" {
		if err := os.WriteFile(*keep, first, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEveryFindingOnce: each rule finds something in the sample, and nothing in it is
// broken but what is meant to be.
func TestEveryFindingOnce(t *testing.T) {
	o := opened(t)
	res, err := diagnose.Run(o.Timeline, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, f := range res.Findings {
		found[f.Rule]++
	}
	for _, rule := range diagnose.Rules() {
		if found[rule] != 1 {
			t.Errorf("the rule %s has %d findings", rule, found[rule])
		}
	}
	var codes []string
	for i := range o.Problems {
		codes = append(codes, string(o.Problems[i].Code))
	}
	slices.Sort(codes)
	if got := strings.Join(codes, " "); got != "cut-line db-without-wal no-log" {
		t.Errorf("problems: %s", got)
	}
}

// TestEveryKind: eight sessions over three projects, with each mark, outcome and decision
// that the views know, and each tool that has a form of its own.
func TestEveryKind(t *testing.T) {
	o := opened(t)
	if len(o.Sessions) != 8 {
		t.Errorf("%d sessions", len(o.Sessions))
	}
	projects, marks, outcomes, decisions, tools := map[string]bool{}, timeline.Mark(0), map[timeline.Outcome]bool{}, map[string]bool{}, map[string]bool{}
	blocks := map[timeline.BlockKind]bool{}
	for _, s := range o.Sessions {
		projects[s.Project] = true
		marks |= s.Marks
		for i := range s.Calls {
			c := &s.Calls[i]
			outcomes[c.Outcome], decisions[c.Decision], tools[c.Tool] = true, true, true
			for _, b := range o.CallBlocks(s, c) {
				blocks[b.Kind] = true
			}
			if b, ok := o.TodosAfter(s, int32(i)); ok {
				blocks[b.Kind] = true
			}
		}
	}
	if len(projects) != 3 {
		t.Errorf("projects: %v", projects)
	}
	if want := timeline.Recovered | timeline.CutOff | timeline.NeverPrompted | timeline.NoLog | timeline.Synced | timeline.InUse; marks != want {
		t.Errorf("marks: %v, want %v", marks.Names(), want.Names())
	}
	for _, want := range []timeline.Outcome{timeline.Succeeded, timeline.Errored, timeline.Denied, timeline.Cancelled} {
		if !outcomes[want] {
			t.Errorf("no call %s", want)
		}
	}
	for _, want := range strings.Fields("approved approved-for-location denied-interactively-by-user denied-no-approval-rule-and-could-not-request-from-user cancelled") {
		if !decisions[want] {
			t.Errorf("no permission is %s", want)
		}
	}
	for _, want := range strings.Fields("bash local_shell view create edit apply_patch grep rg glob web_fetch ask_user exit_plan_mode sql task read_agent skill task_complete buoys-chart") {
		if !tools[want] {
			t.Errorf("no call of %s", want)
		}
	}
	for kind := timeline.TextBlock; kind <= timeline.ImageBlock; kind++ {
		if !blocks[kind] && kind != timeline.RawBlock {
			t.Errorf("no call shows a block of kind %d", kind)
		}
	}
}

package diagnose

import (
	"fmt"
	"strconv"

	"flightlog/parse/timeline"
)

// often is how many failures of the same thing in one session are a pattern.
const often = 3

// repeatedFailures tells of the command, or else the tool, that failed again and again.
func repeatedFailures(k *run) {
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		type thing struct{ tool, what string }
		failed, whole := map[thing][]*timeline.Call{}, map[string][]*timeline.Call{}
		ran := map[string]int{}
		var things []thing
		var tools []string
		for c := range k.calls(s) {
			ran[c.Tool]++
			if !c.Failed() {
				continue
			}
			t := thing{c.Tool, k.reader.CallSummary(s, c).Text}
			if failed[t] == nil {
				things = append(things, t)
			}
			if whole[c.Tool] == nil {
				tools = append(tools, c.Tool)
			}
			failed[t], whole[c.Tool] = append(failed[t], c), append(whole[c.Tool], c)
		}
		told := map[string]bool{}
		for _, t := range things {
			if len(failed[t]) >= often && t.what != "" {
				told[t.tool] = true
				k.failing(s, fmt.Sprintf("%s failed %d times on the same thing in one session: %s", toolName(t.tool), len(failed[t]), shorten(t.what)), failed[t])
			}
		}
		for _, tool := range tools {
			if calls := whole[tool]; len(calls) >= often && !told[tool] {
				k.failing(s, fmt.Sprintf("%s failed in %d of its %d calls of one session, on different things.", toolName(tool), len(calls), ran[tool]), calls)
			}
		}
	}
}

func (k *run) failing(s *timeline.Session, sentence string, calls []*timeline.Call) {
	var evidence []Evidence
	for _, c := range calls {
		text := k.reader.CallSummary(s, c).Text
		if c.HasExit && c.ExitCode != 0 {
			text = "exit code " + strconv.Itoa(int(c.ExitCode)) + ": " + text
		}
		evidence = append(evidence, k.call(s, c, text))
	}
	k.find(Finding{Severity: timeline.Warning, Sentence: sentence, Evidence: evidence,
		Advice: "Open the first and the last of them: the output says whether the cause stayed the same. A test that is expected to fail looks like this too."})
}

// toolName names a tool at the beginning of a sentence.
func toolName(tool string) string {
	if tool == "" {
		return "A tool without a recorded name"
	}
	return "The tool " + tool
}

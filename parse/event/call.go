package event

import (
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// about names, per tool, the arguments that say what a call is about, the first one
// present counts. A tool that is not listed is described by its first string argument.
var about = map[string][]string{
	"bash": {"command"}, "powershell": {"command"}, "local_shell": {"command"}, "write_bash": {"input"}, "read_bash": {"shellId"}, "stop_bash": {"shellId"},
	"view": {"path"}, "create": {"path"}, "edit": {"path"}, "grep": {"pattern"}, "rg": {"pattern"}, "glob": {"pattern"},
	"web_fetch": {"url"}, "web_search": {"query"}, "ask_user": {"question", "message"}, "sql": {"description", "query"},
	"task": {"description", "prompt"}, "skill": {"skill"}, "task_complete": {"summary"}, "exit_plan_mode": {"summary"}, "report_intent": {"intent"},
}

// prose lists the tools whose subject is words rather than a command, path or pattern.
var prose = map[string]bool{"ask_user": true, "task": true, "task_complete": true, "exit_plan_mode": true, "sql": true, "report_intent": true, "web_search": true}

// callLine says what a call is about.
func callLine(tool string, args rawjson.Value) timeline.Summary {
	s := timeline.Summary{Who: or(tool, "a tool that is not named"), Mono: !prose[tool]}
	if tool == "apply_patch" {
		s.Text = OneLine(strings.Join(patchedFiles(patchText(args)), ", "))
	} else {
		s.Text = OneLine(subject(tool, args))
	}
	if s.Text == "" {
		s.Text = "(no arguments)"
		if args != nil {
			s.Text = OneLine(string(args))
		}
	}
	return s
}

func subject(tool string, args rawjson.Value) string {
	if t, ok := args.Text(); ok {
		return t
	}
	for _, key := range about[tool] {
		if t := args.Get(key).String(); t != "" {
			return t
		}
	}
	for _, v := range args.Members() {
		if t, ok := v.Text(); ok && t != "" {
			return t
		}
	}
	return ""
}

// patchText is the patch of an apply_patch call: its arguments are a string when the
// model calls it as a grammar tool, and {input} in the start record.
func patchText(args rawjson.Value) string {
	if t, ok := args.Text(); ok {
		return t
	}
	return or(args.Get("input").String(), args.Get("patch").String())
}

// patchedFiles lists the files that an apply_patch envelope names.
func patchedFiles(patch string) []string {
	var out []string
	for line := range strings.Lines(patch) {
		for _, verb := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "} {
			if f, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), verb); ok {
				out = append(out, f)
			}
		}
	}
	return out
}

// Parts are the records of one call, each nil where it is missing.
type Parts struct {
	Request *Record // the assistant.message or tool.user_requested
	Slot    int     // the call's entry in the message's toolRequests[]
	Start   *Record
	Answer  *Record // human_response.recorded
	Result  *Record
}

// args gives the call's arguments: as requested, else as started.
func (p *Parts) args() rawjson.Value {
	if p.Start != nil {
		if a := p.Start.Data("arguments"); a != nil {
			return a
		}
	}
	if p.Request == nil {
		return nil
	}
	if p.Request.Type != "assistant.message" {
		return p.Request.Data("arguments")
	}
	n := 0
	for q := range p.Request.Data("toolRequests").Elements() {
		if plain(q.Get("toolCallId")) == nil { // as where the requests are listed
			continue
		}
		if n == p.Slot {
			return q.Get("arguments")
		}
		n++
	}
	return nil
}

// Summary says what the call was about.
func (p *Parts) Summary(tool string) timeline.Summary { return callLine(tool, p.args()) }

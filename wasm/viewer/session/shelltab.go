package session

import (
	"strconv"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// shells are the tools that run a command line.
var shells = map[string]bool{"bash": true, "powershell": true, "local_shell": true, "shell": true}

func (p *Page) shellIntro() (in components.Intro, title, none string) {
	s := p.s
	failed, stopped, yours := 0, 0, 0
	for _, i := range p.tabsOf().shell {
		switch c := &s.Calls[i]; {
		case c.Outcome == timeline.Denied || c.Outcome == timeline.Cancelled:
			stopped++
		case c.Failed():
			failed++
		}
		if s.Calls[i].ByUser {
			yours++
		}
	}
	in = components.Intro{Text: "Every shell command in the order of the log. Input that was written to a shell that still ran stands in the conversation.",
		Copy: strings.TrimPrefix(p.Href(), "#/") + "/" + ShellTab, Words: "Copy as a script"}
	in.Facts = components.Tell(in.Facts, len(p.tabsOf().shell), "command", "commands")
	in.Facts = components.Tell(in.Facts, failed, "failed", "failed")
	in.Facts = components.Tell(in.Facts, stopped, "was not allowed to run", "were not allowed to run")
	in.Facts = components.Tell(in.Facts, yours, "run by you", "run by you")
	return in, "No shell commands", "No record of this session calls a shell."
}

// shellItem is one command: who let it run, its exit code and how long it took.
func (p *Page) shellItem(i int, out components.Item) components.Item {
	p.layoutOf()
	at := p.tabsOf().shell[i]
	s, c := p.s, &p.s.Calls[at]
	out = p.callLine(at, ShellTab, out)
	out.Who, out.Mono = c.Tool, true
	if command, ok := p.file.Command(s, c); ok {
		out.Text = components.OneLine(command)
	}
	if out.Text == "" {
		out.Text, out.Mono = "(command not recorded)", false
	}
	if tag, ok := p.permit(c); ok {
		out.Tags = append(out.Tags, tag)
	} else if !c.ByUser {
		out.Tags = append(out.Tags, components.Tag{Text: "let run: not recorded", Title: "no record says who or what let this command run"})
	}
	switch tag, ok := Outcome(c); {
	case ok:
		out.Tags = append(out.Tags, tag)
	case c.Outcome == timeline.Succeeded:
		out.Tags = append(out.Tags, components.Tag{Text: "succeeded", Title: "no exit code is recorded", Tone: components.OK})
	}
	if out.Open {
		out.Blocks = p.addressed(p.file.CallBlocks(s, c), p.callPlace(at))
	}
	return out
}

// Script gives every command of a session, each on a line of its own unless it has
// several. What did not run, or did not run to a good end, is told in a comment above; what
// was not allowed to run is a comment itself.
func (p *Page) Script() []byte {
	s := p.s
	var b strings.Builder
	b.WriteString("# Shell commands of session " + components.OneLine(s.ID) + ", in the order of its log.\n")
	b.WriteString("# Each ran in the directory that its shell was in then: read before running.\n")
	for _, i := range p.tabsOf().shell {
		c := &s.Calls[i]
		command, ok := p.file.Command(s, c)
		if !ok || strings.TrimSpace(command) == "" {
			b.WriteString("# (command not recorded)\n")
			continue
		}
		command = strings.TrimRight(strings.ReplaceAll(command, "\r\n", "\n"), "\n")
		if note := scriptNote(c); note != "" {
			b.WriteString("# " + note + ":\n")
		}
		if c.Outcome == timeline.Denied || c.Outcome == timeline.Cancelled {
			command = "# " + strings.NewReplacer("\n", "\n# ", "\r", "\n# ").Replace(command)
		}
		b.WriteString(command + "\n")
	}
	return []byte(b.String())
}

// scriptNote says of a command that did not end well how it ended.
func scriptNote(c *timeline.Call) string {
	switch {
	case c.Outcome == timeline.Denied || c.Outcome == timeline.Cancelled:
		return c.Outcome.String() + ", not run"
	case c.Failed() && c.HasExit:
		return "failed with exit code " + strconv.Itoa(int(c.ExitCode))
	case c.Outcome != timeline.Succeeded:
		return c.Outcome.String()
	}
	return ""
}

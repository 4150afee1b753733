package event

import (
	"strings"

	"flightlog/parse/decode/ansi"
	"flightlog/parse/decode/patch"
	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// details says, per tool, how a call is shown; any other tool's arguments are fields and
// its output is text.
var details = map[string]func(p *Parts, args rawjson.Value) []timeline.Block{
	"bash": shellDetail("bash"), "local_shell": shellDetail("bash"), "powershell": shellDetail("powershell"),
	"read_bash": terminalDetail, "write_bash": terminalDetail, "stop_bash": terminalDetail,
	"view": viewDetail, "create": createDetail, "edit": editDetail, "apply_patch": patchDetail,
	"grep": searchDetail, "rg": searchDetail, "glob": searchDetail, "web_fetch": pageDetail,
	"ask_user": questionDetail, "sql": queryDetail, "task": taskDetail, "task_complete": summaryDetail, "exit_plan_mode": planDetail,
}

// Blocks gives what the call did, in the form that suits the tool: what was asked of it,
// its output, its error.
func (p *Parts) Blocks(tool string) []timeline.Block {
	args := p.args()
	detail := details[tool]
	if detail == nil {
		detail = plainDetail
	}
	return dress(detail(p, args))
}

// dress prepares the text of terminals and diffs for the view. A diff that cannot be read
// says why and stays as it stands.
func dress(blocks []timeline.Block) []timeline.Block {
	for i := range blocks {
		b := &blocks[i]
		switch {
		case b.Kind == timeline.TerminalBlock && b.Screen == nil:
			s := ansi.Read(b.Text)
			b.Screen = &s
		case b.Kind == timeline.DiffBlock && b.Changes == nil && b.Text != "":
			changes, err := patch.Read(b.Text)
			if err != nil {
				b.Note = words(b.Note, "This could not be read as a change: "+err.Error()+". It is shown as it stands.")
			}
			b.Changes = changes
			b.Aside = largeChange(changes)
		}
	}
	return blocks
}

// largeLines is how many lines a change may have that stands open at once.
const largeLines = 800

// largeChange names a change that is shown on demand, "" for one that stands open.
func largeChange(changes []timeline.Change) string {
	lines, added, removed := 0, int64(0), int64(0)
	for i := range changes {
		for _, h := range changes[i].Hunks {
			lines += len(h.Lines)
		}
		added, removed = added+int64(changes[i].Added), removed+int64(changes[i].Removed)
	}
	if lines <= largeLines {
		return ""
	}
	return "A change of " + thousands(int64(lines)) + " lines in " + plural(int64(len(changes)), "file") + ": +" + thousands(added) + " −" + thousands(removed)
}

// outcome is the output and the error of a call, nothing when no result is recorded.
func (p *Parts) outcome(command, title string) []timeline.Block {
	if p.Result == nil {
		return nil
	}
	return outputBlocks(p.Result, command, title)
}

// trouble is the error of a call alone.
func (p *Parts) trouble() []timeline.Block {
	if p.Result == nil {
		return nil
	}
	e := p.Result.Data("error")
	return textBlock(timeline.TextBlock, "Error", or(e.Get("message").String(), e.String()))
}

// content is the text of a result as the model got it, "" when there is none or when it was
// saved elsewhere.
func (p *Parts) content() string {
	if p.Result == nil {
		return ""
	}
	result := p.Result.Data("result")
	if _, away := savedElsewhere(result); away {
		return ""
	}
	return or(result.Get("content").String(), result.String())
}

// asked is the arguments as fields, or as they stand when they are none; without those
// that are shown in another way.
func asked(args rawjson.Value, but ...string) []timeline.Block {
	all := wholeFields(args)
	if len(all) == 0 {
		return textBlock(timeline.TextBlock, "Arguments", args.String())
	}
	left := all[:0]
	for _, f := range all {
		shown := false
		for _, name := range but {
			shown = shown || f.Name == name
		}
		if !shown {
			left = append(left, f)
		}
	}
	if len(left) == 0 {
		return nil
	}
	return []timeline.Block{{Kind: timeline.TableBlock, Title: "Arguments", Fields: left}}
}

func plainDetail(p *Parts, args rawjson.Value) []timeline.Block {
	return append(asked(args), p.outcome("", "Output")...)
}

// longCommand is the length in bytes from which a command has a block of its own.
const longCommand = 80

func shellDetail(lang string) func(*Parts, rawjson.Value) []timeline.Block {
	return func(p *Parts, args rawjson.Value) []timeline.Block {
		command := args.Get("command").String()
		var out []timeline.Block
		title := "$ " + or(command, "(command not recorded)")
		if p.Result == nil || strings.Contains(strings.TrimSpace(command), "\n") || len(command) > longCommand {
			out = textBlock(timeline.CodeBlock, "Command", or(command, "(command not recorded)"))
			out[0].Lang, title = lang, "Output"
		}
		out = append(out, p.outcome(title, "")...)
		for i := range out {
			if k := out[i].Kind; k == timeline.CodeBlock || k == timeline.TerminalBlock {
				out[i].Note = args.Get("description").String()
				break
			}
		}
		if len(fields(args)) > 0 {
			out = append(out, asked(args, "command", "description")...)
		}
		return out
	}
}

func terminalDetail(p *Parts, args rawjson.Value) []timeline.Block {
	return append(asked(args), p.outcome("Output", "")...)
}

func pageDetail(p *Parts, args rawjson.Value) []timeline.Block {
	return append(asked(args), p.outcome("", "The page as text")...)
}

// queryDetail is a query and what it gave: a table where the text holds one.
func queryDetail(p *Parts, args rawjson.Value) []timeline.Block {
	query := args.Get("query").String()
	if query == "" {
		return plainDetail(p, args)
	}
	out := []timeline.Block{{Kind: timeline.CodeBlock, Title: or(args.Get("description").String(), "Query"), Lang: "sql", Text: query}}
	out = append(out, asked(args, "description", "query")...)
	text := p.content()
	if text == "" {
		return append(out, p.outcome("", "Result")...)
	}
	if grid, ok := table(text); ok {
		out = append(out, grid)
	} else {
		out = append(out, textBlock(timeline.TextBlock, "Result", text)...)
	}
	return append(out, p.trouble()...)
}

// table reads "2 row(s) returned:", a blank line and a table of Markdown; ok is false when
// anything else stands in the text.
func table(text string) (timeline.Block, bool) {
	lead, rest, ok := strings.Cut(text, "\n\n")
	if !ok || strings.Contains(lead, "\n") || strings.HasPrefix(lead, "|") {
		return timeline.Block{}, false
	}
	b := timeline.Block{Kind: timeline.GridBlock, Title: strings.TrimSuffix(lead, ":"), Text: text}
	for i, line := range strings.Split(strings.TrimSpace(rest), "\n") {
		inside, ok1 := strings.CutPrefix(line, "| ")
		inside, ok2 := strings.CutSuffix(inside, " |")
		cells := strings.Split(inside, " | ")
		switch {
		case !ok1 || !ok2 || i > 0 && len(cells) != len(b.Columns):
			return timeline.Block{}, false
		case i == 0:
			b.Columns = cells
		case i > 1:
			b.Rows = append(b.Rows, cells)
		case strings.Trim(inside, "-| ") != "":
			return timeline.Block{}, false
		}
	}
	return b, len(b.Rows) > 0
}

// taskDetail is what a subagent was asked and what it gave back.
func taskDetail(p *Parts, args rawjson.Value) []timeline.Block {
	out := asked(args, "prompt")
	out = append(out, textBlock(timeline.TextBlock, "Prompt", args.Get("prompt").String())...)
	text := p.content()
	if text == "" {
		return append(out, p.outcome("", "Result")...)
	}
	out = append(out, textBlock(timeline.MarkdownBlock, "Result", text)...)
	return append(out, p.trouble()...)
}

// summaryDetail is a text of the model's own, and what was answered to it.
func summaryDetail(p *Parts, args rawjson.Value) []timeline.Block {
	summary := args.Get("summary").String()
	out := textBlock(timeline.MarkdownBlock, "Summary", summary)
	out = append(out, asked(args, "summary")...)
	if text := p.content(); text != summary {
		out = append(out, textBlock(timeline.TextBlock, "Result", text)...)
	}
	return append(out, p.trouble()...)
}

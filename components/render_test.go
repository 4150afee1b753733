package components

import (
	"maps"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"flightlog/parse/timeline"
)

func render(t testing.TB, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// hostile is one text with everything in it that must not act: markup, handlers,
// addresses that run or load something, escapes, bytes that are no UTF-8.
const hostile = "<script>alert(1)</script><img src=http://192.0.2.1/x.png onerror=alert(2)>\"' onclick='alert(3)' style=\"x\" " +
	"[link](javascript:alert(4)) ![pic](http://192.0.2.1/y.png) <http://192.0.2.1/> \x1b[31mred\x1b]8;;http://192.0.2.1\x07 " +
	"\u202egnp.exe\u2066 zero\u200bwidth\x00nul\xff&lt;b&gt;&#x202e;\n</div></pre></details><style>*{display:none}</style>\n\n| a |\n|:-:|\n| b | <i>c</i> |\n"

// hostileName stands where the program puts names of its own: keys, arguments, looks.
const hostileName = "\"><script>alert(7)</script> x=' onclick=\"alert(8)"

func hostileBlocks() []timeline.Block {
	var out []timeline.Block
	for k := timeline.TextBlock; k <= timeline.HitsBlock+1; k++ { // one kind past the known ones
		out = append(out, timeline.Block{Kind: k, Title: hostile, Lang: hostile, Text: hostile, Fields: []timeline.Field{{Name: hostile, Value: hostile}},
			Columns: []string{hostile, ""}, Rows: [][]string{{hostile, hostile}, {""}, nil}, Image: timeline.Image{MIME: hostile, Bytes: -1, Ref: hostileName}})
	}
	return out
}

func hostileItems() []Item {
	var out []Item
	for k := TurnItem; k <= IdleItem+1; k++ { // one kind past the known ones
		for _, open := range []bool{false, true} {
			it := Item{Kind: k, Index: len(out), Key: hostileName, Href: "javascript:alert(5)", Time: hostile, TimeUTC: hostile, Icon: hostileName, Look: hostileName, Who: hostile, Text: hostile,
				Label: hostile, Also: hostileName, X: hostileName, Tags: []Tag{{Text: hostile, Title: hostile, Tone: Tone(hostileName)}}, Span: hostile, N: 1, Open: open, Blocks: hostileBlocks()[:1]}
			if open {
				it.Toggle, it.More, it.MoreText = hostileName, hostileName, hostile
				it.Nested = []Item{{Kind: CallItem, Index: -1, Who: hostile, Text: hostile, Toggle: hostileName}}
			}
			out = append(out, it)
		}
	}
	return out
}

// views are all components by name, each with the sample and with hostile text in every
// field: what the goldens hold and the allow-list checks.
func views() map[string]templ.Component {
	tag := []Tag{{Text: hostile, Title: hostile, Tone: Bad}}
	list := List{Name: hostileName, Count: 1, Chunk: 1, At: 0, Label: hostile}
	head := Head{ID: hostile, Name: hostile, Untold: true, Tags: tag, Home: hostile, Project: hostile, Branch: hostile, Span: hostile, Models: []string{hostile, hostile}, Client: hostile,
		Counts: timeline.CallCounts{Total: 5, Failed: 1, Denied: 1, Cancelled: 1, Open: 1}, Notes: []string{hostile}, Tabs: []Tab{{Href: hostile, Name: hostile, Count: 1, Noun: "event", On: true}}, Chips: []Chip{{Name: hostile, Title: hostile, Count: 1, Arg: hostileName}}}
	panel := Inspector{Key: hostileName, Title: hostile, Icon: hostileName, Look: hostileName, Tags: tag, Source: hostile, Place: hostile, Fields: []timeline.Field{{Name: hostile, Value: hostile}},
		Chain: []Link{{Href: "http://192.0.2.1/", Text: hostile, Note: hostile, Look: hostileName, On: true}}, Blocks: hostileBlocks(), Raw: hostile, Indented: hostile, RawBytes: len(hostile), RawArg: hostileName, Link: "javascript:alert(9)", Open: "javascript:alert(10)", Command: hostileName}
	all := map[string]templ.Component{
		"shell":                Shell(sampleApp()),
		"shell-hostile":        Shell(App{Archive: hostile, Rail: list, Reading: hostile}),
		"rail":                 RailRows(sampleRail()),
		"rail-hostile":         RailRows([]RailRow{{Heading: hostile, Path: hostile, Count: 2}, {Href: "//192.0.2.1/", Name: hostile, When: hostile, WhenUTC: hostile, Span: hostile, Failed: 1, Tags: tag}}),
		"conversation":         Conversation(sampleHead(), List{Name: "s/1/conversation", Count: 912, Chunk: 20, Est: 48, At: 300, Label: "Conversation"}),
		"events":               Events(sampleHead(), sampleSifting(), List{Name: "s/1/events", Count: 35, Chunk: 100, Row: EventRowHeight, Label: "Events"}),
		"events-none":          Events(sampleHead(), Sifting{All: 35, Noun: "event", Chosen: 1, Clear: "#/s/5e55a0a1/events", Facets: sampleSifting().Facets[:1]}, List{Label: "Events"}),
		"filter-hostile":       Sifted(Sifting{Shown: 1, All: 2, Noun: hostile, Chosen: 1, Clear: "javascript:alert(5)", Facets: []Facet{{Name: hostile, Choices: []Choice{{Name: hostile, On: true, Tone: Tone(hostileName), Href: "//192.0.2.1/", Stay: hostileName}}}}}, EmptyState("", "")),
		"paper-hostile":        PaperNotes([]string{hostile}),
		"outline":              Outline("Fix failing test", 1, List{Name: "outline/1", Count: 2, Chunk: 40, Row: OutlineRowHeight, Label: "Prompts"}),
		"outline-rows":         OutlineRows([]OutlineRow{{Index: 0, Number: 1, Href: "#/s/5e55a0a1/events-2", Time: "09:00:01", Text: "fix the failing test", Failed: 1}, {Index: 1, Href: "#/s/5e55a0a1/events-9", Time: "09:01:00", Label: "steering", Text: "no, the other one"}}),
		"outline-hostile":      Outline(hostile, 1, list),
		"outline-rows-hostile": OutlineRows([]OutlineRow{{Number: 1, Href: "javascript:alert(6)", Time: hostile, Label: hostile, Text: hostile, Failed: 1}}),
		"head-hostile":         SessionHead(head),
		"tape":                 TapeView(sampleTape()),
		"tape-hostile":         TapeView(&Tape{Label: hostile, Lanes: []TapeLane{{Name: "tools", Look: "tool", Bars: []TapeRun{{0, 1000}}, Bad: []TapeRun{{3, 4}}}}, Prompts: []TapeLink{{X: 3, Href: "javascript:alert(9)", Label: hostile}}, Slots: []TapeLink{{Href: "//192.0.2.1/", Label: hostile}}}),
		"session-empty":        SessionEmpty(sampleHead(), "No log", "This session has a folder and no event log."),
		"session-unread":       SessionUnread(Head{ID: hostile, Name: "Tide table", Project: hostile}),
		"items":                ConversationItems(sampleItems()),
		"items-hostile":        ConversationItems(hostileItems()),
		"event-rows":           EventRows(sampleEvents()),
		"event-rows-hostile":   EventRows([]EventRow{{Key: hostileName, Href: "data:text/html,x", Time: hostile, TimeUTC: hostile, Delta: hostile, Icon: hostileName, Look: hostileName, Kind: hostile, Type: hostile, Who: hostile, Text: hostile, Mono: true, Tags: tag}}),
		"inspector":            InspectorPanel(sampleInspector()),
		"inspector-hostile":    InspectorPanel(panel),
		"problems":             Problems(List{Name: "problems", Count: 3, Chunk: 50, Row: ProblemRowHeight, Label: "Problems"}, LimitNote{}),
		"problems-limits":      Problems(List{Name: "problems", Count: 3, Chunk: 50, Row: ProblemRowHeight, Label: "Problems"}, LimitNote{Met: 2, Raised: 4}),
		"problems-none":        Problems(List{}, LimitNote{}),
		"problem-rows":         ProblemRows(sampleProblems()),
		"problem-rows-hostile": ProblemRows([]ProblemRow{{Code: hostile, Source: hostile, Place: hostile, Message: hostile, Kept: hostile, Href: "javascript:alert(6)"}}),
		"files":                Files(6, List{Name: "files", Count: 6, Chunk: 100, Row: FileRowHeight, Label: "Files"}),
		"file-rows":            FileRows(sampleFiles()),
		"file-rows-hostile":    FileRows([]FileRow{{Key: hostileName, Path: hostile, Kind: hostile, Files: 2, Notes: []string{hostile}, Href: "javascript:alert(6)"}}),
		"file-panel":           FilePanel(sampleFile()),
		"file-panel-hostile":   FilePanel(FileDetail{Key: hostileName, Path: hostile, Fields: []timeline.Field{{Name: hostile, Value: hostile}}, Notes: []string{hostile}, Blocks: hostileBlocks(), TextArg: hostileName}),
		"blocks":               Blocks(sampleBlocks()[:11]),
		"blocks-aside":         Blocks([]timeline.Block{{Kind: timeline.CodeBlock, Title: "Structured result", Lang: "json", Text: "{}", Aside: "The structured result says the same"}, {Kind: timeline.GridBlock, Title: "Todos", Note: "This list may lack something.", Columns: []string{"State"}, Rows: [][]string{{"done"}}}}),
		"blocks-cards":         BlockView(timeline.Block{Kind: timeline.GridBlock, Title: "Attachments", Columns: []string{"Name", "Type", "Size", "Place"}, Rows: [][]string{{"chart.png", "image/png", "", "/srv/chart.png"}}}),
		"blocks-log":           BlockView(timeline.Block{Kind: timeline.GridBlock, Title: "What it says", Log: true, Columns: []string{"line", "time", "level", "about", "text"}, Rows: [][]string{{"15", "2026-11-24T08:00:00.000Z", "INFO", "version", "Starting"}, {"60", "", "ERROR", "error", "It failed"}}}),
		"blocks-aside-hostile": BlockView(timeline.Block{Kind: timeline.TextBlock, Title: hostile, Text: hostile, Note: hostile, Aside: hostile}),
		"blocks-long":          BlockView(timeline.Block{Kind: timeline.DiffBlock, Title: "long", Text: strings.Repeat("+line\n", FoldLines+1)}),
		"blocks-hostile":       Blocks(hostileBlocks()),
		"blocks-rich":          Blocks(richBlocks()),
		"blocks-rich-hostile":  Blocks(hostileRich()),
		"prose":                Prose(sampleReply, ""),
		"prose-hostile":        Prose("Look: "+hostile, ""),
		"empty-hostile":        EmptyState(hostile, hostile),
		"tab":                  TabPage(sampleHead(), sampleIntro(), List{Name: "shell/1", Count: 2, Chunk: 24, Est: 30, Label: "Shell commands"}),
		"raw":                  RawPage(sampleHead(), Intro{Text: "The lines of the log.", Facts: []string{"3 lines"}}, List{Name: "raw/1", Count: 3, Chunk: 60, Row: RawRowHeight, Label: "Lines of the log"}),
		"raw-rows":             RawRows(sampleRaw()),
		"raw-rows-hostile":     RawRows([]RawRow{{Key: hostileName, Also: hostileName, Href: "javascript:alert(6)", Type: hostile, Look: hostileName, Bytes: -1, Text: hostile, Cut: true, Tags: tag}}),
		"tab-hostile":          TabPage(head, Intro{Text: hostile, Facts: []string{hostile}, Copy: hostileName, Words: hostile}, list),
	}
	maps.Copy(all, archiveViews(list))
	maps.Copy(all, searchViews(tag, list))
	return all
}

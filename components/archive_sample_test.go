package components

import (
	"github.com/a-h/templ"

	"flightlog/parse/timeline"
)

// What the views of a whole archive write beside what others do.
func init() {
	for _, name := range []string{"section", "article", "title"} {
		elements[name] = nil
	}
	elements["main"] = append(elements["main"], "data-start")
	anywhere = append(anywhere, "data-later", "data-whole")
	values["data-do"] = append(values["data-do"], "halt", "resume", "names", "secrets")
}

// archiveViews are the views of a whole archive by name, see views.
func archiveViews(list List) map[string]templ.Component {
	return map[string]templ.Component{
		"audit":                 AuditPage(sampleAudit(), Sifted(sampleSifting(), AuditTable("Decided by", "Waited", List{Name: "audit/requests", Count: 2, Chunk: 20, Row: AuditRowHeight, Label: "records"}))),
		"audit-standing":        AuditPage(Audit{Text: hostile, Figures: hostileOverview().Figures, Tabs: []Tab{{Href: "javascript:alert(6)", Name: hostile, Count: 1, Noun: "rule", On: true}}}, AuditStanding(list)),
		"audit-rows":            AuditRows(sampleAuditRows()),
		"audit-rows-hostile":    AuditRows([]AuditRow{{Href: "javascript:alert(6)", When: hostile, WhenUTC: hostile, Session: hostile, Project: hostile, Icon: hostileName, Look: hostileName, Who: hostile, Text: hostile, Mono: true, Decided: Tag{Text: hostile, Title: hostile, Tone: Tone(hostileName)}, Scope: hostile, Waited: hostile, Then: []Tag{{Text: hostile, Title: hostile}}}}),
		"overview":              OverviewPage(sampleOverview()),
		"overview-hostile":      OverviewPage(hostileOverview()),
		"findings":              FindingsPage(1, FindingsList(List{Name: "findings", Count: 2, Chunk: 6, Est: 150, Label: "Findings"}, []string{"Rate limits", "Sign-in loops"})),
		"findings-none":         FindingsPage(1, FindingsList(List{}, []string{"Rate limits"})),
		"findings-asking":       FindingsPage(1, AskingRules(Inquiry{Asked: 4, All: 29, Rule: "Rate limits"})),
		"findings-stopped":      AskingRules(Inquiry{Asked: 4, All: 29, Rule: hostile, Stopped: true}),
		"findings-reading":      AskingRules(Inquiry{All: 29, Reading: hostile}),
		"findings-broken":       AskingRules(Inquiry{Asked: 4, All: 29, Rule: hostile, Broken: true}),
		"findings-brief":        FindingsBrief(sampleFindings(), 8, 21),
		"findings-brief-none":   FindingsBrief(nil, 0, 29),
		"findings-hostile":      FindingsList(list, []string{hostile}),
		"finding-rows":          FindingRows(sampleFindings()),
		"finding-rows-hostile":  FindingRows(hostileFindings()),
		"finding-brief-hostile": FindingsBrief(hostileFindings(), 2, 1),
	}
}

func sampleOverview() Overview {
	return Overview{
		Facts: []string{"copilot-home.zip", "zip, 48,213,004 bytes", "24 Sep 2026, 10:00:00 – 1 Oct 2026, 09:39:52 UTC"},
		Figures: []Figure{
			{N: "37", Noun: "sessions", Parts: []Part{{Text: "3 recovered", Tone: Ask}}}, {N: "412", Noun: "prompts typed", Parts: []Part{{Text: "420 turns"}}},
			{N: "5,018", Noun: "tool calls", Parts: []Part{{Text: "93 failed", Tone: Bad}}}, {N: "412", Noun: "files", Parts: []Part{{Text: "6 problems", Tone: Bad, Href: "#/problems"}}},
		},
		Findings: FindingsBrief(sampleFindings(), 8, 21),
		First:    []FirstLook{{Href: "#/s/6", Name: "Add a wind-chill function", When: "26 Sep", WhenUTC: "26 Sep 2026, 11:02:40 UTC", Why: []Tag{{Text: "cut off", Tone: Bad}, {Text: "1 of 17 calls failed", Tone: Bad}}}},
		More:     2,
		Chart: &DayChart{Label: "Activity by day", Unit: "day", Slots: 24, Most: 40, Breaks: []int{3}, Note: "⋯ stands for a stretch without any record.",
			Bars: []DayBar{{Slot: 0, When: "24 Sep 2026", Href: "#/s/1", Sessions: 2, Prompts: 4, Calls: 20, Failed: 3}, {Slot: 4, When: "1 Oct 2026", Href: "#/s/2", Sessions: 1, Prompts: 10, Calls: 30}}, Ticks: []DayTick{{0, "24 Sep 2026"}, {20, "1 Oct 2026"}}},
		Groupings: []Grouping{{Title: "Models", Rows: []GroupRow{{Name: "gpt-6.1-sol", Sessions: 30, Share: 100, Href: "#/s/1"}, {Name: "No model recorded", Untold: true, Sessions: 7, Share: 23, Href: "#/s/2"}}, Rest: "and 2 others in 3 sessions", Note: "A session with several counts in each."}},
		Stores:    []StoreRow{{Name: "Event logs", Href: "#/files/file-3", Files: 34, Bytes: 41_800_000, Records: 10_611, Opened: true, Lost: 58, Problems: 1, Tags: []Tag{{Text: "1 partly", Tone: Ask}}}, {Name: "Package caches", Href: "#/files/file-9", Files: 255, Bytes: 191_900_000, Tags: []Tag{{Text: "skipped"}}}},
		Sum:       StoreRow{Files: 289, Bytes: 233_700_000, Records: 10_611, Opened: true, Lost: 58, Problems: 1},
		Hiding:    Hiding{Covers: "1 user name, 2 projects with their folders"},
		People:    []Identity{{What: "Signed in", Who: "octocat at https://github.com", Note: "3 times", Href: "#/files/file-1"}, {What: "Home folder", Who: "/home/dev", Note: "37 sessions"}},
	}
}

func hostileOverview() Overview {
	tag := []Tag{{Text: hostile, Title: hostile, Tone: Tone(hostileName)}}
	return Overview{Facts: []string{hostile}, Figures: []Figure{{N: hostile, Noun: hostile, Parts: []Part{{Text: hostile, Tone: Tone(hostileName), Href: "javascript:alert(6)"}}}},
		Findings: FindingsBrief(hostileFindings(), 2, 1), First: []FirstLook{{Href: "javascript:alert(6)", Name: hostile, When: hostile, WhenUTC: hostile, Why: tag}}, More: -1,
		Chart:     &DayChart{Label: hostile, Unit: hostileName, Slots: 0, Most: -1, Breaks: []int{-1}, Note: hostile, Bars: []DayBar{{When: hostile, Href: "javascript:alert(6)", Prompts: -1, Calls: 1 << 60, Failed: 1}}, Ticks: []DayTick{{-1, hostile}}},
		Groupings: []Grouping{{Title: hostile, Rows: []GroupRow{{Name: hostile, Title: hostile, Sessions: -1, Share: -1, Href: "javascript:alert(6)"}}, Rest: hostile, Note: hostile}},
		Stores:    []StoreRow{{Name: hostile, Href: "javascript:alert(6)", Tags: tag, Files: -1, Bytes: -1}}, People: []Identity{{What: hostile, Who: hostile, Note: hostile, Href: "javascript:alert(6)"}}, None: hostile, Hiding: Hiding{On: true, Covers: hostile}}
}

func sampleFindings() []Finding {
	return []Finding{
		{Index: 0, Key: "finding-0", Href: "#/findings/finding-0", Severity: timeline.Warning, Sentence: "The log of 1 session ends in the middle of a line.", Rule: "cut-off", Advice: "Ask for a newer copy.",
			Places: []Place{{Href: "#/s/6/events-35", Where: "Add a wind-chill function", At: "line 35", Text: "the line is cut"}}},
		{Index: 1, Key: "finding-1", Href: "#/findings/finding-1", Severity: timeline.Note, Inferred: true, Sentence: "1 session carries an in-use marker.", Rule: "in-use", Advice: "Close the program.",
			Places: []Place{{Where: "the archive", Text: "a marker"}}, Shown: "4 of 12 places", Toggle: "!findings/1", Unlisted: 3},
	}
}

func hostileFindings() []Finding {
	var out []Finding
	for i, open := range []bool{false, true} {
		out = append(out, Finding{Index: i, Key: hostileName, Href: "javascript:alert(6)", Severity: timeline.Error, Inferred: open, Sentence: hostile, Rule: hostile, Advice: hostile,
			Places: []Place{{Href: "javascript:alert(6)", Where: hostile, At: hostile, Text: hostile}, {Where: hostile}}, Shown: hostile, Toggle: hostileName, Open: open, Unlisted: -1})
	}
	return out
}

func sampleAudit() Audit {
	return Audit{Text: "What was asked, who decided, what then happened.",
		Figures: []Figure{{N: "214", Noun: "asked"}, {N: "171", Noun: "you allowed", Parts: []Part{{Text: "median wait 3.4 s", Href: "#/permissions?decision=allowed"}}}, {N: "4", Noun: "denied", Parts: []Part{{Text: "show", Tone: Bad, Href: "#/permissions?decision=denied"}}}},
		Tabs:    []Tab{{Href: "#/permissions", Name: "Requests", Count: 214, Noun: "request", On: true}, {Href: "#/permissions/commands", Name: "Shell commands", Count: 2806, Noun: "command"}}}
}

func sampleAuditRows() []AuditRow {
	return []AuditRow{
		{Index: 0, Href: "#/s/1/permissions/events-15", When: "1 Oct 2026, 09:00:03", WhenUTC: "1 Oct 2026, 09:00:03.000 UTC", Session: "Fix failing test", Project: "/srv/proj", Icon: "permission", Look: "ask", Who: "bash", Text: "Asked to run npm test — Run the test suite",
			Decided: Tag{Text: "you allowed it", Tone: OK}, Scope: "from now on, in /srv/proj", Waited: "2.9 s", Then: []Tag{{Text: "exit 1", Tone: Bad}}},
		{Index: 1, Href: "#/s/1/permissions/events-25", When: "no time", WhenUTC: "no time is recorded", Session: "Fix failing test", Icon: "permission", Look: "ask", Text: "Asked to write date.test.js", Decided: Tag{Text: "answer not recorded"}, Then: []Tag{{Text: "no result recorded"}}},
	}
}

package event

import (
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// answered opens a call with its answer and gives what a reader finds in it.
func answered(t *testing.T, tool, args, answer, result string) string {
	t.Helper()
	p := Parts{Start: opened(t, "tool.execution_start", `{"toolCallId":"c","toolName":"`+tool+`","arguments":`+args+`}`)}
	if answer != "" {
		p.Answer = opened(t, "human_response.recorded", answer)
	}
	if result != "" {
		p.Result = opened(t, "tool.execution_complete", result)
	}
	var b strings.Builder
	for _, block := range p.Blocks(tool) {
		writeBlock(&b, block)
	}
	return b.String()
}

func TestQuestionShowsTheChosenAnswer(t *testing.T) {
	form := `{"message":"Which format?","requestedSchema":{"properties":{"format":{"title":"Format","enum":["Plain text, short","JSON"]},"dry":{"type":"boolean"}}}}`
	for _, c := range []struct{ what, args, answer, result, want string }{
		{"a form", form, `{"actor":"human_response","response":{"responseKind":"ask_user","content":{"format":"JSON","dry":true}}}`, `{"success":true,"result":{"content":"User responded: JSON"}}`,
			`fields "Question and answer"
    Question = "Which format?"
    Choices = "Format:\n○ Plain text, short\n● JSON (chosen)"
    Answer = "format = JSON, dry = true"
    Answered by = "you"
`},
		{"an answer that no person gave", form, `{"actor":"host_automation","response":{"content":{"format":"JSON"}}}`, "", `fields "Question and answer"
    Question = "Which format?"
    Choices = "Format:\n○ Plain text, short\n● JSON (chosen)"
    Answer = "format = JSON"
    Answered by = "the host program"
`},
		{"free text", `{"question":"Go on?","choices":["yes","no"]}`, `{"actor":"human_response","response":{"answer":"later","wasFreeform":true}}`, "", `fields "Question and answer"
    Question = "Go on?"
    Choices = "○ yes\n○ no"
    Answer = "later"
    Answered by = "you, in words of your own"
`},
		{"no answer", `{"question":"Go on?"}`, "", "", `fields "Question and answer"
    Question = "Go on?"
    Answer = "none is recorded"
`},
	} {
		if got := answered(t, "ask_user", c.args, c.answer, c.result); got != c.want {
			t.Errorf("%s:\n%s", c.what, got)
		}
	}
}

func TestPlanShowsTheDecision(t *testing.T) {
	args := `{"summary":"Two steps.","actions":["interactive","autopilot","exit_only"],"recommendedAction":"interactive"}`
	for _, c := range []struct{ what, answer, result, want string }{
		{"approved", `{"actor":"human_response","response":{"responseKind":"exit_plan_mode","approved":true,"planContent":"1. Read\n2. Write","selectedAction":"autopilot","autoApproveEdits":true}}`,
			`{"success":true,"result":{"content":"Plan approved, go on."}}`, `fields "Decision about the plan"
    Decision = "Approved the plan: go on by autopilot, edits need no approval"
    Offered = "go on and ask, go on by autopilot, leave plan mode"
    Recommended = "go on and ask"
    Answered by = "you"
markdown "Plan"
    "1. Read\n2. Write"
markdown "Summary"
    "Two steps."
text "What the model was told"
    "Plan approved, go on."
`},
		{"rejected", `{"actor":"human_response","response":{"responseKind":"exit_plan_mode","approved":false,"feedback":"smaller steps"}}`, "", `fields "Decision about the plan"
    Decision = "Rejected the plan: “smaller steps”"
    Offered = "go on and ask, go on by autopilot, leave plan mode"
    Recommended = "go on and ask"
    Answered by = "you"
markdown "Plan"
    "Two steps."
`},
		{"no answer", "", "", `fields "Decision about the plan"
    Decision = "none is recorded"
    Offered = "go on and ask, go on by autopilot, leave plan mode"
    Recommended = "go on and ask"
markdown "Plan"
    "Two steps."
`},
	} {
		if got := answered(t, "exit_plan_mode", args, c.answer, c.result); got != c.want {
			t.Errorf("%s:\n%s", c.what, got)
		}
	}
}

// lists gives the list of todos after each of some queries, a line a todo.
func lists(t *testing.T, queries ...string) []string {
	t.Helper()
	var all Todos
	var out []string
	for _, q := range queries {
		p := Parts{Start: opened(t, "tool.execution_start", `{"arguments":{"query":`+quoteJSON(q)+`}}`), Result: opened(t, "tool.execution_complete", `{"success":true}`)}
		changed := all.Apply("sql", &p)
		b := all.Block()
		text := strings.TrimPrefix(b.Title, "The todos after this call: ")
		if !changed {
			text = "unchanged"
		}
		for _, row := range b.Rows {
			text += "\n" + strings.Join(row, " | ")
		}
		if b.Note != "" {
			text += "\n(unsure)"
		}
		out = append(out, text)
	}
	return out
}

func quoteJSON(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(s) + `"`
}

func TestTodosOverTime(t *testing.T) {
	got := lists(t,
		"INSERT INTO todos (id, title, status) VALUES ('read','Read it; all of it','pending'), ('write','Don''t rush','pending');",
		"UPDATE todos SET status='in_progress', updated_at=datetime('now', 'localtime') WHERE id='read'; -- begin",
		"SELECT * FROM todos",
		"UPDATE todos SET status = 'done' WHERE id IN ('read') AND status = 'in_progress'; DELETE FROM todos WHERE id = 'write'",
		"INSERT INTO todo_deps VALUES ('a','b')",
		"UPDATE todos SET status = 'done' WHERE id = 'earlier'",
		"UPDATE todos SET status = CASE WHEN id='read' THEN 'x' END",
	)
	want := []string{
		"2 pending\npending | Read it; all of it | new\npending | Don't rush | new",
		"1 in progress, 1 pending\nin progress | Read it; all of it | was pending\npending | Don't rush | ",
		"unchanged\nin progress | Read it; all of it | \npending | Don't rush | ",
		"1 done\ndone | Read it; all of it | was in progress",
		"unchanged\ndone | Read it; all of it | ",
		"2 done\ndone | Read it; all of it | \ndone | earlier | was unknown",
		"2 done\ndone | Read it; all of it | \ndone | earlier | \n(unsure)",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("after query %d:\n%s\nwant\n%s", i+1, got[i], want[i])
		}
	}
}

func TestTodosOfTheOlderForm(t *testing.T) {
	var all Todos
	apply := func(list string) string {
		p := Parts{Start: opened(t, "tool.execution_start", `{"arguments":{"todos":`+quoteJSON(list)+`}}`), Result: opened(t, "tool.execution_complete", `{"success":true}`)}
		if !all.Apply("update_todo", &p) {
			return "unchanged"
		}
		var out []string
		for _, row := range all.Block().Rows {
			out = append(out, strings.Join(row, " | "))
		}
		return strings.Join(out, "\n")
	}
	if got, want := apply("- [ ] Read\n- [ ] Write"), "pending | Read | new\npending | Write | new"; got != want {
		t.Errorf("got %s", got)
	}
	if got, want := apply("- [x] Read\n- [ ] Write\n"), "done | Read | was pending\npending | Write | "; got != want {
		t.Errorf("got %s", got)
	}
	if got := apply("nothing"); got != "unchanged" {
		t.Errorf("got %s", got)
	}
}

// FuzzTodos: whatever SQL is, it is read to its end, and the list has as many rows as
// todos; literals without a quote in them come back as they were put in.
func FuzzTodos(f *testing.F) {
	f.Add("INSERT INTO todos (id,title) VALUES ('a','b')", "a title")
	f.Add("UPDATE todos SET status='x' WHERE id='a' AND", "'")
	f.Add(`REPLACE INTO "todos" (id) VALUES (1),(2`, "--")
	f.Add("DELETE FROM todos WHERE id IN (", "/*")
	f.Fuzz(func(t *testing.T, sql, title string) {
		var all Todos
		all.query(sql)
		before := len(all.list)
		if b := all.Block(); b.Kind != timeline.GridBlock || len(b.Rows) != before {
			t.Fatalf("%d rows of %d todos", len(b.Rows), before)
		}
		all.query("INSERT INTO todos (id, title, status) VALUES ('fuzz-id', '" + strings.ReplaceAll(title, "'", "''") + "', 'pending')")
		for _, d := range all.list {
			if d.ID == "fuzz-id" && d.Title == title {
				return
			}
		}
		t.Fatalf("the title %q was lost", title)
	})
}

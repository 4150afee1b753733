package event

import (
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

func init() {
	register(
		Spec{Type: "session.start", Kind: timeline.Lifecycle,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				l.Version, l.SessionID = r.id("copilotVersion"), r.id("sessionId")
				return context(r.Data("context"), l)
			},
			Rows: func(r *Record, t *Tracker) {
				t.context(r.Data("context"))
				t.system(words("session start: copilot", r.Str("copilotVersion"), "producer="+r.Str("producer"), "cwd="+r.Data("context").Get("cwd").String()))
			},
			Line: func(r *Record) timeline.Summary {
				return said(words("Session started —", "Copilot CLI", or(r.Str("copilotVersion"), "of an unrecorded version"), in(r.Data("context").Get("cwd"))))
			}},
		Spec{Type: "session.resume", Kind: timeline.Lifecycle,
			Links: func(r *Record, l *timeline.Links) timeline.Flag { return context(r.Data("context"), l) },
			Rows: func(r *Record, t *Tracker) {
				t.context(r.Data("context"))
				t.system("session resumed")
			},
			Line: func(r *Record) timeline.Summary {
				return said(words("Session resumed", in(r.Data("context").Get("cwd"))))
			}},
		Spec{Type: "session.shutdown", Kind: timeline.Lifecycle, Rows: shutdownRows, Line: shutdownLine},
		Spec{Type: "session.context_changed", Kind: timeline.Lifecycle,
			Links: func(r *Record, l *timeline.Links) timeline.Flag { return context(r.doc.Get("data"), l) },
			Rows:  func(r *Record, t *Tracker) { t.context(r.doc.Get("data")) },
			Line: func(r *Record) timeline.Summary {
				s := words("Working directory:", or(r.Str("cwd"), "not recorded"))
				if b := r.Str("branch"); b != "" {
					s += " on " + b
				}
				return said(s)
			}},
		Spec{Type: "session.mode_changed", Kind: timeline.Permission,
			Rows: func(r *Record, t *Tracker) {
				t.system("agent mode: " + or(r.Str("previousMode"), "-") + " -> " + or(r.Str("newMode"), "-"))
			},
			Line: func(r *Record) timeline.Summary {
				return said(change("Agent mode", r.Str("previousMode"), r.Str("newMode")))
			}},
		Spec{Type: "session.permissions_changed", Kind: timeline.Permission, Rows: permissionsRows, Line: permissionsLine},
		Spec{Type: "session.task_complete", Kind: timeline.Notice, Rows: mainText("summary"),
			Line:   func(r *Record) timeline.Summary { return said(words("Task reported complete:", r.Str("summary"))) },
			Blocks: markdown("summary", "Summary")},
		Spec{Type: "session.handoff", Kind: timeline.Lifecycle, Rows: mainText("summary"),
			Line:   func(r *Record) timeline.Summary { return said(words("Session handed off:", r.Str("summary"))) },
			Blocks: markdown("summary", "Summary")},
		Spec{Type: "session.schedule_created", Kind: timeline.Notice, Rows: mainText("prompt"),
			Line: func(r *Record) timeline.Summary {
				return said(words("Scheduled:", or(r.Str("displayPrompt"), r.Str("prompt"))))
			}},
		Spec{Type: "session.schedule_cancelled", Kind: timeline.Notice,
			Line: func(r *Record) timeline.Summary { return said("Schedule cancelled") }},
		Spec{Type: "session.info", Kind: timeline.Notice, Rows: infoRows, Line: message("")},
		Spec{Type: "session.warning", Kind: timeline.Failure, Rows: systemText("session.warning: ", "reason", "message"), Line: message("Warning:")},
		Spec{Type: "session.error", Kind: timeline.Failure,
			Links: func(*Record, *timeline.Links) timeline.Flag { return timeline.Failed },
			Rows:  systemText("session.error: ", "reason", "message"),
			Line: func(r *Record) timeline.Summary {
				code := ""
				if n, ok := r.Data("statusCode").Int(); ok {
					code = "(status " + itoa(n) + ")"
				}
				return said(words("Error", code) + ": " + or(r.Str("message"), r.Str("errorType"), "not recorded"))
			},
			Blocks: func(r *Record) []timeline.Block {
				return append(textBlock(timeline.TextBlock, "Message", r.Str("message")), textBlock(timeline.CodeBlock, "Stack", r.Str("stack"))...)
			}},
		Spec{Type: "abort", Kind: timeline.Failure,
			Links: func(_ *Record, l *timeline.Links) timeline.Flag { l.Abort = true; return 0 },
			Rows:  systemText("abort: ", "reason", "message"),
			Line:  func(r *Record) timeline.Summary { return said("Aborted — " + abortWords(r.Str("reason"))) }},
		Spec{Type: "session.compaction_start", Kind: timeline.Compaction,
			Line: func(r *Record) timeline.Summary { return said("Compaction of the context started") }},
		Spec{Type: "session.compaction_complete", Kind: timeline.Compaction, Rows: systemText("compaction summary: ", "summaryContent"), Line: compactionLine, Blocks: markdown("summaryContent", "Summary")},
		Spec{Type: "session.truncation", Kind: timeline.Compaction,
			Line: func(r *Record) timeline.Summary {
				n, _ := r.Data("messagesRemovedDuringTruncation").Int()
				return said("Context truncated: " + plural(n, "message") + " removed")
			}},
		Spec{Type: "session.usage_record", Kind: timeline.Usage,
			Line: func(r *Record) timeline.Summary {
				return said(words("Usage record", r.Data("usage").Get("model").String()))
			}},
		Spec{Type: "session.usage_checkpoint", Kind: timeline.Usage,
			Line: func(r *Record) timeline.Summary { return said("Usage checkpoint") }},
	)
}

// said is the summary of something that nobody in particular did.
func said(text string) timeline.Summary { return timeline.Summary{Text: text} }

func in(dir rawjson.Value) string {
	if s := dir.String(); s != "" {
		return "in " + s
	}
	return ""
}

func change(what, from, to string) string {
	if from == "" {
		return what + ": " + or(to, "not recorded")
	}
	return what + " " + from + " → " + or(to, "not recorded")
}

// context notes a WorkingDirectoryContext (seed, Event types, session.start).
func context(v rawjson.Value, l *timeline.Links) timeline.Flag {
	if v != nil {
		l.HasContext = true
		l.Project, l.Branch, l.Repository = plain(v.Get("cwd")), plain(v.Get("branch")), plain(v.Get("repository"))
	}
	return 0
}

func message(lead string) func(*Record) timeline.Summary {
	return func(r *Record) timeline.Summary {
		return said(words(lead, or(r.Str("message"), "no message recorded")))
	}
}

func markdown(key, title string) func(*Record) []timeline.Block {
	return func(r *Record) []timeline.Block { return textBlock(timeline.MarkdownBlock, title, r.Str(key)) }
}

func shutdownLine(r *Record) timeline.Summary {
	s := "Session ended"
	if t := r.Str("shutdownType"); t != "" {
		s += " (" + t + ")"
	}
	if why := r.Str("errorReason"); why != "" {
		s += ": " + why
	}
	changes := r.Data("codeChanges")
	n := int64(0)
	for range changes.Get("filesModified").Elements() {
		n++
	}
	if n > 0 {
		s += " — " + plural(n, "file") + " changed"
		add, ok1 := changes.Get("linesAdded").Int()
		del, ok2 := changes.Get("linesRemoved").Int()
		if ok1 && ok2 {
			s += ", +" + itoa(add) + " −" + itoa(del)
		}
	}
	return said(s)
}

// permissionsLine reads both forms: the schema's mode, and the allow-all form that the
// CLI 1.0.102 and the Desktop app write (FINDINGS.md, events.jsonl 3).
func permissionsLine(r *Record) timeline.Summary {
	if mode := r.Str("mode"); mode != "" {
		return said(change("Permission mode", r.Str("previousMode"), mode))
	}
	was, now := r.Str("previousAllowAllPermissionMode"), r.Str("allowAllPermissionMode")
	if now == "" {
		if on, ok := r.Data("allowAllPermissions").Bool(); ok {
			now = map[bool]string{true: "on", false: "off"}[on]
		}
	}
	return said(change("Allow-all", was, now))
}

// abortWords puts the schema's abort reasons into words.
func abortWords(reason string) string {
	switch reason {
	case "user_initiated":
		return "by the user, at a question"
	case "user_abort":
		return "by the user"
	case "remote_command":
		return "by a remote command"
	case "autopilot_credit_limit":
		return "the autopilot's credit limit was reached"
	}
	return or(reason, "reason not recorded")
}

func compactionLine(r *Record) timeline.Summary {
	if ok, said := r.Data("success").Bool(); said && !ok {
		return timeline.Summary{Text: words("Compaction failed:", or(r.Data("error").String(), r.Str("failureReason"), r.Str("outcomeReason"), "reason not recorded"))}
	}
	s := "Context compacted"
	before, ok1 := r.Data("preCompactionTokens").Int()
	after, ok2 := r.Data("postCompactionTokens").Int()
	if ok1 && ok2 {
		s += ": " + thousands(before) + " → " + thousands(after) + " tokens"
	}
	if n, ok := r.Data("messagesRemoved").Int(); ok {
		s += ", " + plural(n, "message") + " removed"
	}
	return said(s)
}

func thousands(n int64) string {
	s := itoa(n)
	if n < 0 {
		return s
	}
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// shutdownRows joins its words by one blank and leaves `files modified:` out when no
// file was (ROWS.md, settled point 19).
func shutdownRows(r *Record, t *Tracker) {
	var files []string
	for f := range r.Data("codeChanges").Get("filesModified").Elements() {
		files = append(files, f.String())
	}
	modified := ""
	if len(files) > 0 {
		modified = "files modified: " + strings.Join(files, ", ")
	}
	t.system(words("session end:", r.Str("shutdownType"), r.Str("errorReason"), modified))
}

// permissionsRows: the plain form tracks the mode, the allow-all form tracks its own
// spelling of it (ROWS.md, settled point 11).
func permissionsRows(r *Record, t *Tracker) {
	from, to := r.Str("previousMode"), r.Str("mode")
	lead := ""
	if from == "" && to == "" {
		lead, from, to = "allow-all ", r.Str("previousAllowAllPermissionMode"), r.Str("allowAllPermissionMode")
	}
	from, now := or(from, "-"), or(to, "-")
	t.system("permission mode: " + lead + from + " -> " + now)
	if t.mode = to; lead != "" {
		t.mode = lead + now
	}
}

func infoRows(r *Record, t *Tracker) {
	text := "session.info " + r.Str("infoType") + ": " + r.Str("message")
	for _, k := range [...]string{"url", "tip"} {
		if s := r.Str(k); s != "" {
			text += " " + k + "=" + s
		}
	}
	t.system(text)
}

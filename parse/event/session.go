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
				s := words("Session resumed", in(r.Data("context").Get("cwd")))
				if n := counted(r.Data("eventCount"), "event"); n != "" {
					s += ", after " + n
				}
				if was, _ := r.Data("sessionWasActive").Bool(); was {
					s += ", while it was still active"
				}
				return said(s)
			}},
		Spec{Type: "session.shutdown", Kind: timeline.Lifecycle, Rows: shutdownRows, Line: shutdownLine},
		Spec{Type: "session.context_changed", Kind: timeline.Lifecycle,
			Links: func(r *Record, l *timeline.Links) timeline.Flag { return context(r.doc.Get("data"), l) },
			Rows:  func(r *Record, t *Tracker) { t.context(r.doc.Get("data")) },
			Line: func(r *Record) timeline.Summary {
				return said(words("Working directory:", or(r.Str("cwd"), "not recorded"), after("on branch ", r.Str("branch"))))
			}},
		Spec{Type: "session.handoff", Kind: timeline.Lifecycle, Rows: mainText("summary"),
			Line: func(r *Record) timeline.Summary {
				return said(clause(words("Session handed off", paren(r.Str("sourceType"), r.Str("host"))), r.Str("summary")))
			},
			Blocks: markdown("summary", "Summary")},
		Spec{Type: "session.import_legacy", Kind: timeline.Lifecycle,
			Line: func(r *Record) timeline.Summary {
				return said(words("Imported from a session of an early version:", or(r.Str("sourceFile"), "file not recorded")))
			}},
		Spec{Type: "session.context_cleared", Kind: timeline.Lifecycle,
			Line: func(r *Record) timeline.Summary {
				s := "Conversation cleared"
				if n := counted(r.Data("messagesCleared"), "message"); n != "" {
					s += ", " + n + " dropped"
				}
				return said(list(s, after("begun again with ", quoted(r.Str("initialMessage")))))
			},
			Blocks: text("initialMessage", "New first prompt")},
		Spec{Type: "session.remote_steerable_changed", Kind: timeline.Lifecycle,
			Line: func(r *Record) timeline.Summary {
				return said(switched(r, "remoteSteerable", "Remote steering switched on", "Remote steering switched off", "Remote steering changed"))
			}},
		Spec{Type: "session.request_body_compression_disabled", Kind: timeline.Lifecycle,
			Line: func(r *Record) timeline.Summary {
				return said(words("Requests are no longer compressed", paren(r.Str("encoding"))))
			}},
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

// switched says which way a boolean of the data went.
func switched(r *Record, key, on, off, unsaid string) string {
	switch b, told := r.Data(key).Bool(); {
	case !told:
		return unsaid
	case b:
		return on
	}
	return off
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
	return said(s + changes(r.Data("codeChanges")))
}

// changes counts the files and lines of a codeChanges, "" when no file was changed.
func changes(v rawjson.Value) string {
	n := int64(0)
	for range v.Get("filesModified").Elements() {
		n++
	}
	if n == 0 {
		return ""
	}
	s := " — " + plural(n, "file") + " changed"
	add, ok1 := v.Get("linesAdded").Int()
	del, ok2 := v.Get("linesRemoved").Int()
	if ok1 && ok2 {
		s += ", +" + thousands(add) + " −" + thousands(del)
	}
	return s
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

func infoRows(r *Record, t *Tracker) {
	text := "session.info " + r.Str("infoType") + ": " + r.Str("message")
	for _, k := range [...]string{"url", "tip"} {
		if s := r.Str(k); s != "" {
			text += " " + k + "=" + s
		}
	}
	t.system(text)
}

package event

import (
	"strconv"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

func init() {
	register(
		Spec{Type: "permission.requested", Kind: timeline.Permission,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				l.RequestID = r.id("requestId")
				tie(l, timeline.RecoveryThread, r.id("recoveryEpisodeId"))
				if l.CallID = plain(r.Data("permissionRequest").Get("toolCallId")); l.CallID != nil {
					l.Part = timeline.Asked
				}
				return 0
			},
			Rows: requestRows,
			Line: func(r *Record) timeline.Summary {
				q := r.Data("permissionRequest")
				if q == nil {
					q = r.Data("promptRequest")
				}
				s := words("Asked to", requestWords(q))
				if why := q.Get("intention").String(); why != "" {
					s += " — " + why
				}
				if hook, _ := r.Data("resolvedByHook").Bool(); hook {
					s += " (a hook answered)"
				}
				return said(s)
			},
			Blocks: func(r *Record) []timeline.Block {
				return textBlock(timeline.DiffBlock, "Proposed change", r.Data("permissionRequest").Get("diff").String())
			}},
		Spec{Type: "permission.completed", Kind: timeline.Permission,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				l.Part, l.RequestID, l.CallID = timeline.Decided, r.id("requestId"), r.id("toolCallId")
				tie(l, timeline.RecoveryThread, r.id("recoveryEpisodeId"))
				l.Decision = plain(r.Data("result").Get("kind"))
				if l.DecidedBy = r.id("decisionSource"); l.DecidedBy == nil {
					l.DecidedBy = plain(r.Data("result").Get("decisionSource"))
				}
				return 0
			},
			Rows: decisionRows, Line: decisionLine},
		Spec{Type: "permission.carriedForward", Kind: timeline.Permission,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				l.Part, l.RequestID, l.CallID = timeline.Decided, r.id("requestId"), r.id("toolCallId")
				l.Decision, l.DecidedBy = []byte("carried-forward"), r.id("decisionSource")
				tie(l, timeline.AuthorityThread, r.id("recordId"))
				return 0
			},
			Rows: func(r *Record, t *Tracker) {
				id := r.Str("toolCallId")
				t.row(timeline.SystemTurn, "permission decision: carried-forward source="+or(r.Str("decisionSource"), "-"), "", t.tools[id], id)
			},
			Line: func(r *Record) timeline.Summary { return said("Permission carried forward from an earlier answer") }},
	)
}

// requestWords says what a permission request asks for, by its kind (seed, Event types).
func requestWords(q rawjson.Value) string {
	kind := q.Get("kind").String()
	tool := or(q.Get("toolTitle").String(), q.Get("toolName").String())
	extension := or(q.Get("extensionName").String(), q.Get("extensionId").String())
	switch kind {
	case "shell", "commands":
		return words("run", q.Get("fullCommandText").String())
	case "write":
		return words("write", q.Get("fileName").String())
	case "read", "path":
		return words(or(q.Get("accessKind").String(), "read"), or(q.Get("path").String(), few(names(q.Get("paths")))))
	case "url":
		return words("open", q.Get("url").String())
	case "mcp":
		return words("use", or(q.Get("toolName").String(), "a tool"), "of MCP server", q.Get("serverName").String())
	case "custom-tool":
		return words("use the tool", or(tool, "(not named)"))
	case "memory":
		return words("remember", or(quoted(or(q.Get("fact").String(), q.Get("content").String(), q.Get("subject").String())), "something that is not recorded"))
	case "hook":
		return words("run a hook", after("for ", tool))
	case "workflow":
		return words("run the workflow", or(q.Get("workflowName").String(), q.Get("name").String()))
	case "extension-management":
		return words(or(q.Get("operation").String(), "manage"), "the extension", extension)
	case "extension-permission-access":
		return words("let the extension", extension, "see permissions")
	case "extension-env-access":
		return words("let the extension", extension, "read the environment")
	}
	return words("use", or(kind, "something that is not recorded"), tool)
}

// decisions puts result.kind into words (schema, PermissionResult).
var decisions = map[string]string{
	"approved":                       "Allowed once",
	"approved-for-session":           "Allowed for this session",
	"approved-for-location":          "Allowed here from now on",
	"approved-read-only-for-session": "Allowed to read for this session",
	"cancelled":                      "Cancelled",
	"denied-by-rules":                "Denied by a rule",
	"denied-no-approval-rule-and-could-not-request-from-user": "Denied: no rule allowed it and nobody could be asked",
	"denied-interactively-by-user":                            "Denied",
	"denied-by-content-exclusion-policy":                      "Denied by the content exclusion policy",
	"denied-by-permission-request-hook":                       "Denied by a hook",
	"carried-forward":                                         "Carried forward from an earlier answer",
}

// tellsWho lists the decisions whose own words say by whom, or where there is nobody to name.
var tellsWho = map[string]bool{
	"": true, "cancelled": true, "denied-by-rules": true, "denied-no-approval-rule-and-could-not-request-from-user": true,
	"denied-by-content-exclusion-policy": true, "denied-by-permission-request-hook": true, "carried-forward": true,
}

// deciders puts decisionSource into words. The unattended fallback is part of the
// decision's own words.
var deciders = map[string]string{
	"human_response": "by a person", "assisted_approval": "by assisted approval", "host_policy": "by host policy",
	"authorization_carry_forward": "by an earlier answer", "unattended_fallback": "",
}

// Decision says in words what was decided about a permission request and by whom; both
// as the producer spells them, either may be empty.
func Decision(kind, source string) string {
	s, ok := decisions[kind]
	if !ok {
		s = or(kind, "Decision not recorded")
	}
	by, ok := deciders[source]
	if !ok && source != "" {
		by = "by " + source
	}
	if source == "" && !tellsWho[kind] {
		by = "(by whom is not recorded)"
	}
	if kind == "carried-forward" {
		by = ""
	}
	return words(s, by)
}

func decisionLine(r *Record) timeline.Summary {
	res := r.Data("result")
	source := or(r.Str("decisionSource"), res.Get("decisionSource").String())
	s := Decision(res.Get("kind").String(), source)
	if at := res.Get("locationKey").String(); at != "" {
		s += ", for " + at
	}
	if why := or(res.Get("feedback").String(), res.Get("reason").String(), res.Get("message").String()); why != "" {
		s += ": " + strconv.Quote(why)
	}
	return said(s)
}

// requestRows gives the request, then the permission mode where it is the first one or
// another than before (ROWS.md, settled point 10).
func requestRows(r *Record, t *Tracker) {
	q := r.Data("permissionRequest")
	id := q.Get("toolCallId").String()
	t.calls[r.Str("requestId")] = id
	what := or(q.Get("fullCommandText").String(), q.Get("url").String(), q.Get("fileName").String(), q.Get("path").String())
	if what == "" {
		if what = q.Get("toolName").String(); q.Get("serverName") != nil {
			what = q.Get("serverName").String() + "/" + what
		}
	}
	t.row(timeline.SystemTurn, words("permission request:", or(q.Get("kind").String(), "-"), what, "intention="+q.Get("intention").String()), "", t.tools[id], id)
	mode := r.Str("permissionMode")
	switch {
	case mode == "" || mode == t.mode:
		return
	case t.mode == "":
		t.system("permission mode: " + mode + " agent=" + r.Str("agentMode"))
	default:
		t.system("permission mode: " + t.mode + " -> " + mode)
	}
	t.mode = mode
}

func decisionRows(r *Record, t *Tracker) {
	res := r.Data("result")
	id := or(r.Str("toolCallId"), t.calls[r.Str("requestId")])
	text := "permission decision: " + or(res.Get("kind").String(), "-") + " source=" + or(r.Str("decisionSource"), res.Get("decisionSource").String(), "-")
	for _, f := range [...][2]string{{"location", "locationKey"}, {"approval", "approval"}, {"directories", "directories"}, {"feedback", "feedback"},
		{"rules", "rules"}, {"reason", "reason"}, {"path", "path"}, {"message", "message"}} {
		v := res.Get(f[1])
		s, ok := v.Text()
		if !ok && v != nil {
			s = v.Compact()
		}
		if s != "" {
			text += " " + f[0] + "=" + s
		}
	}
	t.row(timeline.SystemTurn, text, "", t.tools[id], id)
}

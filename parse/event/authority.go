package event

import "flightlog/parse/timeline"

// Permissions that the runtime reads out of a person's messages instead of asking: where
// the words stand (turnIndex, span) and what they are taken for (polarity) is what the
// records say. They never hold the words.
func init() {
	ofRecord := tied(timeline.AuthorityThread, "recordId")
	ofRequest := func(r *Record, l *timeline.Links) timeline.Flag {
		l.Part, l.RequestID = timeline.Beside, r.id("requestId")
		return ofRecord(r, l)
	}
	register(
		Spec{Type: "permission.assentDetected", Kind: timeline.Permission, Links: ofRequest,
			Line: func(r *Record) timeline.Summary {
				return said(words("Assent to a permission request was read out of", whichMessage(r)))
			}},
		Spec{Type: "permission.contextualAuthorization", Kind: timeline.Permission, Links: ofRequest,
			Line: func(r *Record) timeline.Summary {
				return said(words("Words of", whichMessage(r), "were taken as", or(polarity(r), "an answer"), "to a permission request", spanOf(r)))
			}},
		Spec{Type: "permission.messageAuthorization", Kind: timeline.Permission, Links: ofRecord,
			Line: func(r *Record) timeline.Summary {
				return said(words("Words of", whichMessage(r), "were taken as", or(polarity(r), "an answer"), "to actions", after("of class ", quoted(r.Str("actionClass"))), spanOf(r)))
			},
			Blocks: func(r *Record) []timeline.Block {
				members := few(names(r.Data("targetMembers")))
				return textBlock(timeline.TextBlock, "For", or(members, r.Str("task")))
			}},
		Spec{Type: "permission.messageAuthorizationRead", Kind: timeline.Permission,
			Line: func(r *Record) timeline.Summary {
				s := "Looked for permissions in " + whichMessage(r)
				if on, _ := r.Data("activatesExtraction").Bool(); on {
					s += ", and extraction begins"
				}
				return said(s)
			}},
		Spec{Type: "permission.messageAuthorizationDegraded", Kind: timeline.Permission,
			Line: func(r *Record) timeline.Summary {
				return said("Permissions could not be read as usual out of " + whichMessage(r))
			}},
		Spec{Type: "session.permission_recovery", Kind: timeline.Permission, Links: tied(timeline.RecoveryThread, "episodeId"),
			Line: func(r *Record) timeline.Summary {
				n := int64(0)
				for range r.Data("attempts").Elements() {
					n++
				}
				s := words("Recovery after a blocked permission:", or(r.Str("status"), "status not recorded"), paren(r.Str("reason")))
				if most := counted(r.Data("maxAttempts"), "attempt"); most != "" {
					return said(s + ", " + thousands(n) + " of " + most)
				}
				return said(s + ", " + plural(n, "attempt"))
			}},
		Spec{Type: "mcp.oauth_recovery_completed", Kind: timeline.Notice,
			Line: func(r *Record) timeline.Summary {
				return said(words("Signing in again to MCP server", or(r.Str("serverName"), "(not named)"), "ended:", or(r.Str("outcome"), "outcome not recorded")))
			}},
	)
}

// whichMessage names a message by its place among the turns.
func whichMessage(r *Record) string {
	if n := scalar(r.Data("turnIndex")); n != "" {
		return "the message of turn index " + n
	}
	return "a message"
}

// polarity puts the direction of an authorization into words, with its article.
func polarity(r *Record) string {
	switch p := r.Str("polarity"); p {
	case "":
		return ""
	case "allow", "grant", "positive", "affirm":
		return "a yes"
	case "deny", "negative", "prohibit":
		return "a no"
	default:
		return quoted(p)
	}
}

// spanOf says which characters of the message count.
func spanOf(r *Record) string {
	from, to := scalar(r.Data("spanStart")), scalar(r.Data("spanEnd"))
	if from == "" || to == "" {
		return ""
	}
	return "(characters " + from + " to " + to + ")"
}

package session

import (
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// permit says in a tag's few words who let a call run, or did not. Only records speak:
// where none does, ok is false and the answer is "not recorded".
func (p *Page) permit(c *timeline.Call) (tag components.Tag, ok bool) {
	switch {
	case c.Decided != timeline.None:
		return p.decided(c), true
	case c.Asked == timeline.None:
		return p.unasked(c)
	case p.field(c.Asked, "resolvedByHook") == "true":
		return components.Tag{Text: "asked · answered by a hook", Title: "permission.requested says resolvedByHook"}, true
	case p.field(c.Asked, "permissionMode") == "allow-all":
		return components.Tag{Text: "allow-all", Title: "permission.requested names the mode allow-all"}, true
	}
	return components.Tag{Text: "asked · answer not recorded", Tone: components.Ask}, true
}

// unasked speaks of a call of which no request is recorded.
func (p *Page) unasked(c *timeline.Call) (components.Tag, bool) {
	at := mention(c)
	for _, on := range p.layout.allowAll {
		if at >= on.from && at < on.to {
			return components.Tag{Text: "allow-all", Title: "allow-all was on: line " + components.Count(p.s.Events[on.from].Line) + " switched it on, and nothing was asked"}, true
		}
	}
	return components.Tag{}, false
}

// decided puts the answer to a request into the words of the one who reads.
func (p *Page) decided(c *timeline.Call) components.Tag {
	s := p.s
	words := p.file.Summary(s, &s.Events[c.Decided]).Text
	tag := components.Tag{Title: words, Tone: components.Ask}
	asked := ""
	if c.Asked != timeline.None {
		asked = "asked · "
		if a, b := s.Events[c.Asked].Time, s.Events[c.Decided].Time; a != timeline.NoTime && b >= a {
			tag.Title += " · answered after " + components.Duration(b-a)
		}
	}
	yours, human := yourAnswers[c.Decision]
	short, told := otherAnswers[c.Decision]
	approved := strings.HasPrefix(c.Decision, "approved")
	switch {
	case human && c.DecidedBy == "human_response":
		tag.Text = asked + yours
		if c.Decision == "denied-interactively-by-user" && strings.HasSuffix(words, `"`) {
			tag.Text += ", with feedback"
		}
	case p.field(c.Asked, "resolvedByHook") == "true":
		tag.Text, tag.Tone = asked+"answered by a hook", components.Plain
	case approved && rules[c.DecidedBy] != "":
		tag.Text, tag.Tone = rules[c.DecidedBy], components.Plain
	case told:
		tag.Text = short
		if c.Decision == "carried-forward" {
			tag.Tone = components.Plain
		}
	case approved && c.DecidedBy == "":
		tag.Text = asked + "allowed, by whom is not recorded"
	default:
		tag.Text = asked + p.file.CallDecision(c)
	}
	return tag
}

// letRun says the same for a panel, and where nothing says who, that. The chain of the
// call's records holds the answer to a request in full.
func (p *Page) letRun(c *timeline.Call) string {
	p.layoutOf()
	tag, ok := p.permit(c)
	switch {
	case !ok && c.ByUser:
		return "not asked: run by you"
	case !ok:
		return "not recorded"
	case tag.Title == "", c.Decided != timeline.None:
		return tag.Text
	}
	return tag.Text + " (" + tag.Title + ")"
}

var yourAnswers = map[string]string{
	"approved": "you allowed it once", "approved-for-session": "you allowed it for the session", "approved-for-location": "you allowed it here",
	"approved-read-only-for-session": "you allowed reading", "denied-interactively-by-user": "you denied it",
}

// rules are the deciders that are no person, as what let the call run.
var rules = map[string]string{
	"authorization_carry_forward": "allowed by an earlier answer", "host_policy": "allowed by host policy", "assisted_approval": "allowed by assisted approval",
}

var otherAnswers = map[string]string{
	"cancelled": "asked · cancelled", "denied-by-rules": "denied by a rule", "carried-forward": "allowed by an earlier answer",
	"denied-no-approval-rule-and-could-not-request-from-user": "denied · nobody could be asked",
	"denied-by-content-exclusion-policy":                      "denied by content exclusion", "denied-by-permission-request-hook": "denied by a hook",
}

package viewer

import (
	"fmt"
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/part"
	"flightlog/wasm/viewer/session"
)

// grantEntry is a row of the page of standing permissions: a heading, or a grant.
type grantEntry struct {
	heading string
	grant   *timeline.Grant
	n       int // of the grant in Timeline.Grants, as links spell it
}

// grantsOf groups the grants by what they hold for and by their file, in the order of the
// files.
func grantsOf(grants []timeline.Grant, sources []timeline.Source) []grantEntry {
	var order []string
	groups := map[string][]grantEntry{}
	for i := range grants {
		g := &grants[i]
		name := g.Location
		if name == "" {
			name = "URLs, everywhere"
		}
		name += " · " + sources[g.Source].Path + session.ChangedWhen(g)
		if groups[name] == nil {
			order = append(order, name)
		}
		groups[name] = append(groups[name], grantEntry{grant: g, n: i})
	}
	var out []grantEntry
	for _, name := range order {
		out = append(append(out, grantEntry{heading: name}), groups[name]...)
	}
	return out
}

func (v *Viewer) grantRows(chunk int) []components.Item {
	from, to := components.ChunkOf(len(v.grants), pageChunk, chunk)
	out := make([]components.Item, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, v.grantRow(i))
	}
	return out
}

func (v *Viewer) grantRow(i int) components.Item {
	entry := v.grants[i]
	if entry.grant == nil {
		return components.Item{Kind: components.TurnItem, Index: i, Text: entry.heading}
	}
	out := session.Granted(v.file, entry.grant, i)
	out.Key = fmt.Sprintf("grant-%d", entry.n)
	return out
}

// historyKey is the toggle key of the prompt history: no session's key, since a "!" in
// one is escaped.
const historyKey = "!history"

// typedAt is where a prompt was typed in a session.
type typedAt struct {
	s *timeline.Session
	e *timeline.Event
}

// typedBefore finds, once, the sessions in which the prompts of the history were typed:
// the newest that holds the same text.
func (v *Viewer) typedBefore() map[string]typedAt {
	if v.typed != nil {
		return v.typed
	}
	wanted := map[string]bool{}
	for i := range v.file.History {
		wanted[v.file.History[i].Text] = true
	}
	v.typed = map[string]typedAt{}
	for _, s := range v.file.Sessions {
		for i := range s.Events {
			e := &s.Events[i]
			if !e.Has(timeline.Typed) {
				continue
			}
			text := v.promptText(s, e)
			if _, known := v.typed[text]; wanted[text] && !known {
				v.typed[text] = typedAt{s, e}
			}
		}
	}
	return v.typed
}

// promptText is the prompt as typed.
func (v *Viewer) promptText(s *timeline.Session, e *timeline.Event) string {
	blocks := v.file.Blocks(s, e)
	if i := slices.IndexFunc(blocks, func(b timeline.Block) bool { return b.Kind == timeline.TextBlock }); i >= 0 {
		return blocks[i].Text
	}
	return ""
}

func (v *Viewer) historyRows(chunk int) []components.Item {
	from, to := components.ChunkOf(len(v.file.History), pageChunk, chunk)
	out := make([]components.Item, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, v.historyRow(i))
	}
	return out
}

func (v *Viewer) historyRow(i int) components.Item {
	h := &v.file.History[i]
	out := components.Item{Kind: components.QuietItem, Index: i, Key: fmt.Sprintf("entry-%d", i), Icon: "prompt", Look: "user", Text: components.OneLine(h.Text),
		Time: components.Count(h.Index), TimeUTC: "entry " + components.Count(h.Index) + " of " + v.file.Sources[h.Source].Path}
	if at, ok := v.typedBefore()[h.Text]; ok {
		name, _ := session.Name(at.s)
		out.Href = v.pageOf(at.s).EventHref(at.e, false)
		out.Label = "in “" + name + "”"
	} else {
		out.Tags = []components.Tag{{Text: "only here", Title: "no session of this archive holds this text as a prompt"}}
	}
	if lines := strings.Count(strings.TrimSpace(h.Text), "\n") + 1; lines > 1 || len(h.Text) > 120 {
		out.Toggle, out.Open = fmt.Sprintf("%s/%d", historyKey, i), v.remembered[i]
		out.Blocks = part.Addressed([]timeline.Block{{Kind: timeline.TextBlock, Title: "As typed", Text: h.Text}}, fmt.Sprintf("history/entry-%d", i))
	}
	return out
}

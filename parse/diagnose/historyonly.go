package diagnose

import (
	"fmt"
	"strings"

	"flightlog/parse/timeline"
)

// historyOnly tells of prompts that only the prompt history still holds. What begins with
// a slash or an exclamation mark is a command and never stood in a log as a prompt.
func historyOnly(k *run) {
	if len(k.History) == 0 {
		return
	}
	known := map[string]bool{}
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		k.prompts(s, known)
		k.turns(s, func(_ *timeline.Event, text, _ string) { known[text] = true })
	}
	var evidence []Evidence
	for i := range k.History {
		h := &k.History[i]
		text := strings.TrimSpace(h.Text)
		if text == "" || text[0] == '/' || text[0] == '!' || known[text] {
			continue
		}
		evidence = append(evidence, Evidence{Home: k.Sources[h.Source].Home, Source: h.Source, Line: h.Index, Text: shorten(text)})
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("%s of the prompt history stand%s as a prompt in no log and in no row of the session store.", entries(n), ends(n)),
			Advice:   "They may be of deleted or rewound turns, or were typed as an answer. The history keeps neither time nor session."})
	}
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprint(n) + " entries"
}

// prompts adds the texts of a log's prompts.
func (k *run) prompts(s *timeline.Session, to map[string]bool) {
	for i := range s.Events {
		if e := &s.Events[i]; e.Kind == timeline.Prompt {
			if l, ok := k.decode(e); ok {
				to[strings.TrimSpace(l.Data.Content)] = true
			}
		}
	}
}

// turns gives the prompts and replies of a session's rows in the store.
func (k *run) turns(s *timeline.Session, yield func(e *timeline.Event, prompt, reply string)) {
	rows := s.Store
	if s.Has(timeline.Recovered) && len(rows) == 0 {
		rows = s.Events
	}
	for i := range rows {
		if e := &rows[i]; e.Has(timeline.FromStore) && e.Type == "turns" {
			if l, ok := k.decode(e); ok && strings.TrimSpace(l.UserMessage) != "" {
				yield(e, strings.TrimSpace(l.UserMessage), strings.TrimSpace(l.Response))
			}
		}
	}
}

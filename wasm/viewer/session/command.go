package session

import (
	"fmt"
	"strings"

	"flightlog/parse/timeline"
)

// Command is the command line that finds a route's record in the archive at hand and
// prints where it stands and what it says; "" for a row of the store that a search passes
// over, because it repeats what a log says.
func (p *Page) Command(r Place) string {
	e := r.Record
	if e == nil || p == nil || r.Event == timeline.None {
		return ""
	}
	query := fmt.Sprintf("session:%s store:%s line:%d", term(p.s.ID), term(p.file.Sources[e.Source].Kind), e.Line)
	if e.Has(timeline.FromStore) {
		query += " type:" + term(e.Type)
	}
	return "flightlog find " + quoted(query) + " " + quoted(p.file.Archive.Name)
}

// term writes a value as the query language takes it.
func term(value string) string {
	if plain(value) {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// quoted writes a word as a POSIX shell takes it.
func quoted(word string) string {
	if plain(word) && !strings.HasPrefix(word, "-") {
		return word
	}
	if strings.HasPrefix(word, "-") {
		word = "./" + word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// plain reports a word that neither a shell nor the query language reads otherwise.
func plain(word string) bool {
	for _, r := range word {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' && r != '.' {
			return false
		}
	}
	return word != ""
}

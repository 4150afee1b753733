package viewer

import (
	"strings"

	"flightlog/components"
)

// printWhole is the word by which print asks for what every row holds.
const printWhole = "whole"

// paper answers what stands above a printed list: what is printed, and what of it is left
// out. The argument is the list's name, and whole where rows are printed with all they hold.
func (v *Viewer) paper(arg string) ([]byte, error) {
	name, mode, _ := strings.Cut(arg, " ")
	kind, key, _ := strings.Cut(name, "/")
	key, f := sessionList(key)
	p := v.sessions[unescape(key)]
	notes := []string{"Printed from " + v.file.Archive.Name + " by Flightlog."}
	if p != nil {
		notes = append(notes, p.Notes(kind, f, mode == printWhole)...)
	}
	return render(components.PaperNotes(notes))
}

// sheet answers one chunk of a list as it is printed: its name, the chunk's number, and
// whole where calls, reasoning and compactions are printed with all that they hold.
func (v *Viewer) sheet(arg string) ([]byte, error) {
	list, mode, _ := cutLast(arg, " ")
	name, _, _ := strings.Cut(list, " ")
	kind, key, _ := strings.Cut(name, "/")
	p := v.sessions[unescape(key)]
	if p == nil {
		return v.list(list)
	}
	return p.Unfolded(kind, mode == printWhole, func() ([]byte, error) { return v.list(list) })
}

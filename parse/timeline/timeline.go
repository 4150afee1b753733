// Package timeline holds what an opened archive means: sessions, the events of
// each in file order, the tool calls that join them, and what could not be read.
//
// It is a leaf: decoders and artifacts fill it, engines and views read it, and it
// imports nothing of ours. Damage arrives here as a Problem and never as an error:
// a Timeline always holds everything that could be read.
package timeline

// Timeline is one opened archive.
type Timeline struct {
	Archive  Archive
	Homes    []Home
	Sources  []Source
	Sessions []*Session   // newest first by their last activity, undated ones last
	History  []Remembered // undated prompts, newest first
	Grants   []Grant      // standing permissions
	Facts    []Fact       // what other files than logs of events say, in reading order
	Problems []Problem
}

// Archive is the thing that a person handed over.
type Archive struct {
	Name  string // as the person knows it: a file name, no path
	Kind  string // "zip"
	Bytes int64
}

// Home is one `.copilot` folder inside the archive.
type Home struct {
	Root string // path of the folder in the archive, "" when the archive holds its bare contents
}

// Events counts the events of all sessions.
func (t *Timeline) Events() int {
	n := 0
	for _, s := range t.Sessions {
		n += len(s.Events)
	}
	return n
}

// Session finds a session by its id; the first home that has it wins.
func (t *Timeline) Session(id string) *Session {
	for _, s := range t.Sessions {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Severe counts the problems that are more than a note.
func (t *Timeline) Severe() int {
	n := 0
	for i := range t.Problems {
		if t.Problems[i].Code.Severity() > Note {
			n++
		}
	}
	return n
}

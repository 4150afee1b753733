package artifact

import (
	"io"
	"slices"

	"flightlog/parse/archive"
)

// ahead holds the streams of logs that were opened before it is their turn. In the page a
// stream unpacks on a thread of its own from the moment that it is opened: while the small
// files are read the first log is on its way, and behind each log the next. Elsewhere an
// open stream does nothing until it is read.
type ahead struct {
	logs   []*file // those that are still to be opened, in reading order
	opened map[*file]stream
}

// stream is what opening a file gave.
type stream struct {
	body io.ReadCloser
	err  error
}

// newAhead opens the first of the logs, which stand in the order in which they are read.
func newAhead(logs []*file) *ahead {
	a := &ahead{opened: map[*file]stream{}}
	a.follow(logs)
	return a
}

// follow takes over another order of the logs that are still to be read. A stream that is
// open stays so if its log comes first.
func (a *ahead) follow(logs []*file) {
	for f, s := range a.opened {
		if len(logs) > 0 && f == logs[0] {
			a.logs = logs[1:]
			return
		}
		delete(a.opened, f)
		if s.err == nil {
			s.body.Close()
		}
	}
	a.logs = logs
	a.next()
}

func (a *ahead) next() {
	if len(a.logs) > 0 {
		f := a.logs[0]
		a.logs = a.logs[1:]
		body, err := f.Open()
		a.opened[f] = stream{body, err}
	}
}

// take gives the stream of a file, of most bytes at most, and opens the log behind it.
func (a *ahead) take(f *file, most int64) (io.ReadCloser, error) {
	s, ok := a.opened[f]
	if !ok {
		if i := slices.Index(a.logs, f); i >= 0 { // its turn comes before that of others
			a.logs = slices.Delete(slices.Clone(a.logs), i, i+1)
		}
		return f.OpenUpTo(most)
	}
	delete(a.opened, f)
	a.next()
	if s.err == nil {
		archive.Lower(s.body, most)
	}
	return s.body, s.err
}

// close closes what nobody took.
func (a *ahead) close() {
	for _, s := range a.opened {
		if s.err == nil {
			s.body.Close()
		}
	}
}

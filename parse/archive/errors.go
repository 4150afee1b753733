package archive

import (
	"fmt"
	"strconv"

	"flightlog/parse/timeline"
)

// zipCommand is what a person is told to type when only a new zip helps.
const zipCommand = "zip -r copilot.zip .copilot"

// tarCommand is the same for who uses tar.
const tarCommand = "tar -czf copilot.tar.gz .copilot"

// Error says in one plain sentence why an archive or an entry cannot be read.
type Error struct {
	Code    timeline.Code
	Message string // one sentence; safe to show
	Offset  int64  // unpacked bytes that were delivered before it
	Kept    string // what was kept in spite of it, "" when nothing was
}

func (e *Error) Error() string { return e.Message }

// Problem is the same as a problem, its Source still timeline.None.
func (e *Error) Problem() timeline.Problem {
	return timeline.Problem{Code: e.Code, Source: timeline.None, Offset: e.Offset, Message: e.Message, Kept: e.Kept}
}

func failf(code timeline.Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

func problemf(code timeline.Code, format string, args ...any) timeline.Problem {
	return failf(code, format, args...).Problem()
}

// counted spells a count with its thing: "1 file", "7,016 files".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return grouped(int64(n)) + " " + thing + "s"
}

// grouped spells a number with commas between thousands.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

package sqlitedb

import (
	"context"
	"fmt"

	"flightlog/parse/timeline"
)

const (
	// valueBytes bounds one text or blob. SQLite runs inside 256 MiB of its own, and
	// holds a value up to twice while handing it over.
	valueBytes = 64 * timeline.MiB

	// opsPerCheck is how many of its instructions SQLite executes between two looks at
	// the interrupt; the library fixes it.
	opsPerCheck = 1000
	// Reading a row takes an instruction for each column and a handful around them. The
	// smallest row, its place in the page included, takes 6 bytes of the file.
	opsPerRow = 8
	rowBytes  = 6
	opsBase   = 1_000_000
	// schemaColumns are more than a row of the schema, or of a list of columns, has.
	schemaColumns = 16

	// A text of UTF-16 grows by half when it is handed out as UTF-8. Beyond that every
	// byte of a value has its own byte in the file, except for the defaults of columns
	// that were added later, for which there is the base.
	growth     = 2
	growthBase = 64 * timeline.MiB
)

// budget is the interrupt that the library asks from time to time: it ends a query
// after so many questions. It counts work, not time, so that the same bytes give the
// same rows on every machine.
type budget struct {
	context.Context
	left int64
}

// refill allows one reading of a table as much work as the file's size can honestly
// ask for.
func (db *DB) refill(columns int) {
	rows := min(db.size/rowBytes, int64(db.lim.Rows))
	db.work.left = (opsBase + rows*int64(columns+opsPerRow)) / opsPerCheck
}

func (b *budget) Err() error {
	if b.left--; b.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// outOfMemory turns the library's panic for want of memory into ErrLimit. SQLite
// reports it as an ordinary error and stays usable; only the library's wrapper
// panics. Any other panic passes.
func outOfMemory(err *error) {
	p := recover()
	if p == nil {
		return
	}
	if e, ok := p.(error); ok && e.Error() == "sqlite3: out of memory" {
		*err = fmt.Errorf("%w: %w", ErrLimit, e)
		return
	}
	panic(p)
}

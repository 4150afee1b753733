package artifact

import (
	"errors"
	"strconv"

	"flightlog/parse/decode/sqlitedb"
	"flightlog/parse/timeline"
)

// Rows is a table of a database as a reader sees it.
type Rows struct {
	Name    string
	Columns []string
	Rows    [][]string // texts of the cells, as long as Columns
	Rowids  []int64    // of the rows
	Note    string     // what is left out, "" for nothing
}

// Bounds of a table that is read to be looked at.
const (
	tableRows  = 100_000
	tableBytes = 64 * timeline.MiB
)

var errTableFull = errors.New("the table is full")

// Tables names the ordinary tables of a file that is a SQLite database.
func (res *Result) Tables(src int32) ([]string, error) {
	db, err := res.database(src)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return db.Tables()
}

// Table reads a table of a database. Of a damaged one the rows up to the damage are read.
func (res *Result) Table(src int32, name string) (*Rows, error) {
	db, err := res.database(src)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	t := &Rows{Name: name}
	if t.Columns, err = db.Columns(name); err != nil {
		return nil, err
	}
	size := 0
	err = db.Each(name, t.Columns, func(r sqlitedb.Row) error {
		if len(t.Rows) == tableRows || size > tableBytes {
			return errTableFull
		}
		row := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			row[i] = cellText(r.Col(c))
			size += len(row[i])
		}
		t.Rows, t.Rowids = append(t.Rows, row), append(t.Rowids, r.Rowid)
		return nil
	})
	switch {
	case errors.Is(err, errTableFull):
		t.Note = "Only the first " + strconv.Itoa(len(t.Rows)) + " rows are shown."
	case err != nil:
		t.Note = "The rows up to the damage are shown: " + err.Error() + "."
	}
	return t, nil
}

// cellText is a value as it is read; packed bytes are told by their length.
func cellText(v any) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		return v
	case []byte:
		return strconv.Itoa(len(v)) + " bytes"
	}
	return ""
}

package artifact

import (
	"fmt"
	"slices"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/decode/sqlitedb"
	"flightlog/parse/timeline"
)

// sessionDB is session-state/<id>/session.db: the agent's todos and, where factories or
// workflows ran, their stores (FINDINGS.md).
var sessionDB = Artifact{
	Name:  "session-db",
	File:  "session-state/<id>/session.db",
	What:  "the agent's todos and the tables of workflows and factories, to read",
	Match: inSession(func(rest string) bool { return rest == "session.db" }),
	Read: func(rd *Reading, f *file) error {
		return rd.readDatabase(f, &sessionSet, func(string, sqlitedb.Row, timeline.Event) {})
	},
	Show: showTables,
	Late: true,
}

// sessionDBLog is its write-ahead log where it keeps one.
var sessionDBLog = Artifact{
	Name:  "session-db-wal",
	File:  "session-state/<id>/session.db-wal",
	What:  "applied to the database; what is torn or missing is said",
	Match: inSession(func(rest string) bool { return rest == "session.db-wal" || rest == "session.db-shm" }),
	Read: func(rd *Reading, f *file) error {
		return rd.readLogOfDatabase(f, &sessionSet, func(string, sqlitedb.Row, timeline.Event) {})
	},
	Show: showTables,
	Late: true,
}

// sessionSet names the tables; their columns are taken as the database has them. Todos
// come first: people look for them.
var sessionSet = tableSet{order: sessionTables(), hidden: func(string) bool { return false }, lost: "nothing can be read from it"}

func sessionTables() []string {
	out := []string{"todos", "todo_deps"}
	for _, family := range [...]string{"workflow_", "factory_"} {
		for _, table := range [...]string{"runs", "phases", "agents", "progress", "journal", "credit_charges"} {
			out = append(out, family+table)
		}
	}
	return append(out, "workflow_store_schema", "factory_store_schema")
}

// shownRows is how many rows of a table a panel shows.
const shownRows = 200

// showTables shows the tables that have rows.
func showTables(_ *timeline.Timeline, f *file) []timeline.Block {
	var out []timeline.Block
	for from := 0; from < len(f.records); {
		to := from
		for to < len(f.records) && f.records[to].table == f.records[from].table {
			to++
		}
		out = append(out, f.grid(f.records[from:to]))
		from = to
	}
	return out
}

// grid shows rows of one table under the columns of the first.
func (f *file) grid(records []storeRecord) timeline.Block {
	b := timeline.Block{Kind: timeline.GridBlock, Title: fmt.Sprintf("%s, %s", records[0].table, countRows(len(records)))}
	if len(records) > shownRows {
		b.Title += fmt.Sprintf(", the first %d", shownRows)
		records = records[:shownRows]
	}
	for n, rec := range records {
		var row []string
		for k, v := range rawjson.Value(f.source.Held[rec.offset:rec.end]).Members() {
			if n == 0 {
				b.Columns = append(b.Columns, k.String())
			}
			row = append(row, strings.TrimSpace(cell(v)))
		}
		b.Rows = append(b.Rows, slices.Clip(row))
	}
	return b
}

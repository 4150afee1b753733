package sample

import (
	"fmt"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/serdes"
)

const schema = `
CREATE TABLE schema_version (version INTEGER NOT NULL);
CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT, repository TEXT, host_type TEXT, branch TEXT, summary TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE turns (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, turn_index INTEGER NOT NULL, user_message TEXT, assistant_response TEXT, timestamp TEXT, UNIQUE(session_id, turn_index));
CREATE TABLE session_files (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, file_path TEXT, tool_name TEXT, turn_index INTEGER, first_seen_at TEXT);
INSERT INTO schema_version VALUES (8);
`

// store is session-store.db: what it repeats of the logs, one session whose folder was
// deleted, and an answer that a rewind took from its log.
func store(logs ...*log) ([]byte, error) {
	var sql strings.Builder
	sql.WriteString(schema)
	for _, l := range logs {
		row(&sql, "sessions", l.id, l.cwd, l.repo, "github", l.branch, l.name, stamp(l.started), stamp(l.now))
		for i, x := range l.prompts {
			turn(&sql, l.id, i, x.prompt, x.reply, x.at)
		}
		for _, path := range l.edited {
			fmt.Fprintf(&sql, "INSERT INTO session_files (session_id, file_path, tool_name, turn_index, first_seen_at) VALUES (%s, %s, 'edit', 0, %s);\n", quote(l.id), quote(path), quote(stamp(l.started)))
		}
	}
	gone, at := uuid("session", "Name the beds"), day(19, 10, 15)
	row(&sql, "sessions", gone, gardenDir, gardenRepo, "github", "beds", "Name the beds", stamp(at), stamp(at.Add(7*time.Minute)))
	turn(&sql, gone, 0, "Draw the beds as a map", "The map is an SVG now: one rectangle a bed, its name inside.", at.Add(2*time.Minute))
	turn(&sql, gone, 1, "Let me rename a bed by a double click", "A double click turns the name into a field; Enter keeps it, Escape leaves it.", at.Add(7*time.Minute))
	return database(sql.String())
}

func row(b *strings.Builder, table string, values ...string) {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = quote(v)
	}
	fmt.Fprintf(b, "INSERT INTO %s VALUES (%s);\n", table, strings.Join(all, ", "))
}

func turn(b *strings.Builder, session string, index int, prompt, reply string, at time.Time) {
	answer := "NULL"
	if reply != "" {
		answer = quote(reply)
	}
	fmt.Fprintf(b, "INSERT INTO turns (session_id, turn_index, user_message, assistant_response, timestamp) VALUES (%s, %d, %s, %s, %s);\n", quote(session), index, quote(prompt), answer, quote(stamp(at)))
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// database runs SQL and gives the bytes of the database that it makes.
func database(sql string) (file []byte, err error) {
	c, err := sqlite3.Open(":memory:")
	if err != nil {
		return nil, fmt.Errorf("the sample's database cannot be made: %w", err)
	}
	defer c.Close()
	if err := c.Exec(sql); err != nil {
		return nil, fmt.Errorf("the sample's database cannot be made: %w", err)
	}
	if file, err = serdes.Serialize(c, "main"); err != nil {
		return nil, fmt.Errorf("the sample's database cannot be kept: %w", err)
	}
	return file, nil
}

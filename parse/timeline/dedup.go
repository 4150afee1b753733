package timeline

import (
	"math"
	"strings"
	"time"
)

// window is how far apart in time a secondary row may stand from the row it repeats:
// the store writes a turn when the next prompt arrives (ROWS.md).
const window = 3_600_000 // ms

// Dedup finds the secondary rows of one user home that repeat other rows (ROWS.md,
// "Deduplication of the secondary stores"). Give it the secondary rows first, in output
// order, then every primary row in output order, then ask.
type Dedup struct {
	secondary []copyRow
	byKey     map[dedupKey]*keyRows
	loose     map[looseKey]*looseRows // of keys that an undated secondary row has
	primaries int
	paired    map[int]int // secondary row -> the primary row it repeats
}

type dedupKey struct {
	session string
	turn    TurnType
	text    string
}

// looseKey compares undated rows, which may lack a session.
type looseKey struct {
	turn TurnType
	text string
}

// copyRow is one row as deduplication sees it.
type copyRow struct {
	order int
	ms    int64 // NoTime when undated
	id    string
}

type keyRows struct {
	primary   []copyRow
	secondary []int // indices into Dedup.secondary
}

type looseRows struct {
	sessions map[string]bool // of primary and dated secondary rows; "" for one without
	undated  []int
	keys     map[int]string // undated index -> its session
}

// NewDedup begins a home.
func NewDedup() *Dedup {
	return &Dedup{paired: map[int]int{}, byKey: map[dedupKey]*keyRows{}, loose: map[looseKey]*looseRows{}}
}

// compared reports whether rows of this kind are compared at all.
func compared(r *Row) bool {
	switch r.Turn {
	case UserTurn, AssistantTurn, ToolUse, ToolResult:
		return true
	case SystemTurn:
		return strings.HasPrefix(r.Text, "session name: ")
	}
	return false
}

// AddSecondary adds a secondary row and gives its number, which Dropped is asked by.
func (d *Dedup) AddSecondary(r *Row) int {
	n := len(d.secondary)
	row := copyRow{order: n, ms: RowTime(r.Timestamp), id: r.ToolUseID}
	d.secondary = append(d.secondary, row)
	if !compared(r) {
		return n
	}
	lk := looseKey{r.Turn, r.Text}
	if row.ms == NoTime {
		l := d.looseAt(lk)
		l.undated = append(l.undated, n)
		l.keys[n] = r.SessionID
		return n
	}
	k := dedupKey{r.SessionID, r.Turn, r.Text}
	rows := d.byKey[k]
	if rows == nil {
		rows = &keyRows{}
		d.byKey[k] = rows
	}
	rows.secondary = append(rows.secondary, n)
	if len(rows.secondary) == 1 {
		d.looseAt(lk).sessions[r.SessionID] = true
	}
	return n
}

func (d *Dedup) looseAt(k looseKey) *looseRows {
	l := d.loose[k]
	if l == nil {
		l = &looseRows{sessions: map[string]bool{}, keys: map[int]string{}}
		d.loose[k] = l
	}
	return l
}

// AddPrimary adds a primary row; it keeps something of it only where a secondary row
// says the same.
func (d *Dedup) AddPrimary(r *Row) {
	d.primaries++
	if !compared(r) {
		return
	}
	if rows := d.byKey[dedupKey{r.SessionID, r.Turn, r.Text}]; rows != nil {
		rows.primary = append(rows.primary, copyRow{order: d.primaries, ms: RowTime(r.Timestamp), id: r.ToolUseID})
	}
	if l := d.loose[looseKey{r.Turn, r.Text}]; l != nil {
		l.sessions[r.SessionID] = true
	}
}

// Paired gives, once Dropped was asked, the number of the primary row that a secondary
// one repeats, counted from 0 in the order of AddPrimary.
func (d *Dedup) Paired(secondary int) (primary int, ok bool) {
	primary, ok = d.paired[secondary]
	return primary - 1, ok
}

// Dropped says of every secondary row, by its number, whether it is a copy.
func (d *Dedup) Dropped() []bool {
	out := make([]bool, len(d.secondary))
	for _, rows := range d.byKey {
		d.pair(rows, out)
		d.collapse(rows, out)
	}
	for _, l := range d.loose {
		l.drop(out)
	}
	return out
}

// drop drops the undated rows that another row says already.
func (l *looseRows) drop(out []bool) {
	if len(l.undated) == 0 {
		return
	}
	for _, n := range l.undated {
		session := l.keys[n]
		if l.says(session) {
			out[n] = true
		} else {
			l.sessions[session] = true
		}
	}
}

// says reports whether a row of that session, or one where either names none, is known.
func (l *looseRows) says(session string) bool {
	if session == "" {
		return len(l.sessions) > 0
	}
	return l.sessions[session] || l.sessions[""]
}

// apart is the distance in ms; a primary row without a time counts as a whole window.
func apart(a, b int64) int64 {
	if a == NoTime || b == NoTime {
		return window
	}
	if a < b {
		a, b = b, a
	}
	if b < 0 && a > math.MaxInt64+b {
		return math.MaxInt64
	}
	return a - b
}

// joinable: two rows whose tool use ids both stand and differ are never copies.
func joinable(a, b string) bool { return a == "" || b == "" || a == b }

// RowTime reads a row's timestamp as ms since 1970 UTC: `T` or a blank between date and
// time, any fraction, `Z`, an offset or no zone; NoTime when it cannot be read.
func RowTime(s string) int64 {
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UnixMilli()
		}
	}
	return NoTime
}

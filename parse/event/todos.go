package event

import (
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// Todo is one entry of an agent's list of todos.
type Todo struct {
	ID     string // "" in the older form, where the title is all there is
	Title  string
	Status string // as the log spells it
	Before string // its status before the last change, "" for a new entry
	Moved  bool   // the last change touched it
}

// Todos is an agent's list of todos as its own calls leave it. The zero value is an empty
// list.
type Todos struct {
	list   []Todo
	unsure bool
}

// KeepsTodos reports a tool through which an agent may change its list.
func KeepsTodos(tool string) bool { return tool == "sql" || tool == "update_todo" }

// Apply follows one call that ended well; changed is false where it leaves the list as it
// is. A statement that is not understood makes the list unsure from then on.
func (t *Todos) Apply(tool string, p *Parts) (changed bool) {
	if p.Result == nil {
		return false
	}
	if ok, said := p.Result.Data("success").Bool(); said && !ok {
		return false
	}
	for i := range t.list {
		t.list[i].Before, t.list[i].Moved = t.list[i].Status, false
	}
	args := p.args()
	switch tool {
	case "sql":
		return t.query(args.Get("query").String())
	case "update_todo":
		return t.replace(args)
	}
	return false
}

// Block is the list as it stands after the last call.
func (t *Todos) Block() timeline.Block {
	count := map[string]int64{}
	var order []string
	b := timeline.Block{Kind: timeline.GridBlock, Columns: []string{"State", "Todo", "This call"}}
	for _, d := range t.list {
		if count[d.Status] == 0 {
			order = append(order, d.Status)
		}
		count[d.Status]++
		b.Rows = append(b.Rows, []string{todoState(d.Status), or(d.Title, d.ID), todoChange(d)})
	}
	var sums []string
	for _, s := range order {
		sums = append(sums, thousands(count[s])+" "+todoState(s))
	}
	b.Title = "The todos after this call: " + or(strings.Join(sums, ", "), "none left")
	if t.unsure {
		b.Note = "A statement before this one is not followed here, so the list may lack what it did."
	}
	return b
}

func todoState(s string) string {
	return or(strings.ReplaceAll(s, "_", " "), "state not recorded")
}

func todoChange(d Todo) string {
	switch {
	case !d.Moved:
		return ""
	case d.Before == "":
		return "new"
	case d.Before != d.Status:
		return "was " + todoState(d.Before)
	}
	return "changed"
}

// replace takes the older form: the whole list as Markdown.
func (t *Todos) replace(args rawjson.Value) bool {
	text := or(args.Get("todos").String(), args.String())
	var now []Todo
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		box, title, ok := strings.Cut(strings.TrimLeft(line, "-* "), "] ")
		if !ok || !strings.HasPrefix(box, "[") {
			continue
		}
		d := Todo{Title: title, Status: "pending", Moved: true}
		switch box[1:] {
		case "x", "X":
			d.Status = "done"
		case "~", "-", ">":
			d.Status = "in_progress"
		}
		for _, old := range t.list {
			if old.Title == title {
				d.Before, d.Moved = old.Status, old.Status != d.Status
			}
		}
		now = append(now, d)
	}
	if len(now) == 0 {
		return false
	}
	t.list = now
	return true
}

// query follows the statements of one query that touch the table todos.
func (t *Todos) query(sql string) (changed bool) {
	for _, s := range statements(sql) {
		verb := strings.ToUpper(s.word(0))
		if verb == "SELECT" || verb == "CREATE" || verb == "PRAGMA" || verb == "WITH" || !s.touches("todos") {
			continue
		}
		ok := false
		switch verb {
		case "INSERT", "REPLACE":
			ok = t.insert(s)
		case "UPDATE":
			ok = t.update(s)
		case "DELETE":
			ok = t.remove(s)
		}
		t.unsure = t.unsure || !ok
		changed = true
	}
	return changed
}

// insert follows INSERT [OR …] INTO todos (columns) VALUES (literals), ….
func (t *Todos) insert(s statement) bool {
	at := s.find("into") + 1
	if at == 0 || !s.is(at, "todos") || !s.is(at+1, "(") {
		return false
	}
	var columns []string
	for at += 2; at < len(s) && !s.is(at, ")"); at++ {
		if s[at].kind == wordToken {
			columns = append(columns, strings.ToLower(s[at].text))
		}
	}
	if !s.is(at+1, "values") {
		return false
	}
	var added []Todo
	for at += 2; s.is(at, "("); at++ {
		row := map[string]string{}
		n := 0
		for at++; at < len(s) && !s.is(at, ")"); at++ {
			if s.is(at, ",") {
				continue
			}
			if n >= len(columns) || !s[at].literal() {
				return false
			}
			row[columns[n]] = s[at].text
			n++
		}
		if n != len(columns) {
			return false
		}
		added = append(added, Todo{ID: row["id"], Title: row["title"], Status: or(row["status"], "pending"), Moved: true})
		if !s.is(at+1, ",") {
			at++
			break
		}
		at++
	}
	for _, d := range added {
		t.put(d)
	}
	return len(added) > 0 && at == len(s)
}

func (t *Todos) put(d Todo) {
	for i := range t.list {
		if t.list[i].ID == d.ID && d.ID != "" {
			d.Before = t.list[i].Status
			t.list[i] = d
			return
		}
	}
	t.list = append(t.list, d)
}

// update follows UPDATE todos SET column = literal, … [WHERE …].
func (t *Todos) update(s statement) bool {
	if !s.is(1, "todos") || !s.is(2, "set") {
		return false
	}
	set := map[string]string{}
	at, known := 3, true
	for at+2 < len(s) && s[at].kind == wordToken && s.is(at+1, "=") {
		column := strings.ToLower(s[at].text)
		if s[at+2].literal() {
			set[column] = s[at+2].text
			at += 3
		} else { // updated_at = datetime('now'), which is no matter here
			known = known && column != "status" && column != "title" && column != "id"
			at = s.skip(at + 2)
		}
		if !s.is(at, ",") {
			break
		}
		at++
	}
	fits, ok := s.where(at)
	if !ok || !known {
		return false
	}
	hit := false
	for i := range t.list {
		d := &t.list[i]
		if !fits(d) {
			continue
		}
		hit, d.Moved = true, true
		if v, ok := set["status"]; ok {
			d.Status = v
		}
		if v, ok := set["title"]; ok {
			d.Title = v
		}
	}
	if id, one := s.onlyID(at); one && !hit { // begun before this log
		t.list = append(t.list, Todo{ID: id, Title: set["title"], Status: set["status"], Before: "unknown", Moved: true})
	}
	return true
}

// remove follows DELETE FROM todos [WHERE …].
func (t *Todos) remove(s statement) bool {
	fits, ok := s.where(3)
	if !s.is(1, "from") || !s.is(2, "todos") || !ok {
		return false
	}
	left := t.list[:0]
	for _, d := range t.list {
		if !fits(&d) {
			left = append(left, d)
		}
	}
	t.list = left
	return true
}

package artifact

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"flightlog/parse/decode/jsonl"
	"flightlog/parse/decode/logtext"
	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

// processLog is logs/process-<epoch ms>-<pid>.log: what one CLI process says of itself.
// It is read through and not held; what it says of accounts, versions, sessions, MCP
// servers and errors is kept with its line (seed, Process logs).
var processLog = Artifact{
	Name:  "processlog",
	File:  "logs/process-*.log",
	What:  "read through: levels counted; sign-ins, versions, sessions, MCP servers and errors listed by line; rows of `export`: sign-ins",
	Match: processLogName.MatchString,
	Read:  readProcessLog,
	Show:  showFacts,
	Rows: func(rw *rowWriter, f *file) {
		for _, s := range f.signIns {
			row := timeline.Row{Source: f.Path}
			if len(f.named) == 1 {
				row = rw.sessionRow(f, f.named[0], logFirst)
			}
			row.SourceLine, row.Turn, row.Timestamp, row.Text = s.line, timeline.SystemTurn, s.time, "signed in: "+s.host+" as "+s.login
			rw.emit(row)
		}
	},
}

// rotatedLog is what a process log that reached 10 MB was moved to.
var rotatedLog = Artifact{
	Name:  "processlog-rotated",
	File:  "logs/process-*.<n>.log",
	What:  "the same of the earlier parts of a long log",
	Match: rotatedLogName.MatchString,
	Read:  readProcessLog,
	Show:  showFacts,
}

var (
	processLogName = regexp.MustCompile(`^logs/process-\d+-\d+\.log$`)
	rotatedLogName = regexp.MustCompile(`^logs/process-\d+-\d+\.\d+\.log$`)
	logLine        = regexp.MustCompile(`^(\S+) \[[A-Z]+\] (.*)$`)
	signInLine     = regexp.MustCompile(`Signed in to (\S+) as (\S+?)\.?\s*$`)
	workspaceLine  = regexp.MustCompile(`Workspace initialized: ([0-9a-fA-F-]{36})`)
)

const (
	logLineBytes = 64 * timeline.KiB // of a line are looked at
	factsPerLog  = 1000              // a process that fails in a loop says the same without end
	factBytes    = 400               // of a line are kept
)

// signIn is one "Signed in to <host> as <login>." line.
type signIn struct {
	line              int64
	time, host, login string
}

// logIndex collects what one log says.
type logIndex struct {
	rd     *Reading
	f      *file
	levels map[string]int
	more   int // lines that continue an entry
	from   int // index of the first fact in Timeline.Facts
	fact   int // index of the fact of the entry at hand, -1 for none
	left   int // facts that were not kept
}

func readProcessLog(rd *Reading, f *file) error {
	body, err := rd.open(f)
	if err != nil {
		return err
	}
	defer body.Close()
	x := &logIndex{rd: rd, f: f, levels: map[string]int{}, from: len(rd.Timeline.Facts), fact: -1}
	err = logtext.Read(body, logLineBytes, x.line, func(n int64) error { return rd.progress(f, n) })
	x.finish()
	return err
}

// needles are the texts that are looked for, so that most lines cost a few searches.
var signedIn, loggedOut, initialized, starting = []byte("Signed in to "), []byte("Logged out"), []byte("Workspace initialized: "), []byte("Starting Copilot CLI: ")

var mcpNeedles = [][]byte{[]byte("MCP server"), []byte("MCP client"), []byte("MCP transport"), []byte("[rust:rmcp::service] Service")}

func (x *logIndex) line(l logtext.Line) {
	f := x.f
	f.source.Records++
	if bytes.Contains(l.Bytes, initialized) {
		for _, m := range workspaceLine.FindAllSubmatch(l.Bytes, -1) {
			if id := string(m[1]); !slices.Contains(f.named, id) {
				f.named = append(f.named, id)
			}
		}
	}
	if bytes.Contains(l.Bytes, signedIn) {
		f.sign(l)
	}
	if !l.Head {
		x.more++
		if x.fact >= 0 {
			x.rd.Timeline.Facts[x.fact].Lines++
		}
		return
	}
	x.levels[string(l.Level)]++
	x.fact = -1
	if kind := factKind(l); kind != "" {
		x.keep(kind, l)
	}
}

// factKind says what an entry is about, "" for nothing that is kept.
func factKind(l logtext.Line) timeline.FactKind {
	switch {
	case bytes.Contains(l.Message, signedIn), bytes.HasPrefix(l.Message, loggedOut):
		return timeline.SignIn
	case bytes.Contains(l.Message, starting):
		return timeline.Version
	case bytes.Contains(l.Message, initialized):
		return timeline.Workspace
	}
	for _, needle := range mcpNeedles {
		if bytes.Contains(l.Message, needle) {
			return timeline.MCP
		}
	}
	if string(l.Level) == "ERROR" {
		return timeline.LogError
	}
	return ""
}

func (x *logIndex) keep(kind timeline.FactKind, l logtext.Line) {
	if len(x.rd.Timeline.Facts)-x.from >= factsPerLog {
		x.left++
		return
	}
	fact := timeline.Fact{Kind: kind, Line: l.Number, Offset: l.Offset, Lines: 1, Level: string(l.Level), Time: timeline.RowTime(string(l.Time)), Text: secret.Redact(begin(l.Message))}
	if m := workspaceLine.FindSubmatch(l.Message); m != nil {
		fact.Session = string(m[1])
	}
	x.fact = len(x.rd.Timeline.Facts)
	x.rd.fact(x.f, fact)
}

// begin is the beginning of a line as valid text. It ends between words, so that what is
// cut is no half of a token.
func begin(b []byte) string {
	if len(b) <= factBytes {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	b = b[:factBytes]
	if i := bytes.LastIndexByte(b, ' '); i > 0 {
		b = b[:i]
	}
	for len(b) > 0 && !utf8.RuneStart(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return strings.ToValidUTF8(string(b), "\uFFFD") + " …"
}

// finish notes the counts, and gives a log's facts to the only session that it names.
func (x *logIndex) finish() {
	f := x.f
	if len(f.named) == 1 {
		for i := x.from; i < len(x.rd.Timeline.Facts); i++ {
			fill(&x.rd.Timeline.Facts[i].Session, f.named[0])
		}
	}
	var parts []string
	for _, level := range slices.Sorted(maps.Keys(x.levels)) {
		parts = append(parts, fmt.Sprintf("%d %s", x.levels[level], level))
	}
	if len(parts) > 0 {
		more := fmt.Sprintf("%d lines continue an entry", x.more)
		if x.more == 1 {
			more = "1 line continues an entry"
		}
		f.note("Entries by level: %s; %s.", strings.Join(parts, ", "), more)
	}
	if x.left > 0 {
		f.note("%d more lines of that kind are counted and not listed.", x.left)
	}
}

func (f *file) sign(l logtext.Line) {
	text := strings.ToValidUTF8(string(jsonl.Trim(l.Bytes)), "\uFFFD")
	m := signInLine.FindStringSubmatch(text)
	if m == nil {
		return
	}
	s := signIn{line: l.Number, host: m[1], login: m[2]}
	if whole := logLine.FindStringSubmatch(text); whole != nil {
		s.time = whole[1]
	}
	f.signIns = append(f.signIns, s)
}

// showFacts shows what a file says, by line.
func showFacts(t *timeline.Timeline, f *file) []timeline.Block {
	b := timeline.Block{Kind: timeline.GridBlock, Title: "What it says", Log: true, Columns: []string{"line", "time", "level", "about", "text"}}
	for i := range t.Facts {
		fact := &t.Facts[i]
		if fact.Source != f.src {
			continue
		}
		b.Rows = append(b.Rows, []string{fmt.Sprint(fact.Line), isoTime(fact.Time), fact.Level, string(fact.Kind), fact.Text})
	}
	if len(b.Rows) == 0 {
		return nil
	}
	return []timeline.Block{b}
}

// isoTime writes a time for people and programs, "" where there is none.
func isoTime(ms int64) string {
	if ms == timeline.NoTime {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}

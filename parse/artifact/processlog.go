package artifact

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"flightlog/parse/decode/jsonl"
	"flightlog/parse/timeline"
)

// processLog is logs/process-<epoch ms>-<pid>.log: what one CLI process says of itself.
// It is read through and not held; its sign-in lines and the sessions it names are kept
// (seed, Process logs).
var processLog = Artifact{
	Name:  "processlog",
	File:  "logs/process-*.log",
	What:  "rows of `export`: sign-ins",
	Match: processLogName.MatchString,
	Read:  readProcessLog,
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

var (
	processLogName = regexp.MustCompile(`^logs/process-\d+-\d+\.log$`)
	logLine        = regexp.MustCompile(`^(\S+) \[[A-Z]+\] (.*)$`)
	signInLine     = regexp.MustCompile(`Signed in to (\S+) as (\S+?)\.?\s*$`)
	workspaceLine  = regexp.MustCompile(`Workspace initialized: ([0-9a-fA-F-]{36})`)
)

// signIn is one "Signed in to <host> as <login>." line.
type signIn struct {
	line              int64
	time, host, login string
}

// facts are the two texts that are looked for, so that most lines cost one search.
var signedIn, initialized = []byte("Signed in to "), []byte("Workspace initialized: ")

func readProcessLog(rd *Reading, f *file) error {
	body, err := rd.open(f)
	if err != nil {
		return err
	}
	defer body.Close()
	size := min(max(f.Bytes, 0), 16*f.Packed+timeline.KiB)
	_, err = jsonl.Read(body, size, func(l jsonl.Line) {
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
	}, func(n int64) error { return rd.progress(f, n) })
	return err
}

func (f *file) sign(l jsonl.Line) {
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

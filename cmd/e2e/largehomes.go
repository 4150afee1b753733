package e2e

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// large is a home that was made to be large, as a zip on disk.
type large struct {
	path   string
	bytes  int64 // of its logs, unpacked
	events int
}

// made writes a zip to a folder that goes with the test.
func made(t testing.TB, name string, fill func(w *zip.Writer)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	buffered := bufio.NewWriterSize(f, 1<<20)
	w := zip.NewWriter(buffered)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestSpeed) })
	fill(w)
	for _, end := range []func() error{w.Close, buffered.Flush, f.Close} {
		if err := end(); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// longHome has one session whose log has about that many bytes, and sessions of two calls
// each beside it. A line has 1,650 bytes in the mean, as in the longest logs that are known;
// starts and completions are paired by id.
func longHome(t testing.TB, bytes int64, sessions int) large {
	t.Helper()
	out := large{}
	out.path = made(t, fmt.Sprintf("long-%d.zip", bytes>>20), func(w *zip.Writer) {
		for n := range sessions + 1 {
			id := madeSession(n)
			f, err := w.Create(".copilot/session-state/" + id + "/events.jsonl")
			if err != nil {
				t.Fatal(err)
			}
			log := madeLog{out: f, tb: t, second: n * 60}
			log.add("session.start", fmt.Sprintf(`{"sessionId":%q,"copilotVersion":"1.0.60","context":{"cwd":"/home/you/project-%d"}}`, id, n%7))
			log.add("user.message", `{"content":"Look through the files and say what they hold."}`)
			for call := 0; call < 2 || n == 0 && log.bytes < bytes; call++ {
				log.add("tool.execution_start", fmt.Sprintf(`{"toolCallId":"call-%d","toolName":"bash","arguments":{"command":"sed -n %dp notes.txt"}}`, call, call))
				log.add("tool.execution_complete", fmt.Sprintf(`{"toolCallId":"call-%d","success":true,"result":{"content":%q}}`, call, filler(call)))
			}
			out.bytes, out.events = out.bytes+log.bytes, out.events+log.lines
		}
	})
	return out
}

func madeSession(n int) string { return fmt.Sprintf("5e550000-0000-4000-8000-%012d", n) }

// wideHome has one session of that many short events.
func wideHome(t testing.TB, events int) large {
	t.Helper()
	out := large{events: events}
	out.path = made(t, "wide.zip", func(w *zip.Writer) {
		f, err := w.Create(".copilot/session-state/" + madeSession(0) + "/events.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		log := madeLog{out: f, tb: t}
		log.add("session.start", fmt.Sprintf(`{"sessionId":%q,"copilotVersion":"1.0.60"}`, madeSession(0)))
		for n := 0; log.lines < events; n++ {
			switch {
			case n%50 == 0:
				log.add("user.message", fmt.Sprintf(`{"content":"Question %d"}`, n))
			case n%2 == 0:
				log.add("tool.execution_start", fmt.Sprintf(`{"toolCallId":"call-%d","toolName":"bash","arguments":{"command":"sed -n %dp notes.txt"}}`, n, n))
			default:
				log.add("tool.execution_complete", fmt.Sprintf(`{"toolCallId":"call-%d","success":true,"result":{"content":"line %d"}}`, n-1, n))
			}
		}
		out.bytes = log.bytes
	})
	return out
}

// manyHome has that many sessions of two events each, with a workspace each.
func manyHome(t testing.TB, sessions int) large {
	t.Helper()
	out := large{}
	out.path = made(t, "many.zip", func(w *zip.Writer) {
		for n := range sessions {
			folder := ".copilot/session-state/" + madeSession(n) + "/"
			f, err := w.Create(folder + "workspace.yaml")
			if err == nil {
				_, err = fmt.Fprintf(f, "id: %s\ncwd: /home/you/project-%d\nname: Session %d\n", madeSession(n), n%7, n)
			}
			if err == nil {
				f, err = w.Create(folder + "events.jsonl")
			}
			if err != nil {
				t.Fatal(err)
			}
			log := madeLog{out: f, tb: t, second: n}
			log.add("session.start", fmt.Sprintf(`{"sessionId":%q,"copilotVersion":"1.0.60"}`, madeSession(n)))
			log.add("user.message", fmt.Sprintf(`{"content":"Question %d"}`, n))
			out.bytes, out.events = out.bytes+log.bytes, out.events+log.lines
		}
	})
	return out
}

// madeLog is a log on its way into a zip.
type madeLog struct {
	out    io.Writer
	tb     testing.TB
	second int
	lines  int
	bytes  int64
}

func (l *madeLog) add(kind, data string) {
	l.second++
	n, err := fmt.Fprintf(l.out, `{"type":%q,"id":"e0000000-0000-4000-8000-%012d","timestamp":"2026-10-%02dT%02d:%02d:%02d.000Z","data":%s}`+"\n",
		kind, l.lines, 1+l.second/86400%28, l.second/3600%24, l.second/60%60, l.second%60, data)
	if err != nil {
		l.tb.Fatal(err)
	}
	l.lines++
	l.bytes += int64(n)
}

// filler is some lines of text that differ from call to call.
func filler(call int) string {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "line %d of file %d: the tide at %d was %d cm above the mark\n", i, call, (call*31+i)%24, (call*7919+i*104729)%900)
	}
	return b.String()
}

// clutteredHome has few sessions among thousands of files that are no history: a cache of
// packages of that many bytes, stored, and clones of marketplaces.
func clutteredHome(t testing.TB, files int, bytes int64) large {
	t.Helper()
	out := large{}
	out.path = made(t, "cluttered.zip", func(w *zip.Writer) {
		id := madeSession(1)
		f, err := w.Create(".copilot/session-state/" + id + "/events.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		log := madeLog{out: f, tb: t}
		log.add("session.start", fmt.Sprintf(`{"sessionId":%q,"copilotVersion":"1.0.60"}`, id))
		log.add("user.message", `{"content":"Hello"}`)
		out.bytes, out.events = log.bytes, log.lines
		body := []byte(strings.Repeat(filler(1), int(bytes/int64(files))/len(filler(1))+1))[:bytes/int64(files)]
		for i := range files {
			name := fmt.Sprintf(".copilot/pkg/universal/1.0.%d/node_modules/m%d/index.js", i%9, i)
			if i%4 == 0 {
				name = fmt.Sprintf(".copilot/marketplaces/clone/plugin-%d/README.md", i)
			}
			f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
			if err == nil {
				_, err = f.Write(body)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	return out
}

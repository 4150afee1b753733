package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// firefox is a browser of another make, spoken to over WebDriver BiDi.
type firefox struct {
	testing.TB
	conn    *websocket.Conn
	ctx     context.Context
	context string // the tab

	mu      sync.Mutex
	last    int
	answers map[int]chan message
	asked   []string // addresses that the tab asked for
}

// message is an answer or an event.
type message struct {
	ID      int
	Type    string
	Method  string
	Error   string
	Message string
	Result  json.RawMessage
	Params  json.RawMessage
}

// findFirefox answers the path of Firefox: $FIREFOX, else the first of the usual names. In
// CI its absence is a failure, elsewhere the test is skipped.
func findFirefox(t *testing.T) string {
	t.Helper()
	for _, name := range []string{os.Getenv("FIREFOX"), "firefox-esr", "firefox"} {
		if full, err := exec.LookPath(name); name != "" && err == nil {
			return full
		}
	}
	const how = "no Firefox: sudo apt-get install -y firefox-esr, or set FIREFOX to the path of one"
	if os.Getenv("CI") != "" {
		t.Fatal(how)
	}
	t.Skip(how)
	return ""
}

// quiet are settings of a fresh profile that keep Firefox from talking on its own account.
const quiet = `user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.auto", false);
user_pref("browser.startup.page", 0);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
`

var listening = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

// newFirefox starts a browser that ends with the test.
func newFirefox(t *testing.T) *firefox {
	t.Helper()
	path, profile := findFirefox(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(quiet), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), 3*time.Minute)
	cmd := exec.CommandContext(ctx, path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank")
	cmd.Env = append(os.Environ(), "HOME="+profile)
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		stop()
		t.Fatal(err)
	}
	f := &firefox{TB: t, ctx: ctx, answers: map[int]chan message{}}
	t.Cleanup(func() {
		stop()
		_ = cmd.Wait() // it was ended
	})
	f.connect(bufio.NewScanner(said))
	return f
}

// connect waits for the browser to say where it listens, and takes its first tab.
func (f *firefox) connect(said *bufio.Scanner) {
	f.Helper()
	address := ""
	for address == "" && said.Scan() {
		if m := listening.FindStringSubmatch(said.Text()); m != nil {
			address = m[1]
		}
	}
	if address == "" {
		f.Fatal("Firefox ended before it listened")
	}
	go func() {
		for said.Scan() { // so that it never waits for a reader
		}
	}()
	conn, _, err := websocket.Dial(f.ctx, address+"/session", nil)
	if err != nil {
		f.Fatal(err)
	}
	conn.SetReadLimit(-1)
	f.conn = conn
	go f.listen()
	f.call("session.new", obj{"capabilities": obj{}}, nil)
	var tree struct{ Contexts []struct{ Context string } }
	f.call("browsingContext.getTree", obj{}, &tree)
	if len(tree.Contexts) == 0 {
		f.Fatal("Firefox has no tab")
	}
	f.context = tree.Contexts[0].Context
	f.call("session.subscribe", obj{"events": []string{"network.beforeRequestSent"}, "contexts": []string{f.context}}, nil)
}

func (f *firefox) listen() {
	for {
		_, data, err := f.conn.Read(f.ctx)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(data, &m) != nil {
			continue
		}
		f.mu.Lock()
		if m.Method == "network.beforeRequestSent" {
			var p struct{ Request struct{ URL string } }
			_ = json.Unmarshal(m.Params, &p)
			f.asked = append(f.asked, p.Request.URL)
		}
		if c := f.answers[m.ID]; c != nil && m.Type != "event" {
			c <- m
		}
		f.mu.Unlock()
	}
}

// send gives a command and waits for its answer.
func (f *firefox) send(method string, params any) (message, error) {
	f.mu.Lock()
	f.last++
	id, answer := f.last, make(chan message, 1)
	f.answers[id] = answer
	f.mu.Unlock()
	text, err := json.Marshal(obj{"id": id, "method": method, "params": params})
	if err != nil {
		return message{}, err
	}
	if err := f.conn.Write(f.ctx, websocket.MessageText, text); err != nil {
		return message{}, err
	}
	select {
	case m := <-answer:
		if m.Type == "error" {
			return m, fmt.Errorf("%s: %s: %s", method, m.Error, m.Message)
		}
		return m, nil
	case <-f.ctx.Done():
		return message{}, fmt.Errorf("%s: %w", method, f.ctx.Err())
	}
}

// call is send that must succeed.
func (f *firefox) call(method string, params, result any) {
	f.Helper()
	m, err := f.send(method, params)
	if err == nil && result != nil {
		err = json.Unmarshal(m.Result, result)
	}
	if err != nil {
		f.Fatal(err)
	}
}

// value is what a script evaluates to: a string, or a node of the page.
type value struct {
	Type     string
	SharedID string `json:"sharedId"`
	Value    any
}

// eval evaluates an expression in the tab, or in the realm of a worker.
func (f *firefox) eval(target obj, script string) (value, error) {
	m, err := f.send("script.evaluate", obj{"expression": script, "target": target, "awaitPromise": true, "resultOwnership": "root"})
	if err != nil {
		return value{}, err
	}
	var out struct {
		Type             string
		Result           value
		ExceptionDetails struct{ Text string }
	}
	if err := json.Unmarshal(m.Result, &out); err != nil {
		return value{}, err
	}
	if out.Type != "success" {
		return value{}, errors.New(out.ExceptionDetails.Text)
	}
	return out.Result, nil
}

func (f *firefox) tab() obj { return obj{"context": f.context} }

// wait waits until an expression in the tab is true.
func (f *firefox) wait(what, script string) {
	f.Helper()
	var got value
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if got, err = f.eval(f.tab(), "String(Boolean("+script+"))"); err == nil && got.Value == "true" {
			return
		}
	}
	f.Fatalf("waited in vain for %s (%v, %v)", what, got.Value, err)
}

func (f *firefox) text(script string) string {
	f.Helper()
	got, err := f.eval(f.tab(), "String("+script+")")
	if err != nil {
		f.Fatal(err)
	}
	return fmt.Sprint(got.Value)
}

// TestFirefox: in a second engine, from a host and from disk, the genuine home opens, shows
// its sessions and a conversation, and nothing is sent; what is tried is refused.
func TestFirefox(t *testing.T) {
	t.Parallel()
	daily, err := filepath.Abs(shared(t, "real/daily.zip"))
	if err != nil {
		t.Fatal(err)
	}
	f := newFirefox(t)
	for _, from := range []string{"http", "file"} {
		url, s := fileURL(), (*site)(nil)
		if from == "http" {
			s = newSite(t)
			url = s.url
		}
		f.mu.Lock()
		f.asked = nil
		f.mu.Unlock()
		f.call("browsingContext.navigate", obj{"context": f.context, "url": url, "wait": "complete"}, nil)
		f.wait("the program", "ready")
		input, err := f.eval(f.tab(), "document.querySelector('#file')")
		if err != nil {
			t.Fatal(err)
		}
		f.call("input.setFiles", obj{"context": f.context, "element": obj{"sharedId": input.SharedID}, "files": []string{daily}}, nil)
		f.wait("daily.zip on the screen", "document.querySelector('.archive b')?.textContent === 'daily.zip' && !document.querySelector('.reading')")
		sum := f.text("document.querySelector('.archive .sum').textContent")
		if !strings.Contains(sum, "17 sessions") {
			t.Errorf("%s: the bar says %q, the home has 17 sessions", from, sum)
		}
		f.text("location.hash = document.querySelector('#rail a[href^=\"#/s/\"]').getAttribute('href')")
		f.wait("a conversation", "document.querySelector('#main .asked, #main [data-item]')")

		f.mu.Lock()
		asked := slices.DeleteFunc(slices.Clone(f.asked), func(a string) bool { // one from disk is not told
			return a == url || strings.HasPrefix(a, "blob:") || strings.HasPrefix(a, "data:")
		})
		f.mu.Unlock()
		if len(asked) > 0 {
			t.Errorf("%s: Firefox asked for %q, want the document alone", from, asked)
		}
		if s != nil && !slices.Equal(s.requests(), []string{"GET /"}) {
			t.Errorf("the server was asked for %q", s.requests())
		}
		if n := f.text("seen.requests.length + seen.refused.length"); n != "0" {
			t.Errorf("%s: the page recorded %s requests", from, n)
		}
		f.refuses(from)
	}
}

// tried are the probes that Firefox is asked about; Chromium is asked about all of them.
var tried = []string{"fetch", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "importScripts", "image", "font", "Worker"}

// refuses tries ways out of the page, and out of a worker that is started as the page starts
// its own, in the presence of a listener. Firefox lets nobody speak in the page's own worker.
func (f *firefox) refuses(from string) {
	f.Helper()
	o := newOutside(f.TB)
	for _, p := range probes {
		if !slices.Contains(tried, p.name) {
			continue
		}
		what := exists[p.name]
		if what == "" {
			what = "'always'"
		}
		attempt := fmt.Sprintf(`(async (addr) => { if (%s === 'undefined') return 'does not exist here';
			try { return String(await Promise.race([%s, new Promise((done) => setTimeout(done, 5000, 'silence'))])); } catch (e) { return 'threw ' + e.name; } })(%q)`, what, p.script, o.addr)
		inWorker := fmt.Sprintf(`new Promise((done, failed) => { const w = new Worker(door.createScriptURL(URL.createObjectURL(new Blob([%q]))));
			w.onmessage = (m) => { w.terminate(); done(m.data); }; w.onerror = (e) => failed(new Error(e.message)); })`, attempt+".then(postMessage)")
		for where, script := range map[string]string{"page": attempt, "worker": inWorker} {
			said, err := f.eval(f.tab(), script)
			f.Logf("%-4s %-6s %-14s %d connections, %v", from, where, p.name, o.connections(), said.Value)
			if err != nil {
				f.Errorf("%s in the %s: %v", p.name, where, err)
			}
		}
	}
	if n := o.connections(); n != 0 {
		f.Errorf("%s: %d connections came", from, n)
	}
	if !o.listens() {
		f.Error("the listener heard nobody at all, so its silence proves nothing")
	}
}

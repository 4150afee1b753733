package e2e

import (
	"bytes"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// root is the top of the repository, found upwards from here.
func root() string {
	dir, _ := os.Getwd()
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module flightlog\n") {
			return dir
		}
	}
	return dir
}

// buildPage builds the page into a file. What the build says comes with the error.
func buildPage(file string) (said []byte, err error) {
	build := exec.Command("go", "run", "./cmd/flightlog", "site", "-o", file)
	build.Dir = root()
	return build.CombinedOutput()
}

// site serves the page on loopback as any static host would, without a header that helps
// it, and counts who comes.
type site struct {
	url   string
	mu    sync.Mutex
	asked []string      // "GET /"
	calls int           // connections
	gate  chan struct{} // closed: the program is sent
}

func newSite(t testing.TB) *site {
	t.Helper()
	body, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{gate: make(chan struct{})}
	close(s.gate)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.Method+" "+r.URL.RequestURI())
		s.mu.Unlock()
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		s.mu.Lock()
		gate := s.gate
		s.mu.Unlock()
		at := bytes.LastIndex(body, []byte(`<script type="application/octet-stream"`)) + 1000
		_, _ = w.Write(body[:at])
		w.(http.Flusher).Flush()
		select {
		case <-gate:
			_, _ = w.Write(body[at:])
		case <-r.Context().Done():
		}
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.mu.Lock()
			s.calls++
			s.mu.Unlock()
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	s.url = server.URL + "/"
	return s
}

// holdProgram keeps back all that follows the shell, as a slow line would, until release
// is called.
func (s *site) holdProgram() (release func()) {
	gate := make(chan struct{})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate = gate
	return func() { close(gate) }
}

// requests answers the requests that came so far, and connections how many there were.
func (s *site) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...)
}

func (s *site) connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// outside is a listener that stands for the rest of the world: it takes connections, and
// packets at the same port, counts them and says nothing.
type outside struct {
	addr string
	mu   sync.Mutex
	came int
}

func newOutside(t testing.TB) *outside {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	o := &outside{addr: l.Addr().String()}
	if u, err := net.ListenPacket("udp", o.addr); err != nil {
		t.Fatal(err)
	} else {
		t.Cleanup(func() { u.Close() })
		go o.packets(u)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			o.mu.Lock()
			o.came++
			o.mu.Unlock()
			c.Close()
		}
	}()
	return o
}

// packets counts each packet as somebody who came.
func (o *outside) packets(u net.PacketConn) {
	for b := make([]byte, 2048); ; {
		if _, _, err := u.ReadFrom(b); err != nil {
			return
		}
		o.mu.Lock()
		o.came++
		o.mu.Unlock()
	}
}

func (o *outside) connections() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.came
}

// origins are the two ways in which the page is opened: from a host, and from disk.
func origins(t *testing.T, test func(t *testing.T, url string)) {
	t.Run("http", func(t *testing.T) { t.Parallel(); test(t, newSite(t).url) })
	t.Run("file", func(t *testing.T) { t.Parallel(); test(t, fileURL()) })
}

func fileURL() string { return "file://" + filepath.ToSlash(pageFile) }

// plainSite serves an empty page without a policy, for what a test compares with.
func plainSite(t testing.TB) string {
	t.Helper()
	url, _ := countedSite(t)
	return url
}

// countedSite is one that tells how many requests came.
func countedSite(t testing.TB) (url string, requests func() int) {
	t.Helper()
	var came atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		came.Add(1)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><meta charset=utf-8><link rel=icon href=data:,><title>plain</title>"))
	}))
	t.Cleanup(server.Close)
	return server.URL + "/", func() int { return int(came.Load()) }
}

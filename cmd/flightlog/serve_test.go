package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const somePage = "<!doctype html>\n<title>Flightlog</title>\n"

// TestServe runs the command on a port that is taken: it takes another, prints where it
// is, answers the page, and ends with exit 0 when it is told to.
func TestServe(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skipf("no loopback here: %v", err)
	}
	defer taken.Close()
	file := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(file, []byte(somePage), 0o600); err != nil {
		t.Fatal(err)
	}
	out, in := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--addr", taken.Addr().String(), "--page", file}, in, io.Discard)
		in.Close()
	}()
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatalf("serve said nothing: %v", err)
	}
	url := regexp.MustCompile(`http://\S+`).FindString(string(line[:n]))
	if url == "" || strings.Contains(url, taken.Addr().String()) {
		t.Fatalf("serve said %q while %s is taken", line[:n], taken.Addr())
	}
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(res.Body)
	res.Body.Close()
	if string(body) != somePage {
		t.Errorf("the page reads %q", body)
	}
	stop()
	select {
	case code := <-ended:
		if code != exitOK {
			t.Errorf("exit %d", code)
		}
	case <-time.After(5 * time.Second):
		t.Error("serve does not end")
	}
}

func TestHandler(t *testing.T) {
	h := handler([]byte(somePage))
	for _, c := range []struct {
		method, path string
		code         int
		body         string
	}{
		{"GET", "/", 200, somePage},
		{"GET", "/?x=1", 200, somePage},
		{"HEAD", "/", 200, ""},
		{"POST", "/", 405, "This page can only be read.\n"},
		{"GET", "/index.html", 404, "There is one page here, at /.\n"},
		{"GET", "/favicon.ico", 404, "There is one page here, at /.\n"},
		{"GET", "/../main.go", 404, "There is one page here, at /.\n"},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(c.method, c.path, nil))
		if w.Code != c.code || w.Body.String() != c.body {
			t.Errorf("%s %s: %d %q", c.method, c.path, w.Code, w.Body)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options":  "nosniff",
			"Referrer-Policy":         "no-referrer",
			"Cache-Control":           "no-store",
			"Content-Security-Policy": "frame-ancestors 'none'",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s %s: %s is %q, want %q", c.method, c.path, name, got, want)
			}
		}
	}
}

// TestRefusals: bad usage exits 2 with one line on stderr that says what to do.
func TestRefusals(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "notes.html")
	if err := os.WriteFile(bad, []byte("notes"), 0o600); err != nil {
		t.Fatal(err)
	}
	good := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(good, []byte(somePage), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"serve", "--page", "nowhere.html"}, "there is no page at nowhere.html: build it"},
		{[]string{"serve", "--page", bad}, "is not a page"},
		{[]string{"serve", "--page", good, "--addr", "0.0.0.0:0"}, "not an address of this machine alone"},
		{[]string{"serve", "--page", good, "--addr", "example.org:80"}, "not an address of this machine alone"},
		{[]string{"serve", "--page", good, "--addr", "8080"}, "not of the form"},
		{[]string{"serve", "--page", good, "--addr", "127.0.0.1:99999"}, "not a number from 0 to 65535"},
		{[]string{"serve", "more"}, "unknown command"},
		{[]string{"size", "--page", bad}, "is not a page"},
		{[]string{"fly"}, "unknown command"},
		{[]string{"serve", "--fly"}, "unknown flag"},
	} {
		var stderr strings.Builder
		code := run(context.Background(), c.args, io.Discard, &stderr)
		said := stderr.String()
		if code != exitBad || !strings.Contains(said, c.want) || strings.Count(said, "\n") != 1 {
			t.Errorf("flightlog %s: exit %d, %q; want exit 2 and %q", strings.Join(c.args, " "), code, said, c.want)
		}
	}
}

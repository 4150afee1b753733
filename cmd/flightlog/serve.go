//go:build !wasip1

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

const defaultPage = "dist/index.html"

func newServe() *cobra.Command {
	var addr, page string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the page on this machine",
		Long: `Serve the one page to browsers on this machine. Where the port is taken, the next free
one is used. Every path but / is not found. Ctrl-C ends it.

Exit codes: 0 ended by Ctrl-C, 2 bad input or usage.`,
		Example: `  flightlog serve
  flightlog serve --addr 127.0.0.1:9000 --page dist/index.html`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			body, err := readPage(page)
			if err != nil {
				return err
			}
			l, err := listen(addr)
			if err != nil {
				return err
			}
			return serve(cmd.Context(), l, body, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:8080", "loopback address and first port to try; port 0 takes any")
	cmd.Flags().StringVar(&page, "page", defaultPage, "the page to serve")
	return cmd
}

// readPage reads an assembled page.
func readPage(name string) ([]byte, error) {
	body, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no page at %s: build it with `flightlog site -o %s`", name, name)
	}
	if err != nil {
		return nil, fmt.Errorf("the page cannot be read: %w", err)
	}
	if !bytes.HasPrefix(body, []byte("<!doctype html>")) {
		return nil, fmt.Errorf("%s is not a page that `flightlog site` made", name)
	}
	return body, nil
}

// listen takes the address, or the next free port behind it. Only loopback is served:
// the page is private, and so is who opens it.
func listen(addr string) (net.Listener, error) {
	host, portText, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("the address %q is not of the form 127.0.0.1:8080", addr)
	}
	first, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("the port %q is not a number from 0 to 65535", portText)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%s is not an address of this machine alone: use 127.0.0.1, ::1 or localhost", host)
	}
	last := min(first+100, 65535)
	for port := first; port <= last; port++ {
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.FormatUint(port, 10)))
		if err == nil {
			return l, nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) {
			return nil, fmt.Errorf("cannot listen on %s: %w", addr, err)
		}
	}
	return nil, fmt.Errorf("the ports %d to %d are all taken: give another with --addr", first, last)
}

// serve answers the page until the context ends.
func serve(ctx context.Context, l net.Listener, page []byte, out io.Writer) error {
	server := &http.Server{Handler: handler(page), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	fmt.Fprintf(out, "Flightlog is at http://%s/ (Ctrl-C ends it)\n", l.Addr())
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	limit, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := server.Shutdown(limit); err != nil {
		return server.Close()
	}
	return nil
}

// handler answers / with the page and everything else with 404. The page carries its
// own policy; the header adds what a meta element cannot say.
func handler(page []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Security-Policy", "frame-ancestors 'none'")
		switch {
		case r.URL.Path != "/":
			http.Error(w, "There is one page here, at /.", http.StatusNotFound)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "This page can only be read.", http.StatusMethodNotAllowed)
		default:
			h.Set("Content-Type", "text/html; charset=utf-8")
			h.Set("Content-Length", strconv.Itoa(len(page)))
			if r.Method == http.MethodGet {
				_, _ = w.Write(page) // the reader went away: nobody is left to tell
			}
		}
	})
}

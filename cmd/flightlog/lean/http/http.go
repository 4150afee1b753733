// Package http stands in for net/http while the page's program is built. The templ
// runtime names a server's interfaces; a page has no server, and the whole package with
// its TLS would be a fifteenth of the download. Only the names that templ uses are here; a
// name that is missing ends the build.
package http

import "context"

// StatusInternalServerError is the status of a server that failed.
const StatusInternalServerError = 500

// Header holds the fields of a message.
type Header map[string][]string

// Set sets a field to one value.
func (h Header) Set(key, value string) { h[key] = []string{value} }

// ResponseWriter is what a Handler answers through.
type ResponseWriter interface {
	Header() Header
	Write([]byte) (int, error)
	WriteHeader(status int)
}

// Flusher is a ResponseWriter that can send what it holds.
type Flusher interface{ Flush() }

// Handler answers requests. Nothing in the page calls one.
type Handler interface {
	ServeHTTP(ResponseWriter, *Request)
}

// Request is a request that a server got.
type Request struct {
	URL *URL
	ctx context.Context
}

// URL is the part of an address that a Handler is chosen by.
type URL struct{ Path string }

// Context is the request's context.
func (r *Request) Context() context.Context { return r.ctx }

// WithContext is the same request with another context.
func (r *Request) WithContext(ctx context.Context) *Request { return &Request{r.URL, ctx} }

// Error answers with a status and a text.
func Error(w ResponseWriter, text string, status int) {
	w.WriteHeader(status)
	w.Write([]byte(text))
}

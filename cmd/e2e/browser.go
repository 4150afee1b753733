// Package e2e tests the built page in a real Chromium, as a person uses it: archives go
// in through the file chooser or a drop, and what is asserted is what stands on the
// screen, what reaches the clipboard and what reaches a listener. The page is built
// afresh for every run. Genuine archives come from ../shared beside the repository; where
// that folder is missing, the tests that need it skip and those on archives made here run.
//
// It is a module of its own, so that the product never depends on what drives a browser.
package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// patience is how long a condition may take to come true on a busy machine.
const patience = 90 * time.Second

// findBrowser answers the path of Chromium: $CHROMIUM, else the first of the usual names.
func findBrowser() (string, error) {
	names := []string{"chromium", "chromium-browser", "google-chrome"}
	if name := os.Getenv("CHROMIUM"); name != "" {
		names = []string{name}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium: sudo apt-get install -y chromium, or set CHROMIUM to the path of one")
}

// startBrowser starts the one browser of a run. The context it answers is the parent of
// every tab; stop ends the process.
func startBrowser() (ctx context.Context, stop func(), err error) {
	path, err := findBrowser()
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	if err := chromedp.Do(ctx); err != nil {
		end()
		return nil, nil, fmt.Errorf("%s did not start: %w", path, err)
	}
	return ctx, end, nil
}

// ownBrowser gives a test that measures the browser one that no other test used. Such a
// test does not run beside others.
func ownBrowser(t testing.TB) {
	t.Helper()
	ctx, stop, err := startBrowser()
	if err != nil {
		t.Fatal(err)
	}
	common := browser
	browser = ctx
	t.Cleanup(func() {
		browser = common
		stop()
	})
}

// tab is one tab, and what the browser told about it.
type tab struct {
	testing.TB
	ctx     context.Context
	workers chan target.ID // every worker that the page starts

	mu    sync.Mutex
	asked []string // addresses that were requested, blob: and data: left out
	said  []string // console lines, exceptions, violations of the policy, dialogs
	trace trace    // what the browser's threads did, while it was asked to note that
}

// newTab opens an empty tab that is closed when the test ends.
func newTab(t testing.TB) *tab {
	t.Helper()
	return tabIn(t, chromedp.WithNewBrowserContext())
}

// tabIn opens a tab with a profile of its own, or without options in the browser's.
func tabIn(t testing.TB, options ...chromedp.ContextOption) *tab {
	t.Helper()
	b := &tab{TB: t, workers: make(chan target.ID, 100)}
	ctx, cancel := chromedp.NewContext(browser, append(options, chromedp.WithListener(b.hear))...)
	t.Cleanup(cancel)
	b.ctx = ctx
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1440, 900)); err != nil {
		t.Fatalf("no new tab: %v", err)
	}
	return b
}

// openPage opens the address in a new tab, the page's own or one on disk.
func openPage(t testing.TB, url string) *tab {
	t.Helper()
	b := newTab(t)
	b.do(chromedp.Navigate(url))
	return b
}

// hear notes what a reader of the browser's developer tools would see.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !strings.HasPrefix(url, "blob:") && !strings.HasPrefix(url, "data:") {
			b.asked = append(b.asked, url)
		}
	case *network.EventWebSocketCreated:
		b.asked = append(b.asked, e.URL)
	case *runtime.EventConsoleAPICalled:
		line := "console." + string(e.Type)
		for _, a := range e.Args {
			line += " " + string(a.Value) + a.Description
		}
		b.said = append(b.said, line)
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, "exception: "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		b.said = append(b.said, fmt.Sprintf("%s %s: %s", e.Entry.Source, e.Entry.Level, e.Entry.Text))
	case *tracing.EventDataCollected:
		add(&b.trace, e.Value)
	case *tracing.EventTracingComplete:
		b.trace.whole = true
	case *page.EventJavascriptDialogOpening:
		b.said = append(b.said, "dialog: "+e.Message)
		go b.dismiss()
	case *target.EventAttachedToTarget:
		if e.TargetInfo.Type == "worker" {
			select {
			case b.workers <- e.TargetInfo.TargetID:
			default: // a tab that opens archives by the hundred is asked for none of them
			}
		}
	}
}

// dismiss closes a dialog, which would stop the page for good.
func (b *tab) dismiss() {
	_ = chromedp.Do(b.ctx, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		return cdp.Call(ctx, t, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{})
	})
}

// requests answers the addresses that were requested so far.
func (b *tab) requests() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.asked...)
}

// remarks answers what stands in the console so far.
func (b *tab) remarks() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.said...)
}

// quiet fails the test where the console holds anything.
func (b *tab) quiet() {
	b.Helper()
	for _, remark := range b.remarks() {
		b.Errorf("in the console: %s", remark)
	}
}

// do runs actions of the browser; one that fails or hangs ends the test.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.Fatalf("the browser refused: %v\n%s", err, b.state())
	}
}

// call sends one command of the protocol.
func call[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	r, err := chromedp.Call(ctx, command, params)
	if err != nil {
		b.Fatalf("%s: %v", command.Method, err)
	}
	return r
}

// js evaluates an expression in the page, a promise included. With arguments the
// expression is a function that they are given to.
func js[T any](b *tab, expression string, args ...any) T {
	b.Helper()
	v, err := eval[T](b.ctx, expression, args...)
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

func eval[T any](ctx context.Context, expression string, args ...any) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if len(args) > 0 {
		words := make([]string, len(args))
		for i, a := range args {
			word, err := json.Marshal(a)
			if err != nil {
				var zero T
				return zero, err
			}
			words[i] = string(word)
		}
		expression = fmt.Sprintf("(%s)(%s)", expression, strings.Join(words, ", "))
	}
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// wait polls a condition in the page until it holds. what says in words what is waited
// for; the failure tells what stood on the screen instead.
func (b *tab) wait(what, condition string, args ...any) {
	b.Helper()
	if len(args) == 0 {
		condition = "(async () => !!(await (" + condition + ")))()"
	}
	var last error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(15 * time.Millisecond) {
		ok, err := eval[bool](b.ctx, condition, args...)
		if last = err; ok {
			return
		}
	}
	b.Fatalf("waited in vain for %s (%v)\n%s", what, last, b.state())
}

// state is what a person sees now, for the message of a failure.
func (b *tab) state() string {
	text, err := eval[string](b.ctx, "location.hash + '\\n' + document.body.innerText")
	if err != nil {
		text = err.Error()
	}
	if len(text) > 1500 {
		text = text[:1500] + "…"
	}
	return fmt.Sprintf("--- on the screen ---\n%s\n--- in the console ---\n%s", text, strings.Join(b.remarks(), "\n"))
}

// worker attaches to the next worker that the page started and that was not asked for.
func (b *tab) worker() context.Context {
	b.Helper()
	select {
	case id := <-b.workers:
		ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithTargetID(id), chromedp.WithDetachOnCancel(), chromedp.WithListener(b.hear))
		b.Cleanup(cancel)
		if err := chromedp.Do(ctx); err != nil {
			b.Fatalf("the worker cannot be attached to: %v", err)
		}
		return ctx
	case <-time.After(patience):
		b.Fatalf("no worker was started")
		return nil
	}
}

// inWorker runs a script in the worker that the page started last.
func (b *tab) inWorker(script string) {
	b.Helper()
	if _, err := eval[any](b.worker(), script); err != nil {
		b.Fatalf("in the worker: %v", err)
	}
}

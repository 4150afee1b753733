package e2e

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
)

// trace is the tasks of the browser's threads.
type trace struct {
	tasks []task
	pages []thread // that draw pages
	whole bool
}

type thread struct{ PID, TID int }

// task is one of a thread, with the processor time that it took: what it waited for the
// processor is not in it.
type task struct {
	thread
	ms float64
}

// add takes over what the browser collected.
func add[T ~[]byte](t *trace, events []T) {
	for _, event := range events {
		var e struct {
			thread
			Name string
			TDur float64 // microseconds
			Args struct{ Name string }
		}
		if json.Unmarshal(event, &e) != nil {
			continue
		}
		if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			t.pages = append(t.pages, e.thread)
		}
		if e.Name == "ThreadControllerImpl::RunTask" {
			t.tasks = append(t.tasks, task{e.thread, e.TDur / 1000})
		}
	}
}

// busiest is the processor time in ms of the longest task that a page's own thread had
// meanwhile. A test that asks does not run beside others.
func (b *tab) busiest(do func()) (longest float64) {
	b.Helper()
	b.trace = trace{}
	call(b, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"toplevel"}}})
	do()
	call(b, tracing.End, cdp.Empty{})
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		b.mu.Lock()
		whole := b.trace.whole
		b.mu.Unlock()
		if whole {
			break
		}
		if time.Now().After(end) {
			b.Fatal("the browser does not tell what its threads did")
		}
	}
	for _, t := range b.trace.tasks {
		if slices.Contains(b.trace.pages, t.thread) {
			longest = max(longest, t.ms)
		}
	}
	if longest == 0 {
		b.Error("no task of a page was noted: nothing is proven")
	}
	return longest
}

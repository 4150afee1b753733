package e2e

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// drawers answers the processes of the browser that draw pages and run their workers.
func drawers(t testing.TB) []int {
	t.Helper()
	all, err := chromedp.CallBrowser(browser, systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	for _, p := range all.ProcessInfo {
		if p.Type == "renderer" {
			pids = append(pids, int(p.ID))
		}
	}
	return pids
}

// held is how many bytes of memory of their own those processes have, in all. A test that
// asks does not run beside others.
func held(pids []int) (bytes int64) {
	for _, pid := range pids {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			continue // it has ended, and holds nothing
		}
		for line := range strings.Lines(string(status)) {
			var kb int64
			if n, _ := fmt.Sscanf(line, "RssAnon: %d kB", &kb); n == 1 {
				bytes += kb << 10
			}
		}
	}
	return bytes
}

// height follows what the processes hold until it is asked how much that was at most.
func height(pids []int) (most func() int64) {
	var highest atomic.Int64
	end, ended := make(chan struct{}), make(chan struct{})
	look := func() { highest.Store(max(highest.Load(), held(pids))) }
	go func() {
		defer close(ended)
		for {
			select {
			case <-end:
				return
			case <-time.After(10 * time.Millisecond):
				look()
			}
		}
	}()
	return func() int64 {
		close(end)
		<-ended
		look()
		return highest.Load()
	}
}

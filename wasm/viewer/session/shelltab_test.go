package session

import (
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// TestScript: a command that was not allowed to run is a comment to its last line.
func TestScript(t *testing.T) {
	for _, p := range cases(t)["denied"] {
		for _, i := range p.tabsOf().shell {
			c := &p.s.Calls[i]
			if command, _ := p.file.Command(p.s, c); c.Outcome == timeline.Denied {
				for line := range strings.Lines(string(p.Script())) {
					if strings.Contains(line, command) && !strings.HasPrefix(line, "# ") {
						t.Errorf("a denied command stands as one to run: %s", line)
					}
				}
			}
		}
	}
}

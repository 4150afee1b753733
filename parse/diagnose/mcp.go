package diagnose

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"flightlog/parse/timeline"
)

// mcpServers tells of the MCP servers whose start failed, as process logs say.
func mcpServers(k *run) {
	type server struct{ name, why string }
	places := map[server][]Evidence{}
	var order []server
	for i := range k.Facts {
		f := &k.Facts[i]
		if f.Kind != timeline.MCP || f.Level != "WARNING" && f.Level != "ERROR" || !strings.Contains(strings.ToLower(f.Text), "fail") {
			continue
		}
		var s server
		s.name, s.why = failure(f.Text)
		if places[s] == nil {
			order = append(order, s)
		}
		places[s] = append(places[s], k.stated(f))
	}
	for _, s := range order {
		logs := map[int32]bool{}
		for _, e := range places[s] {
			logs[e.Source] = true
		}
		name := "An MCP server"
		if s.name != "" {
			name = "The MCP server " + s.name
		}
		k.find(Finding{Severity: timeline.Warning, Evidence: places[s],
			Sentence: fmt.Sprintf("%s could not be connected to, %s in %s%s", name, timesOver(len(places[s])), many(len(logs), "process log"), because(s.why)),
			Advice:   "Check its command, address and environment in mcp-config.json on that machine. Its tools were missing while it was not connected."})
	}
}

// startFailed is how early versions word it; the reason follows on lines of its own.
var startFailed = regexp.MustCompile(`Failed to start MCP client for (?:remote )?server (\S+?):`)

// failure reads the entry's server and reason; both are "" where it is worded otherwise.
func failure(text string) (name, why string) {
	if m := startFailed.FindStringSubmatch(text); m != nil {
		return m[1], ""
	}
	i := strings.IndexByte(text, '{')
	if i < 0 {
		return "", ""
	}
	var entry struct {
		Name string `json:"server_name"`
		Why  string `json:"raw_error"`
	}
	if json.Unmarshal([]byte(text[i:]), &entry) != nil {
		return "", ""
	}
	return entry.Name, entry.Why
}

// because ends a sentence with a reason, where there is one.
func because(why string) string {
	if why == "" {
		return "."
	}
	return ": " + strings.TrimSuffix(shorten(why), ".") + "."
}

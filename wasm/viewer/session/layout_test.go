package session

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"flightlog/parse/fixture"
)

// BenchmarkLayout: what the first screen of a conversation costs before its words.
func BenchmarkLayout(b *testing.B) {
	for _, n := range []int{100, 1_000, 7_000} {
		var log strings.Builder
		for i := 0; i < n; i += 7 {
			for k, line := range []string{
				`"user.message","data":{"content":"do %[1]d"}`, `"assistant.turn_start","data":{}`, `"assistant.message","data":{"content":"","toolRequests":[{"toolCallId":"c%[1]d","name":"bash"}]}`,
				`"tool.execution_start","data":{"toolCallId":"c%[1]d","toolName":"bash"}`, `"tool.execution_complete","data":{"toolCallId":"c%[1]d","success":true}`,
				`"assistant.message","data":{"content":"done","model":"m"}`, `"assistant.turn_end","data":{}`,
			} {
				at := time.Date(2026, 10, 5, 9, 0, i/7, 0, time.UTC).Format(time.RFC3339)
				fmt.Fprintf(&log, `{"type":`+strings.ReplaceAll(line, "%[1]d", strconv.Itoa(i))+`,"id":"e-%d","timestamp":%q}`+"\n", i+k, at)
			}
		}
		p := opened(b, fixture.Zip(b, []fixture.File{{Name: ".copilot/session-state/7a5e0099-0000-4000-8000-000000000099/events.jsonl", Data: []byte(log.String())}}, fixture.Shape{}))[0]
		b.Run(fmt.Sprintf("layout/%d", n), func(b *testing.B) {
			for b.Loop() {
				p.layout = nil
				p.layoutOf()
			}
		})
		b.Run(fmt.Sprintf("tape/%d", n), func(b *testing.B) {
			for b.Loop() {
				p.tape = nil
				p.tapeOf()
			}
		})
	}
}

// TestChips: a kind of row that is switched on or off changes the list by as many rows.
func TestChips(t *testing.T) {
	p := cases(t)["lifecycle"][0]
	all, l := len(p.visible()), p.layout
	p.chip("thinking", 3)
	thinking := len(p.shown)
	p.chip("system", 3)
	without := len(p.shown)
	if thinking != all+l.thoughts || l.thoughts != 1 {
		t.Errorf("with thinking %d rows, without %d", thinking, all)
	}
	if without != thinking-l.system || l.system == 0 {
		t.Errorf("without system %d rows of %d", without, thinking)
	}
	for _, n := range p.shown {
		if text := p.item(n).Text; strings.Contains(text, "Model gpt") {
			t.Errorf("a hidden row is shown: %s", text)
		}
	}
}

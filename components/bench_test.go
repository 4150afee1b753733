package components

import (
	"io"
	"strings"
	"testing"
)

// What a screen costs: a chunk of events, one of the conversation, a long reply.
func BenchmarkEventRows(b *testing.B) {
	rows := sampleEvents()
	for len(rows) < 100 {
		rows = append(rows, rows[len(rows)%14])
	}
	for b.Loop() {
		EventRows(rows[:100]).Render(b.Context(), io.Discard)
	}
}

func BenchmarkConversationItems(b *testing.B) {
	items := sampleItems()
	for b.Loop() {
		ConversationItems(items).Render(b.Context(), io.Discard)
	}
}

func BenchmarkProse(b *testing.B) {
	text := strings.Repeat(sampleReply, 30)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Prose(text, "").Render(b.Context(), io.Discard)
	}
}

func BenchmarkVisible(b *testing.B) {
	text := strings.Repeat("plain text with a tab\tand ünïcode\n", 5000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Visible(text)
	}
}

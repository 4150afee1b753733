package diagnose

import (
	"strings"
	"testing"
)

// TestMask: four characters and the length, and of a short secret the length alone.
func TestMask(t *testing.T) {
	for secret, want := range map[string]string{"": "‹masked: 0 characters›", "hunter2": "‹masked: 7 characters›", strings.Repeat("a1B2", 4): "a1B2… (16 characters)", "üüü" + strings.Repeat("a", 13): "üü… (16 characters)"} {
		if got := mask(secret); got != want {
			t.Errorf("mask(%q) = %q, want %q", secret, got, want)
		}
	}
}

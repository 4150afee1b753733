package session

import "testing"

func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{"copilot.zip": "copilot.zip", "my home.zip": "'my home.zip'", "it's.zip": `'it'\''s.zip'`, "-x.zip": "'./-x.zip'", "a$(b).zip": "'a$(b).zip'", "": "''"} {
		if got := quoted(word); got != want {
			t.Errorf("%q is quoted %s, want %s", word, got, want)
		}
	}
}

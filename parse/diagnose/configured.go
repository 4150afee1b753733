package diagnose

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"flightlog/parse/timeline"
)

// maskMark begins what stands for a masked value in the text of a configuration file.
const maskMark = "‹masked: "

// configuredSecrets tells of configuration files that keep values in plain text where
// secrets belong. It reads the masked text: how long a value is it knows, what it is it
// does not.
func configuredSecrets(k *run) {
	for i := range k.Sources {
		src := &k.Sources[i]
		if !bytes.Contains(src.Held, []byte(maskMark)) {
			continue
		}
		var c config
		c.walk(json.NewDecoder(bytes.NewReader(src.Held)), "", false)
		if len(c.places) == 0 {
			continue
		}
		var evidence []Evidence
		var names tallies
		for _, p := range c.places {
			evidence = append(evidence, Evidence{Home: src.Home, Source: int32(i), Text: p})
			names.add(p)
		}
		k.find(Finding{Severity: timeline.Warning, Inferred: true, Evidence: evidence,
			Sentence: fmt.Sprintf("%s keeps %s where secrets belong, in plain text: %s.", src.Path, many(len(evidence), "value"), names.list()),
			Advice:   "The values are masked here. If they are no references to variables, have them replaced before the file is handed on."})
	}
}

// config collects the places of secrets in one file.
type config struct{ places []string }

var secretWord = regexp.MustCompile(`(?i)^headers$|auth|(^|[-_])key$|secret|passw|passphrase|api[-_]?key|access[-_]?key|private[-_]?key|bearer|credential|cookie|signature|token`)

var inEnvironment = regexp.MustCompile(`(?i)\.env(ironment)?\.[^.]*$`)

// longEnough is the length, in characters, from which any value of an environment may be a
// secret. Ports, levels and switches are shorter.
const longEnough = 16

// walk reads one value; secret says that it stands under a key that holds secrets. It
// reports whether the file goes on.
func (c *config) walk(d *json.Decoder, path string, secret bool) bool {
	tok, err := d.Token()
	if err != nil {
		return false
	}
	switch v := tok.(type) {
	case json.Delim:
		for n := 0; d.More(); n++ {
			at, below := fmt.Sprintf("%s[%d]", path, n), secret
			if v == '{' {
				key, err := d.Token()
				if err != nil {
					return false
				}
				name, _ := key.(string)
				at = strings.TrimPrefix(path+"."+shorten(name), ".")
				below = secret || secretWord.MatchString(strings.ReplaceAll(strings.ToLower(name), "tokens", ""))
			}
			if !c.walk(d, at, below) {
				return false
			}
		}
		_, err = d.Token()
		return err == nil
	case string:
		// a list's texts are shown unless they are secret; an unknown key's are not, so a mask
		// alone says nothing there
		whole := strings.HasPrefix(v, maskMark) && strings.HasSuffix(v, "›")
		i := strings.Index(v, maskMark)
		if i < 0 {
			return true
		}
		length, _, _ := strings.Cut(v[i+len(maskMark):], "›")
		n := 0
		fmt.Sscan(length, &n)
		if secret || !whole || strings.HasSuffix(path, "]") || inEnvironment.MatchString(path) && n >= longEnough {
			c.places = append(c.places, path+" ("+length+")")
		}
	}
	return true
}

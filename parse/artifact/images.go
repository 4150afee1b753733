package artifact

import (
	"crypto/sha256"
	"encoding/hex"

	"flightlog/parse/decode/patch"
	"flightlog/parse/timeline"
)

// HasHash reports that the SHA-256 of data is hash, in hex.
func HasHash(data []byte, hash string) bool {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]) == hash
}

// replayBytes bounds the texts that a replay makes and hashes.
const replayBytes = 16 << 20

// Replay makes changes to a text until its SHA-256 is hash, and gives that text and by how
// many changes it came about. A log may have been rewound, so it begins at each change in
// turn; a change that does not fit ends the try. Only the hash proves a text: where none
// has it, ok is false.
func Replay(before string, steps []timeline.Change, hash string) (after string, changes int, ok bool) {
	budget := replayBytes
	for first := range steps {
		text := before
		for i := first; i < len(steps) && budget > 0; i++ {
			next, fits := patch.Apply(text, &steps[i])
			if !fits {
				break
			}
			text = next
			budget -= 2*len(text) + 1
			// a patch that adds a file says its lines, and the last one ends
			for _, t := range [...]string{text, text + "\n"} {
				if HasHash([]byte(t), hash) {
					return t, i - first + 1, true
				}
			}
		}
	}
	return "", 0, false
}

// Between gives the change from one whole text of a file to another.
func Between(path, before, after string) timeline.Change { return patch.Between(path, before, after) }

// Package sample makes the home that "Try the sample" opens: eight sessions over three
// projects of a person who does not exist, which show every kind of call, mark and finding
// once. Nothing goes in. Out comes a zip, the same bytes every time: times, ids and
// pictures are computed, and the database is written by the SQLite that reads it.
//
// What is broken in it is broken on purpose: one log ends in the middle of a line, one
// session stands only in the database. The one value that looks like a token is put
// together here and was never valid.
package sample

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sort"
	"time"
)

// home is the archive while it is made.
type home struct {
	files map[string][]byte // by path inside .copilot
}

func (h *home) put(path, text string) { h.files[path] = []byte(text) }

// Zip makes the home.
func Zip() ([]byte, error) {
	h := &home{files: map[string][]byte{}}
	tide := h.tideTable()
	plan := h.gardenPlan()
	fork := h.gardenFork(plan)
	imports := h.nightlyImport()
	auto := h.autopilot()
	cut := h.cutOff()
	h.neverPrompted()
	if err := h.todoList(plan); err != nil {
		return nil, err
	}
	db, err := store(tide, plan, fork, imports, auto, cut)
	if err != nil {
		return nil, err
	}
	h.files["session-store.db"] = db
	h.settings()
	return h.pack()
}

// pack writes the files in the order of their names.
func (h *home) pack() ([]byte, error) {
	names := make([]string, 0, len(h.files))
	for name := range h.files {
		names = append(names, name)
	}
	sort.Strings(names)
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		f, err := w.CreateHeader(&zip.FileHeader{Name: ".copilot/" + name, Method: zip.Deflate, Modified: time.Date(2026, 11, 27, 17, 0, 0, 0, time.UTC)})
		if err == nil {
			_, err = f.Write(h.files[name])
		}
		if err != nil {
			return nil, fmt.Errorf("the sample cannot be packed: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("the sample cannot be packed: %w", err)
	}
	return b.Bytes(), nil
}

// uuid derives an id from words, in the form that the CLI gives its own.
func uuid(words ...any) string {
	h := hashOf(fmt.Sprintln(words...))
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-8" + h[17:20] + "-" + h[20:32]
}

// hashOf is the SHA-256 of a text, in hex.
func hashOf(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:])
}

// day is a time of November 2026.
func day(d, hour, minute int) time.Time {
	return time.Date(2026, 11, d, hour, minute, 0, 0, time.UTC)
}

package files

import (
	"bytes"
	"slices"

	"flightlog/parse/secret"
)

// veils are the secrets in a part of a file that is shown by row: one may go over many
// rows, and begin or end outside of the part.
type veils []veil

type veil struct {
	from, to int64 // bytes of the file
	mask     string
}

// veilsOf finds the secrets in rows of the file that is looked at, none where it is shown
// as it stands.
func (fs *Files) veilsOf(f *view, from, to int) (out veils) {
	if f.bare || fs.bare || from >= to {
		return nil
	}
	begin, end := int64(from)*hexWidth, int64(to)*hexWidth
	if f.kind == linesView {
		begin, end = f.lines[f.shown[from]], f.lines[f.shown[to-1]]+lineMost
	}
	begin, end = max(begin-secret.Longest, 0), min(end+secret.Longest, int64(len(f.body)))
	near := f.body[begin:end]
	secret.Each(string(near), func(start, stop int, mask string) {
		out = append(out, veil{begin + int64(start), begin + int64(stop), mask})
	})
	if f.kind != hexView || bytes.IndexByte(near, 0) < 0 {
		return out
	}
	var letters []byte // without the zeros that UTF-16 has beside each
	var places []int64
	for i, c := range near {
		if c != 0 {
			letters, places = append(letters, c), append(places, begin+int64(i))
		}
	}
	secret.Each(string(letters), func(start, stop int, mask string) {
		out = append(out, veil{places[start], places[stop-1] + 1, mask})
	})
	return out
}

// over tells whether a byte of the file is part of a secret.
func (vs veils) over(at int64) bool {
	for i := range vs {
		if vs[i].from <= at && at < vs[i].to {
			return true
		}
	}
	return false
}

// apply masks secrets that go over the end of a line, which begins at a byte of the file;
// those inside it are found by its words.
func (vs veils) apply(line []byte, at int64) []byte {
	end := at + int64(len(line))
	for _, v := range slices.Backward(vs) {
		from, to := max(v.from, at), min(v.to, end)
		if from >= to || v.from >= at && v.to <= end {
			continue
		}
		mask := "" // told where the secret begins
		if v.from >= at {
			mask = v.mask
		}
		line = slices.Concat(line[:from-at], []byte(mask), line[to-at:])
	}
	return line
}

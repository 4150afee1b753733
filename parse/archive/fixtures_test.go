package archive

import (
	"io"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// TestBugReports opens the inputs that broke other tools.
func TestBugReports(t *testing.T) {
	const workspace = ".copilot/session-state/" + id + "/workspace.yaml"
	both := []string{log, workspace}
	tests := []struct {
		file  string
		paths []string
		codes []timeline.Code
		fails string // the start of the one sentence, where nothing opens
	}{
		{"32-zip-backslash/copilot.zip", both, nil, ""},
		{"34-zip-dd-nosig/copilot.zip", both, nil, ""},
		{"36-zip64/copilot.zip", both, nil, ""},
		{"39-zip-hostile-paths/copilot.zip", []string{".copilot/link", log, workspace, strings.Replace(log, "50/", "51/", 1)},
			[]timeline.Code{timeline.OddName, timeline.OddName, timeline.OddName, timeline.OddName, timeline.Duplicate, timeline.OddName}, ""},
		{"41-zip-damaged/copilot.zip", both, nil, ""},
		{"41-zip-damaged/bad-crc.zip", both, nil, ""},
		{"41-zip-damaged/bad-deflate.zip", both, nil, ""},
		{"41-zip-damaged/no-eocd.zip", both, []timeline.Code{timeline.ZipTruncated}, ""},
		{"41-zip-damaged/truncated.zip", both[:1], []timeline.Code{timeline.ZipTruncated}, ""},
		{"41-zip-damaged/empty.zip", nil, nil, "This zip is empty"},
		{"41-zip-damaged/not.zip", nil, nil, "This is not a zip: it begins with “<!DOCTYPE html>” and is a web page"},
	}
	damage := map[string]timeline.Code{"41-zip-damaged/bad-crc.zip": timeline.ZipBadCRC, "41-zip-damaged/bad-deflate.zip": timeline.ZipBadData,
		"41-zip-damaged/truncated.zip": timeline.ZipTruncated}
	for _, tt := range tests {
		a, err := open(t, fixture(t, "bugs/"+tt.file))
		if tt.fails != "" {
			if err == nil || !strings.HasPrefix(err.Error(), tt.fails) {
				t.Errorf("%s: %v, want %q", tt.file, err, tt.fails)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.file, err)
			continue
		}
		if got := paths(a); !slices.Equal(got, tt.paths) || !slices.Equal(codes(a), tt.codes) {
			t.Errorf("%s: entries %q, problems %+v", tt.file, got, a.Problems)
		}
		for _, e := range a.Entries {
			got, err := e.ReadAll(0)
			want := damage[tt.file]
			if e.Path == workspace {
				want = ""
			}
			if want == "" && e.Odd == "" && (err != nil || int64(len(got)) != e.Bytes) {
				t.Errorf("%s: %s reads %d of %d bytes, %v", tt.file, e.Path, len(got), e.Bytes, err)
			}
			if want != "" && (err == nil || err.(*Error).Code != want) {
				t.Errorf("%s: %s: %v, want %s", tt.file, e.Path, err, want)
			}
		}
	}
}

// TestGenuineArchives reads every file of every archive, as many as its README counts,
// and again from the same archive without its directory.
func TestGenuineArchives(t *testing.T) {
	for name, files := range map[string]int{"acp": 9, "big": 194, "cut": 16, "daily": 131, "denied": 28, "killed-open": 23, "mcp-open": 49, "upgrade": 30, "v0.0.376": 13, "v1.0.35": 18} {
		b := fixture(t, "real/"+name+".zip")
		a, err := open(t, b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(a.Entries) != files || a.Outside+a.Junk+len(a.Problems) != 0 || len(a.Homes) != 1 {
			t.Errorf("%s: %d entries, %d outside, %d junk, problems %+v, want %d entries", name, len(a.Entries), a.Outside, a.Junk, a.Problems, files)
		}
		for _, e := range a.Entries {
			if n, err := drain(e); n != e.Bytes || err != nil {
				t.Errorf("%s: %s reads %d of %d bytes, %v", name, e.Path, n, e.Bytes, err)
			}
			if e.Modified.Year() < 2025 {
				t.Errorf("%s: %s is of %s", name, e.Path, e.Modified)
			}
		}
		end, _ := (&zipFile{r: strings.NewReader(string(b)), size: int64(len(b))}).findEnd()
		salvaged, err := open(t, b[:end.dir])
		if err != nil || !slices.Equal(paths(salvaged), paths(a)) {
			t.Errorf("%s without its directory: %v", name, err)
		}
	}
}

func drain(e *Entry) (int64, error) {
	r, err := e.Open()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return io.Copy(io.Discard, r)
}

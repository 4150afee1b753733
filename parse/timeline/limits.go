package timeline

import "math"

const (
	KiB = 1 << 10
	MiB = 1 << 20
	GiB = 1 << 30
)

// Limits bound what an untrusted archive may cost. Reaching one is a Problem of
// code limit, and the walk goes on with the next entry.
type Limits struct {
	Entries    int   // files in the archive
	EntryBytes int64 // unpacked bytes of one entry
	TotalBytes int64 // unpacked bytes that are held in all
	SmallBytes int64 // unpacked bytes of one small document (YAML, JSON)
	YAMLBytes  int64 // unpacked bytes of one YAML document: reading takes a hundred times as much
	Ratio      int64 // unpacked bytes per packed byte, beyond FreeBytes; deflate reaches 1032
	FreeBytes  int64 // unpacked bytes that no ratio bounds
	LineBytes  int   // bytes of one line of a log
	Depth      int   // nesting of one JSON value: the stack of a worker holds some 3,000 levels
	Rows       int   // rows of one database table
	Problems   int   // problems kept; further ones are counted in a last one
}

// DefaultLimits fit a browser tab: a 32-bit address space and one person's patience.
func DefaultLimits() Limits {
	return Limits{
		Entries: 200_000, EntryBytes: 2 * GiB, TotalBytes: 3 * GiB, SmallBytes: 16 * MiB, YAMLBytes: MiB, Ratio: 250, FreeBytes: 64 * MiB,
		LineBytes: 256 * MiB, Depth: 1_000, Rows: 5_000_000, Problems: 10_000,
	}
}

// Unpacked is how many bytes so many packed ones may unpack to, as one entry.
func (l Limits) Unpacked(packed int64) int64 {
	if packed > l.EntryBytes/max(l.Ratio, 1) {
		return l.EntryBytes
	}
	return min(max(packed*l.Ratio, l.FreeBytes), l.EntryBytes)
}

// Raised gives limits that many times as high, for a person who trusts an archive that met
// one. What an int of 32 bits must hold is raised no further than that, and what the stack
// must hold is not raised.
func (l Limits) Raised(times int) Limits {
	n := int64(min(max(times, 1), 1000))
	for _, size := range [...]*int64{&l.EntryBytes, &l.TotalBytes, &l.SmallBytes, &l.YAMLBytes, &l.Ratio, &l.FreeBytes} {
		*size = min(*size, math.MaxInt64/n) * n
	}
	for _, count := range [...]*int{&l.Entries, &l.LineBytes, &l.Rows, &l.Problems} {
		*count = int(min(int64(*count)*n, math.MaxInt32))
	}
	return l
}

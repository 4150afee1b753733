package timeline

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
	Ratio      int64 // unpacked bytes per packed byte; deflate cannot exceed 1032
	LineBytes  int   // bytes of one line of a log
	Depth      int   // nesting of one JSON value
	Rows       int   // rows of one database table
	Problems   int   // problems kept; further ones are counted in a last one
}

// DefaultLimits fit a browser tab: a 32-bit address space and one person's patience.
func DefaultLimits() Limits {
	return Limits{
		Entries: 200_000, EntryBytes: 2 * GiB, TotalBytes: 3 * GiB, SmallBytes: 16 * MiB, Ratio: 1040,
		LineBytes: 256 * MiB, Depth: 10_000, Rows: 5_000_000, Problems: 10_000,
	}
}

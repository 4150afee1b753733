package timeline

// Severity orders problems.
type Severity uint8

const (
	Note    Severity = iota // worth knowing; nothing was lost
	Warning                 // something may be missing
	Error                   // something could not be read
)

func (s Severity) String() string { return [...]string{"note", "warning", "error"}[s] }

// Code names a kind of problem; programs match on it.
type Code string

const (
	NotArchive   Code = "not-archive"
	NoData       Code = "no-data"
	BadLine      Code = "bad-line"
	CutLine      Code = "cut-line"
	NotAnEvent   Code = "not-an-event"
	GluedObject  Code = "glued-object"
	RawNewline   Code = "raw-newline"
	RawControl   Code = "raw-control"
	NULBytes     Code = "nul-bytes"
	UTF16        Code = "utf16"
	Repeated     Code = "duplicate-event"
	InvalidUTF8  Code = "invalid-utf8"
	BadTimestamp Code = "bad-timestamp"
	IDMismatch   Code = "id-mismatch"
	HashMismatch Code = "hash-mismatch"
	EmptiedLog   Code = "emptied-log"
	LogMissing   Code = "no-log"        // a session folder without an event log
	UnknownShape Code = "unknown-shape" // a known file, table or event type that is built otherwise than known; it is shown as it stands
	BadYAML      Code = "bad-yaml"
	BadJSON      Code = "bad-json"
	NotSQLite    Code = "not-sqlite"
	DBMalformed  Code = "db-malformed"
	DBNoTables   Code = "db-no-tables"
	DBEmpty      Code = "db-empty"
	WALTorn      Code = "wal-torn"
	DBWithoutWAL Code = "db-without-wal"
	WALWithoutDB Code = "wal-without-db"
	ZipBadCRC    Code = "zip-bad-crc"
	ZipBadData   Code = "zip-bad-data"
	ZipEncrypted Code = "zip-encrypted"
	ZipMethod    Code = "zip-method"
	ZipTruncated Code = "zip-truncated"
	OddName      Code = "odd-name"
	Duplicate    Code = "duplicate-entry"
	Limit        Code = "limit"
	Internal     Code = "internal"
)

var severities = map[Code]Severity{
	NotArchive: Error, NoData: Error, BadLine: Error, CutLine: Warning, NotAnEvent: Warning, InvalidUTF8: Note,
	BadTimestamp: Note, IDMismatch: Note, EmptiedLog: Warning, BadYAML: Warning, BadJSON: Warning, NotSQLite: Error, DBMalformed: Error,
	GluedObject: Note, RawNewline: Note, RawControl: Note, NULBytes: Note, UTF16: Note, Repeated: Note,
	LogMissing: Note, UnknownShape: Note, HashMismatch: Warning, DBNoTables: Warning, DBEmpty: Warning, WALTorn: Warning, DBWithoutWAL: Warning, WALWithoutDB: Warning,
	ZipBadCRC: Warning, ZipBadData: Error, ZipEncrypted: Error, ZipMethod: Error, ZipTruncated: Error, OddName: Note,
	Duplicate: Note, Limit: Warning, Internal: Error,
}

// Severity looks the code up in the one table of severities; an unlisted code is an Error.
func (c Code) Severity() Severity {
	if s, ok := severities[c]; ok {
		return s
	}
	return Error
}

// Problem is something that could not be read, and where.
type Problem struct {
	Code    Code
	Source  int32  // index into Timeline.Sources, or None for the archive itself
	Line    int64  // 1-based, 0 when it has none
	Offset  int64  // byte offset in the unpacked source
	Length  int64  // bytes, 0 when it has no extent
	Message string // one plain sentence
	Kept    string // what was kept in spite of it, as the end of "kept: …"; "" when that goes without saying
}

package timeline

// BlockKind is the closed set of ways in which detail is shown. Views know blocks,
// never event types.
type BlockKind uint8

const (
	TextBlock     BlockKind = iota // plain text
	MarkdownBlock                  // a model's prose
	CodeBlock                      // source text, Lang when known
	TerminalBlock                  // output of a shell
	DiffBlock                      // a unified diff
	TableBlock                     // Fields as name and value
	RawBlock                       // the record as it stands
	GridBlock                      // Rows under Columns
	ImageBlock                     // a picture: Image says where its bytes are
	HitsBlock                      // what a search found: Hits by file, as Text says it
)

// Field is one named value.
type Field struct{ Name, Value string }

// Block is one piece of an event's or a call's detail.
type Block struct {
	Kind   BlockKind
	Title  string // what it is: "Output", a path, a command
	Lang   string // language of a CodeBlock, "" when unknown
	Text   string
	Note   string  // a sentence about a text, code, terminal, diff or grid, "" when there is nothing to say
	Aside  string  // the block stands closed behind these words until it is asked for, "" for one that stands open
	Fields []Field // of a TableBlock
	Ref    string  // where the page asks for the rest of a long one; a view fills it in

	Line    int      // number of Text's first line in its file, of a CodeBlock; 0: not numbered
	Screen  *Screen  // of a TerminalBlock, Text as a terminal shows it; nil: Text as it stands
	Changes []Change // of a DiffBlock, what Text says file by file; nil: Text as it stands

	Hits    []FileHits // of a HitsBlock
	Columns []string   // heads of a GridBlock
	Rows    [][]string // of a GridBlock, each as long as Columns
	Log     bool       // of a GridBlock: each row is the line, time, level, subject and text of an entry
	Image   Image      // of an ImageBlock
}

// Image is a picture that a record shows: its bytes stand in the record itself as base64,
// or in the session.binary_asset of the same session that has its AssetID.
type Image struct {
	MIME    string // as the record claims; what the bytes are is decided by the bytes
	Bytes   int64  // unpacked, 0 when it is not recorded
	AssetID string
	Base64  string // "" when the bytes stand in an asset or are not recorded
	Ref     string // where the page asks for the bytes; a view fills it in
}

// FileHits is what a search found in one file.
type FileHits struct {
	Path  string
	Count int       // lines that match, 0 where the search gives paths alone
	Lines []HitLine // in the order of the result; none where it gives paths or counts
}

// HitLine is a line that a search gives.
type HitLine struct {
	N     int // its number in the file, 0 where it is not given
	Text  string
	Marks [][2]int // what of it matches, byte ranges of Text in order
	Near  bool     // it stands beside one that matches
}

// Summary is what one line of a list says about an event or a call.
type Summary struct {
	Who  string // "you", a tool's name, a model, a hook; "" when nobody in particular
	Text string // one line, control characters made visible
	Mono bool   // Text is a command, a path or the like
}

// Reader decodes what records say, on demand. parse implements it; views and
// engines ask through it.
type Reader interface {
	// Raw gives the record's bytes exactly as they stand in the source.
	Raw(e *Event) []byte
	// Summary gives the event's line.
	Summary(s *Session, e *Event) Summary
	// Blocks gives the event's detail.
	Blocks(s *Session, e *Event) []Block
	// CallSummary gives the call's line: what it was about.
	CallSummary(s *Session, c *Call) Summary
	// CallDecision says what was decided about the call's permission request, and by whom.
	CallDecision(c *Call) string
	// CallBlocks gives the call's detail: arguments, then output, then error.
	CallBlocks(s *Session, c *Call) []Block
}

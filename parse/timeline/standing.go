package timeline

// Remembered is a prompt of the prompt history, which keeps no time, session or
// directory.
type Remembered struct {
	Source int32 // index into Timeline.Sources
	Index  int64 // 1-based place in the file, newest first
	Text   string
}

// Grant is a permission that stands until somebody removes it.
type Grant struct {
	Source   int32  // index into Timeline.Sources
	Home     int    // index into Timeline.Homes
	Index    int64  // 1-based place in its list
	Location string // the directory it holds for, "" for a rule about URLs
	List     string // tool_approvals, allowed_directories, allowedUrls or deniedUrls
	Kind     string // of an approval, as the producer spells it
	Words    string // what is allowed or denied, in words
	Raw      string // the entry, as compact JSON
	Time     int64  // ms since 1970 UTC of the file's last change, or NoTime; the entry itself has none
}

package components

// AuditRowHeight is the height in CSS px that archive.css gives to a row of the permission
// audit.
const AuditRowHeight = 46

// Audit is the page of all permissions: what was asked, who decided, what then happened.
type Audit struct {
	Text    string
	Figures []Figure
	Tabs    []Tab
}

// AuditRow is a request for a permission, a change of the mode, or a command.
type AuditRow struct {
	Index   int
	Href    string // its row among those of its session
	When    string // 30 Nov 2026, 18:12:01
	WhenUTC string
	Session string // its name
	Project string
	Icon    string
	Look    string
	Who     string // the tool
	Text    string
	Mono    bool
	Decided Tag
	Scope   string // for what the answer holds, or why there is none
	Waited  string // from the question to the answer, or how long a command ran; "" when it is not known
	Took    string // which of the two: waited, ran
	Then    []Tag  // what happened
}

// AuditNone is why a view of the audit is empty.
type AuditNone struct{ Title, Text string }

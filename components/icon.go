package components

// icons holds the strokes of every icon: one path on a 24 by 24 grid, round ends, drawn
// by the text's colour. One path an icon keeps a row at two nodes for its icon.
var icons = map[string]string{
	// the brand and the shell
	"brand": "M3 17h3l2.5-9 4 12 3-8 1.5 5H21",
	"open":  "M12 15V4m0 0L8 8m4-4 4 4M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4",
	"close": "M6 6l12 12M18 6 6 18",
	"copy":  "M9 9h10v11H9zM15 9V4H5v11h4",
	"key":   "M8 11.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12.5 20 4m-3.5 3.3L19 9.8m-5.5.2 2 2",
	"theme": "M12 4a8 8 0 1 0 0 16zm0 0a8 8 0 0 1 0 16",
	"print": "M7 8V4h10v4M7 16H4V8h16v8h-3M7 13h10v7H7z",
	"more":  "m9 6 6 6-6 6",
	"back":  "m15 6-6 6 6 6",
	"up":    "m6 15 6-6 6 6",
	"down":  "m6 9 6 6 6-6",

	// pages
	"overview": "M4 4.5h7v7H4zM14 4.5h6v4h-6zM14 11.5h6v8h-6zM4 14.5h7v5H4z",
	"finding":  "M6 20.5V4m0 .5c4-2 7 2 12 0v9c-5 2-8-2-12 0",
	"problem":  "M12 9v5m0 3v.2M10.3 4 2.6 17.5A1.7 1.7 0 0 0 4.1 20h15.8a1.7 1.7 0 0 0 1.5-2.5L13.7 4a2 2 0 0 0-3.4 0Z",
	"file":     "M6 3h8l4 4v14H6zM14 3v4h4",
	"files":    "M4 6h6l2 2.5h8V19H4z",
	"events":   "M4 6h16M4 12h16M4 18h10",

	// who speaks
	"prompt":    "M5 5h14v11h-8l-4 4v-4H5z",
	"reply":     "M5 6.5h14M5 12h14M5 17.5h8",
	"reasoning": "M12 4v16M5.1 8l13.8 8M18.9 8 5.1 16",
	"agent":     "M12 3.5 20.5 12 12 20.5 3.5 12zM12 9l3 3-3 3-3-3z",
	"notice":    "M12 11v6m0-9.5v.2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z",

	// tools
	"tool":     "M14.5 6.5a4.5 4.5 0 0 1 5.3-2.2l-2.9 2.9 2.2 2.2 2.6-2.6a4.5 4.5 0 0 1-6 5.3l-8 8-2.8-2.8 8-8a4.5 4.5 0 0 1 1.6-2.8z",
	"bash":     "m5 7 5 5-5 5M12.5 17H19",
	"edit":     "M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5 17.5 10",
	"view":     "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
	"search":   "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20.5 20.5",
	"web":      "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c-5 5-5 12 0 17 5-5 5-12 0-17z",
	"question": "M8.5 9a3.5 3.5 0 1 1 5.5 2.9c-1.3.9-2 1.6-2 3.1m0 3.5v.2",
	"todo":     "m4 7 1.5 1.5L8 5.5M11 7h9M4 16l1.5 1.5L8 14.5M11 16h9",

	// what happens around them
	"permission": "M12 3.5 5 6.5v5.5c0 4.3 3 7.2 7 8.5 4-1.3 7-4.2 7-8.5V6.5zM9 12l2 2 4-4",
	"model":      "M4 8.5h15m0 0-3.5-3.5M19 8.5 15.5 12M20 15.5H5m0 0L8.5 12M5 15.5 8.5 19",
	"hook":       "M15 4v10.5a4.5 4.5 0 0 1-9 0V13m0 0-2 2.5M6 13l2.5 2M12.5 4h5",
	"session":    "M12 3.5 20.5 12 12 20.5 3.5 12z",
	"compaction": "M12 3v6m0 0L9 6m3 3 3-3M12 21v-6m0 0-3 3m3-3 3 3M4 12h16",
	"usage":      "M5 20V11M12 20V4M19 20V14",
	"database":   "M5 6c0-3.3 14-3.3 14 0s-14 3.3-14 0zv12c0 3.3 14 3.3 14 0V6M5 12c0 3.3 14 3.3 14 0",

	// how it ended
	"failed":    "M6 6l12 12M18 6 6 18",
	"denied":    "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 6l12 12",
	"cancelled": "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.5 12h7",
	"open-call": "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
	"done":      "m5 12.5 4.5 4.5L19 7.5",
	"error":     "M12 7v6m0 3.3v.2M8 3.5h8L20.5 8v8L16 20.5H8L3.5 16V8z",
	"unknown":   "M4.5 4.5h15v15h-15zM10 9.8a2.1 2.1 0 1 1 3 1.9c-.7.4-1 .8-1 1.5m0 2.8v.1",
}

// HasIcon reports whether an icon of that name is drawn; any other name shows the
// icon of the unknown.
func HasIcon(name string) bool { return icons[name] != "" }

func strokes(name string) string {
	if d := icons[name]; d != "" {
		return d
	}
	return icons["unknown"]
}

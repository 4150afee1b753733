package jsonl

// Starts gives the byte offset at which each line of a whole log begins, as Log.Read
// counts them: line n begins at Starts(held)[n-1].
func Starts(held []byte) []int64 {
	e := EncodingOf(held)
	var out []int64
	for from := 0; from < len(held); {
		out = append(out, int64(from))
		e = e.next(held[from:])
		end, next := e.lineEnd(held, from)
		if end < 0 {
			break
		}
		from = next
	}
	return out
}

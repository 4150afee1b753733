package timeline

// Repeat is one more copy of an event in its own log: the same id and the same bytes. It
// is no event of its own.
type Repeat struct {
	Event  int32 // index into Session.Events of the first copy
	Line   int64
	Offset int64
	Length int32
}

// Copies counts the copies of an event in its log, itself included.
func (s *Session) Copies(event int32) int {
	n := 1
	for i := range s.Repeats {
		if s.Repeats[i].Event == event {
			n++
		}
	}
	return n
}

package ansi

import (
	"strings"

	"flightlog/parse/timeline"
)

// escape reads the sequence at the cursor. One that is not understood stays in the text:
// its first byte as a character, what follows as what it is.
func (s *screen) escape() {
	rest := s.in[s.pos+1:]
	if rest == "" {
		s.char()
		return
	}
	switch c := rest[0]; c {
	case '[':
		s.control()
	case ']', 'P', 'X', '^', '_':
		s.str(c)
	case '7':
		s.saved = [2]int{s.row, s.col}
		s.pos += 2
	case '8':
		s.restore()
		s.pos += 2
	case '=', '>', 'H', 'N', 'O', '\\':
		s.drop(2)
	case '(', ')', '*', '+', '#', '%':
		if len(rest) > 1 && rest[1] >= '0' && rest[1] <= '~' {
			s.drop(3)
			return
		}
		s.char()
	default:
		s.char()
	}
}

func (s *screen) drop(n int) {
	s.dropped++
	s.pos += n
}

// mark shows a sequence as it stands, since to act on it would take the text apart.
func (s *screen) mark(n int) {
	s.put(cell{int32(s.pos), int32(s.pos + n), timeline.Dim}, 1)
	s.pos += n
}

// control reads ESC [ parameters final.
func (s *screen) control() {
	end, most := s.pos+2, min(len(s.in), s.pos+maxSequence)
	for end < most && s.in[end] >= 0x20 && s.in[end] <= 0x3f {
		end++
	}
	if end == most || s.in[end] < 0x40 || s.in[end] > 0x7e {
		s.char()
		return
	}
	params, final, size := s.in[s.pos+2:end], s.in[end], end+1-s.pos
	if strings.Trim(params, "0123456789;:") != "" { // private modes and the like
		s.drop(size)
		return
	}
	nums, ok := numbers(params)
	if !ok {
		s.char()
		return
	}
	if final == 'm' {
		s.style = styled(s.style, nums)
		s.pos += size
		return
	}
	if s.step(final, nums) {
		s.pos += size
		return
	}
	switch final {
	case 'A', 'B', 'E', 'F', 'H', 'f', 'J', 'K', 'd', 'L', 'M', 'S', 'T', '@', 'P', 'X':
		s.mark(size)
	default:
		s.drop(size)
	}
}

// numbers reads the parameters of a control sequence; what is left out is -1, and one
// that follows a colon belongs to the one before it, which makes no difference here.
func numbers(params string) (nums [maxParams]int, ok bool) {
	i, n := 0, -1
	for j := 0; j <= len(params); j++ {
		if j < len(params) && params[j] >= '0' && params[j] <= '9' {
			n = min(max(n, 0)*10+int(params[j]-'0'), 1<<20)
			continue
		}
		if i == maxParams {
			return nums, false
		}
		nums[i], n = n, -1
		i++
	}
	for ; i < maxParams; i++ {
		nums[i] = -2 // beyond the last
	}
	return nums, true
}

// step acts on a move of the cursor or an erasure that stays near the text.
func (s *screen) step(final byte, nums [maxParams]int) bool {
	n := max(nums[0], 1)
	switch final {
	case 'A', 'F':
		if n > maxUp || len(s.lines)-(s.row-n) > maxUp {
			return false
		}
		s.row = max(s.row-n, 0)
	case 'B', 'E':
		for ; n > 0 && s.row+1 < len(s.lines); n-- {
			s.row++
		}
		if n > maxDown || n > s.blanks {
			return false
		}
		s.blanks -= n
		for ; n > 0; n-- {
			s.lines = append(s.lines, line{})
			s.row++
		}
	case 'C':
		s.right(n)
	case 'D':
		s.col = max(s.col-n, 0)
	case 'G', '`':
		s.col = min(s.col, n-1)
		s.right(n - 1 - s.col)
	case 'K':
		return s.erase(nums[0])
	case 'J':
		return nums[0] <= 0 && s.row == len(s.lines)-1 && s.erase(0) // all below: the rest of this line
	case 's':
		s.saved = [2]int{s.row, s.col}
	case 'u':
		s.restore()
	default:
		return false
	}
	if final == 'E' || final == 'F' {
		s.col = 0
	}
	return true
}

func (s *screen) restore() {
	s.row, s.col = s.saved[0], s.saved[1]
}

// erase empties the line from the cursor on (0), up to it (1) or all of it (2).
func (s *screen) erase(what int) bool {
	cells := s.cells()
	if what > 2 || what == 1 && s.col > maxColumn { // which could be asked for again and again
		return false
	}
	from, to := min(s.col, len(cells)), len(cells)
	if what == 1 {
		from, to = 0, min(s.col+1, len(cells))
	} else if what == 2 {
		from = 0
	}
	for i := from; i < to; i++ {
		tear(cells, i, &s.lost)
	}
	if to == len(cells) {
		s.lines[s.row].cells = cells[:from]
	}
	return true
}

// str reads an operating system command or another string up to its end: ESC \, or BEL.
// One that runs over a line end is broken and stays visible.
func (s *screen) str(kind byte) {
	body := s.in[s.pos+2 : min(len(s.in), s.pos+2+maxString)]
	end := strings.IndexAny(body, "\a\x1b\n")
	size := 1
	if end < 0 || body[end] == '\n' || body[end] == 0x1b && !strings.HasPrefix(body[end:], "\x1b\\") {
		s.char()
		return
	}
	if body[end] == 0x1b {
		size = 2
	}
	from := s.pos + 2
	rest, is8 := strings.CutPrefix(body[:end], "8;")
	_, url, isLink := strings.Cut(rest, ";")
	if kind != ']' || !is8 || !isLink {
		s.drop(2 + end + size)
		return
	}
	s.closeLink()
	if url != "" {
		s.link = [2]int{from + end - len(url), from + end}
	}
	s.pos = from + end + size
}

// closeLink writes the address of the open link behind its text.
func (s *screen) closeLink() {
	from, to := s.link[0], s.link[1]
	if from == to {
		return
	}
	s.link = [2]int{}
	s.put(cell{blank, blank, timeline.Dim}, 1)
	s.put(cell{open, open, timeline.Dim}, 1)
	for i := from; i < to; {
		n := s.width(s.in[i:to])
		s.put(cell{int32(i), int32(i + n.bytes), timeline.Dim}, n.columns)
		i += n.bytes
	}
	s.put(cell{closed, closed, timeline.Dim}, 1)
}

package patch

import (
	"unicode"
	"unicode/utf8"

	"flightlog/parse/timeline"
)

// The comparison is ours, not github.com/aymanbagabas/go-udiff: in a stripped js/wasm
// program that costs 719,650 bytes (183,425 gzipped), all of this package 198,501
// (55,464), and nothing bounds its work.

// What a comparison may cost: its work grows with the product of length and differences.
const (
	maxLineEdits = 1000 // lines that differ; beyond it all of the middle counts as replaced
	maxWordEdits = 60   // words that differ within a line
	maxWords     = 400  // of a line whose words are compared
	maxPairs     = 500  // pairs of lines whose words are compared, in a change
)

// compare gives the lines of two texts as one, each kept, removed or added.
func compare(before, after []string) []timeline.DiffLine {
	var out []timeline.DiffLine
	i, j := 0, 0
	for _, m := range append(common(before, after, maxLineEdits), match{len(before), len(after), 0}) {
		for ; i < m.a; i++ {
			out = append(out, timeline.DiffLine{Kind: '-', Text: before[i]})
		}
		for ; j < m.b; j++ {
			out = append(out, timeline.DiffLine{Kind: '+', Text: after[j]})
		}
		for range m.n {
			out = append(out, timeline.DiffLine{Kind: ' ', Text: before[i]})
			i, j = i+1, j+1
		}
	}
	return out
}

// match says that n elements from a on are those from b on.
type match struct{ a, b, n int }

// common finds what two sequences share, in order, by the shortest way of edits from one
// to the other (Myers, An O(ND) difference algorithm, 1986). Where that is longer than
// most, only the beginning and the end that they share are given.
func common(a, b []string, most int) []match {
	lead := 0
	for lead < len(a) && lead < len(b) && a[lead] == b[lead] {
		lead++
	}
	tail := 0
	for tail < len(a)-lead && tail < len(b)-lead && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out []match
	if lead > 0 {
		out = append(out, match{0, 0, lead})
	}
	for _, m := range shortest(a[lead:len(a)-tail], b[lead:len(b)-tail], most) {
		out = append(out, match{m.a + lead, m.b + lead, m.n})
	}
	if tail > 0 {
		out = append(out, match{len(a) - tail, len(b) - tail, tail})
	}
	return out
}

// shortest walks the diagonals of the edit graph, one more edit a round; reach[k] is how
// far a's side gets on diagonal k. The rounds are kept for the way back.
func shortest(a, b []string, most int) []match {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	most = min(most, len(a)+len(b))
	reach := make([]int32, 2*most+3)
	mid := most + 1
	var rounds [][]int32
	for d := 0; d <= most; d++ {
		for k := -d; k <= d; k += 2 {
			x := int32(0)
			if k == -d || k != d && reach[mid+k-1] < reach[mid+k+1] {
				x = reach[mid+k+1]
			} else {
				x = reach[mid+k-1] + 1
			}
			for int(x) < len(a) && int(x)-k < len(b) && a[x] == b[int(x)-k] {
				x++
			}
			reach[mid+k] = x
			if int(x) >= len(a) && int(x)-k >= len(b) {
				return way(rounds, len(a), len(b), d)
			}
		}
		rounds = append(rounds, append([]int32(nil), reach[mid-d:mid+d+1]...))
	}
	return nil
}

// way follows the rounds back from the end and gathers what was kept.
func way(rounds [][]int32, x, y, d int) []match {
	var out []match
	for ; d > 0; d-- {
		prev := rounds[d-1] // diagonals -(d-1) to d-1
		at := func(k int) int32 {
			if i := k + d - 1; i >= 0 && i < len(prev) {
				return prev[i]
			}
			return -1
		}
		k := x - y
		fromX := 0
		down := k == -d || k != d && at(k-1) < at(k+1)
		if down {
			fromX = int(at(k + 1))
			k++
		} else {
			fromX = int(at(k - 1))
			k--
		}
		start := fromX // where the run of equals begins, after the edit
		if !down {
			start++
		}
		if n := x - start; n > 0 {
			out = append(out, match{x - n, y - n, n})
		}
		x, y = fromX, fromX-k
	}
	if x > 0 {
		out = append(out, match{0, 0, x})
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// mark notes which words differ, where as many lines were added as removed before them.
func mark(lines []timeline.DiffLine, budget *int) {
	for i := 0; i < len(lines); {
		removed := run(lines[i:], '-')
		added := run(lines[i+removed:], '+')
		for n := 0; removed == added && n < removed && *budget > 0; n++ {
			*budget--
			before, after := &lines[i+n], &lines[i+removed+n]
			before.Marks, after.Marks = words(before.Text, after.Text)
		}
		i += max(removed+added, 1)
	}
}

func run(lines []timeline.DiffLine, kind byte) int {
	n := 0
	for n < len(lines) && lines[n].Kind == kind {
		n++
	}
	return n
}

// words gives the byte ranges in which two lines differ; none where they have little in
// common, since then everything would be marked.
func words(before, after string) (a, b [][2]int) {
	left, right := cut(before), cut(after)
	if len(left) > maxWords || len(right) > maxWords {
		return nil, nil
	}
	kept := common(left, right, maxWordEdits)
	size := 0
	for _, m := range kept {
		for _, w := range left[m.a : m.a+m.n] {
			if r, _ := utf8.DecodeRuneInString(w); !unicode.IsSpace(r) {
				size += len(w)
			}
		}
	}
	if 3*size < max(len(before), len(after)) {
		return nil, nil
	}
	return between(left, kept, func(m match) int { return m.a }), between(right, kept, func(m match) int { return m.b })
}

// between gives the byte ranges that no match covers.
func between(words []string, kept []match, start func(match) int) [][2]int {
	var out [][2]int
	i, at := 0, 0
	upTo := func(n int) (from, to int) {
		from = at
		for ; i < n; i++ {
			at += len(words[i])
		}
		return from, at
	}
	for _, m := range kept {
		if from, to := upTo(start(m)); to > from {
			out = append(out, [2]int{from, to})
		}
		upTo(start(m) + m.n)
	}
	if from, to := upTo(len(words)); to > from {
		out = append(out, [2]int{from, to})
	}
	return out
}

// cut divides a line into words, runs of blanks and single signs.
func cut(line string) []string {
	var out []string
	last, from := 0, 0 // class and beginning of the word that is open
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRuneInString(line[i:])
		class := 1
		switch {
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			class = 2
		case unicode.IsSpace(r):
			class = 3
		}
		if class > 1 && class == last {
			out[len(out)-1] = line[from : i+n]
		} else {
			from = i
			out = append(out, line[i:i+n])
		}
		last = class
		i += n
	}
	return out
}

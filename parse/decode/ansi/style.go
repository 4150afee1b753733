package ansi

import "flightlog/parse/timeline"

// styled applies the parameters of a select graphic rendition to a style. Concealed text
// stays readable, and nothing blinks.
func styled(s timeline.Style, nums [maxParams]int) timeline.Style {
	for i := 0; i < maxParams && nums[i] != -2; i++ {
		switch n := max(nums[i], 0); {
		case n == 0:
			s = 0
		case n == 1:
			s |= timeline.Bold
		case n == 2:
			s |= timeline.Dim
		case n == 3:
			s |= timeline.Italic
		case n == 4, n == 21:
			s |= timeline.Underline
		case n == 7:
			s |= timeline.Inverse
		case n == 9:
			s |= timeline.Strike
		case n == 22:
			s &^= timeline.Bold | timeline.Dim
		case n == 23:
			s &^= timeline.Italic
		case n == 24:
			s &^= timeline.Underline
		case n == 27:
			s &^= timeline.Inverse
		case n == 29:
			s &^= timeline.Strike
		case n >= 30 && n <= 37:
			s = s.WithFore(n - 30)
		case n >= 90 && n <= 97:
			s = s.WithFore(n - 82)
		case n == 39:
			s = s.WithFore(-1)
		case n >= 40 && n <= 47:
			s = s.WithBack(n - 40)
		case n >= 100 && n <= 107:
			s = s.WithBack(n - 92)
		case n == 49:
			s = s.WithBack(-1)
		case n == 38, n == 48, n == 58:
			colour, used := chosen(nums[i+1:])
			i += used
			if used == 0 {
				return s // what follows cannot be told apart
			}
			if n == 38 {
				s = s.WithFore(colour)
			} else if n == 48 {
				s = s.WithBack(colour)
			}
		}
	}
	return s
}

// chosen reads 5;index or 2;red;green;blue, and how many parameters that is. The form
// with colons may leave an empty one before red.
func chosen(nums []int) (colour, used int) {
	at := func(i int) int {
		if i >= len(nums) {
			return -2
		}
		return nums[i]
	}
	switch at(0) {
	case 5:
		if n := at(1); n >= 0 && n <= 255 {
			return indexed(n), 2
		}
	case 2:
		from := 1
		if at(1) == -1 {
			from = 2
		}
		if r, g, b := at(from), at(from+1), at(from+2); min(r, g, b) >= 0 {
			return nearest(min(r, 255), min(g, 255), min(b, 255)), from + 3
		}
	}
	return 0, 0
}

// indexed gives the nearest of the 16 colours to one of the 256: 16 of their own, a cube
// of 6 by 6 by 6, and 24 greys.
func indexed(n int) int {
	switch {
	case n < 16:
		return n
	case n >= 232:
		g := 8 + 10*(n-232)
		return nearest(g, g, g)
	}
	level := func(i int) int {
		if i == 0 {
			return 0
		}
		return 55 + 40*i
	}
	n -= 16
	return nearest(level(n/36), level(n/6%6), level(n%6))
}

// palette is what xterm shows for the 16 colours.
var palette = [16][3]int{{0, 0, 0}, {205, 0, 0}, {0, 205, 0}, {205, 205, 0}, {0, 0, 238}, {205, 0, 205}, {0, 205, 205}, {229, 229, 229},
	{127, 127, 127}, {255, 0, 0}, {0, 255, 0}, {255, 255, 0}, {92, 92, 255}, {255, 0, 255}, {0, 255, 255}, {255, 255, 255}}

// nearest is the nearest colour of the palette, the three parts weighed about as an eye
// does.
func nearest(r, g, b int) int {
	best, least := 0, 1<<30
	for i, p := range palette {
		dr, dg, db := r-p[0], g-p[1], b-p[2]
		if d := 3*dr*dr + 5*dg*dg + 2*db*db; d < least {
			best, least = i, d
		}
	}
	return best
}

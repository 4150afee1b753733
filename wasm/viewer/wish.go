package viewer

import (
	"flightlog/components"
	"flightlog/parse/timeline"
)

// Wish is how a person wants an archive opened. The zero value is the ordinary way.
type Wish struct {
	Raised  int      // times that the limits are as high as usual; 0 is 1
	Without []string // paths of files that are left out
}

// Ask sets how the next archives are opened.
func (v *Viewer) Ask(w Wish) { v.wish = w }

func (w Wish) limits() timeline.Limits { return timeline.DefaultLimits().Raised(w.Raised) }

// limits tells of the limits that the open archive met, for the page of problems.
func (v *Viewer) limits() components.LimitNote {
	n := components.LimitNote{Raised: max(v.wish.Raised, 1)}
	for i := range v.file.Problems {
		if v.file.Problems[i].Code == timeline.Limit {
			n.Met++
		}
	}
	return n
}

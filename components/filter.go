package components

// sifting says how much of a list is shown.
func sifting(by Sifting) string {
	if by.Chosen == 0 {
		return Counted(by.All, by.Noun)
	}
	return Count(by.Shown) + " of " + Counted(by.All, by.Noun)
}

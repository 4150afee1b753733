package sample

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"
)

func number(n int) string { return strconv.Itoa(n) }

// chart draws a curve as a tide gauge would: height over two days, shifted by a phase.
func chart(phase float64, ink color.Color) []byte {
	const w, h = 480, 160
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.White, color.RGBA{0xd8, 0xde, 0xe6, 0xff}, ink})
	for x := 0; x < w; x += 40 {
		for y := range h {
			img.SetColorIndex(x, y, 1)
		}
	}
	for y := 0; y < h; y += 40 {
		for x := range w {
			img.SetColorIndex(x, y, 1)
		}
	}
	at := func(x int) int {
		t := float64(x)/w*4*math.Pi + phase
		return int(math.Round(h/2 - 48*math.Sin(t) - 14*math.Sin(2*t+1)))
	}
	for x := 1; x < w; x++ {
		a, b := at(x-1), at(x)
		for y := min(a, b); y <= max(a, b)+1; y++ {
			img.SetColorIndex(x, y, 2)
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic("the sample's picture is none: " + err.Error()) // a bytes.Buffer takes everything
	}
	return out.Bytes()
}

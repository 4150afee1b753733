// Package part knows the addresses of what is long: the texts and the pictures of blocks.
// A long text opens in steps, and a picture is fetched when it is seen: the page asks for
// each by an address, from which the blocks are decoded anew. Nothing is kept for it.
//
// Blocks and the place that they are of come in, and each block goes out with its address;
// an address comes in, and the place and the number of the block go out. What is no such
// address is said to be none.
//
//	s/<session>/events-14/part-2.0          the third block of a record, its first text
//	s/<session>/events-14/part-raw.0        the record as it stands; part-indented: over lines
//	s/<session>/call-3/part-0.1             a block of a call
//	s/<session>/changes/row-7/part-0.0      a block of a row of a further view
//	files/file-2, file/2, file/2/line-14, history/entry-3, problems/problem-2: theirs
//
// The picture of a block has the same address with image in place of part.
package part

import (
	"strconv"
	"strings"

	"flightlog/parse/timeline"
)

const (
	textMark  = "/part-"
	imageMark = "/image-"
)

// Addressed gives every block its address; place is the link of what the blocks are of.
func Addressed(blocks []timeline.Block, place string) []timeline.Block {
	for i := range blocks {
		blocks[i].Ref = Ref(place, strconv.Itoa(i))
	}
	return blocks
}

// Ref is the address of a block by its name: its number, or raw or indented for a record.
func Ref(place, name string) string { return strings.TrimPrefix(place, "#/") + textMark + name }

// Image is the address of the picture of a block.
func Image(place string, block int) string {
	return strings.TrimPrefix(place, "#/") + imageMark + strconv.Itoa(block)
}

// OfText reads the address of a text: its place, the name of its block, and which of the
// texts of the block it is.
func OfText(address string) (place, name string, sub int, ok bool) {
	place, rest, ok := cut(address, textMark)
	name, number, _ := strings.Cut(rest, ".")
	sub, err := strconv.Atoi(number)
	return place, name, sub, ok && err == nil && sub >= 0
}

// IsText reports that what is asked for is the address of a text, right or wrong.
func IsText(arg string) bool { return strings.Contains(arg, textMark) }

// OfImage reads the address of a picture: its place and the number of its block.
func OfImage(address string) (place string, block int, ok bool) {
	place, number, ok := cut(address, imageMark)
	block, err := strconv.Atoi(number)
	return place, block, ok && err == nil
}

// cut divides an address at the last mark in it.
func cut(address, mark string) (place, rest string, ok bool) {
	i := strings.LastIndex(address, mark)
	if i < 0 {
		return address, "", false
	}
	return address[:i], address[i+len(mark):], true
}

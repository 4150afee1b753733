// Package template stands in for html/template while the page's program is built: the
// templ runtime can take such templates and give such text, and the page does neither.
package template

import (
	"errors"
	"io"
)

// HTML is text that a template takes as markup.
type HTML string

// Template is never made in the page.
type Template struct{}

// Execute says that the page has no such templates.
func (*Template) Execute(io.Writer, any) error {
	return errors.New("there are no templates in the page")
}

package parse

import (
	"io"

	"flightlog/parse/artifact"
)

// Contents unpacks a file of the archive again, as it stands, its first most bytes at most
// (0: as many as the limits allow). src is an index into Sources.
func (o *Opened) Contents(src int32, most int64) ([]byte, error) { return o.result.Contents(src, most) }

// Stream unpacks a file of the archive again from its beginning.
func (o *Opened) Stream(src int32) (io.ReadCloser, error) { return o.result.Stream(src) }

// Secret reports that a file is shown masked only, or holds nothing but secrets.
func (o *Opened) Secret(src int32) bool { return o.result.Secret(src) }

// Table is a table of a database as a reader sees it.
type Table = artifact.Rows

// Tables names the ordinary tables of a file that is a SQLite database.
func (o *Opened) Tables(src int32) ([]string, error) { return o.result.Tables(src) }

// Table reads a table of a database. Of a damaged one the rows up to the damage are read.
func (o *Opened) Table(src int32, name string) (*Table, error) { return o.result.Table(src, name) }

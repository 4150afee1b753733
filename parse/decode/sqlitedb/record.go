package sqlitedb

import (
	"encoding/binary"
	"math"
	"unicode/utf16"
)

// kind of a value, as SQLite names its storage classes.
type kind byte

const (
	absent kind = iota // the table has no such column
	null
	integer
	float
	text
	blob
)

// value is one value as SQLite stores it. It is no interface, which would cost an
// allocation a value.
type value struct {
	kind kind
	n    int64
	f    float64
	s    string // of a text or a blob
}

// part is where a value stands in a record.
type part struct {
	code uint64 // its type and size, as the record's head says
	at   int    // of its first byte in the record
}

// parts finds the first values of a record, count of them at most: a record may have fewer,
// whose columns were added later. The head of the record lists the types of its values.
func parts(record []byte, count int, into []part) ([]part, error) {
	head, n := varint(record)
	if head == 0 && n == 1 {
		return into[:0], nil // SQLite takes a record without a head for NULLs
	}
	if n == 0 || head > uint64(len(record)) || head < uint64(n) {
		return nil, malformed("a record has a head of %d bytes", head)
	}
	into = into[:0]
	at, end := n, int(head)
	data := uint64(end)
	for at < end && len(into) < count {
		code, n := varint(record[at:])
		if n == 0 {
			return nil, malformed("the head of a record is cut")
		}
		at += n
		into = append(into, part{code, int(data)})
		if data += width(code); data > uint64(len(record)) {
			return nil, malformed("a record has fewer bytes than its head says")
		}
	}
	if at > end || at == end && data != uint64(len(record)) {
		return nil, malformed("a record has other bytes than its head says")
	}
	return into, nil
}

// width is how many bytes a value of that type has.
func width(code uint64) uint64 {
	switch {
	case code >= 12:
		return (code - 12) / 2
	case code >= 8:
		return 0
	}
	return [...]uint64{0, 1, 2, 3, 4, 6, 8, 8}[code]
}

// value decodes a value of a record.
func (p *pager) value(record []byte, at part) value {
	b := record[at.at : at.at+int(width(at.code))]
	switch code := at.code; {
	case code >= 12 && code%2 == 0:
		return value{kind: blob, s: string(b)}
	case code >= 12 && p.text >= utf16le:
		return value{kind: text, s: fromUTF16(b, p.text == utf16be)}
	case code >= 12:
		return value{kind: text, s: string(b)}
	case code == 7:
		if f := math.Float64frombits(binary.BigEndian.Uint64(b)); f == f {
			return value{kind: float, f: f}
		}
		return value{kind: null} // what is not a number is NULL to SQLite
	case code == 8 || code == 9:
		return value{kind: integer, n: int64(code - 8)}
	case code >= 1 && code <= 6:
		n := int64(int8(b[0]))
		for _, c := range b[1:] {
			n = n<<8 | int64(c)
		}
		return value{kind: integer, n: n}
	}
	return value{kind: null}
}

func fromUTF16(b []byte, big bool) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		if units[i] = binary.LittleEndian.Uint16(b[2*i:]); big {
			units[i] = units[i]<<8 | units[i]>>8
		}
	}
	return string(utf16.Decode(units))
}

// real is a value in a column of floating-point numbers, in which whole ones are stored
// as integers to save bytes.
func (v value) real() value {
	if v.kind == integer {
		return value{kind: float, f: float64(v.n)}
	}
	return v
}

package sqlitedb

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"flightlog/parse/timeline"
)

var defaultLimits = timeline.DefaultLimits()

// TestAgreesWithSQLite holds the reader against SQLite over schemas and values in every
// form that a record can have.
func TestAgreesWithSQLite(t *testing.T) {
	for name, script := range map[string][]string{
		"affinities": {`CREATE TABLE t(a INT, b TEXT, c REAL, d DOUBLE PRECISION, e BLOB, f, g NUMERIC, h VARCHAR(30), i FLOATING POINT, j "strange type"(1,2))`,
			`INSERT INTO t VALUES(1,1,1,1,1,1,1,1,1,1), ('2','2','2','2','2','2','2','2','2','2'), (2.5,2.5,2.5,2.5,2.5,2.5,2.5,2.5,2.5,2.5),
			(NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL), (x'00ff',x'00ff',x'00ff',x'00ff',x'00ff',x'00ff',x'00ff',x'00ff',x'00ff',x'00ff'),
			(9e999,-9e999,9e999,-9e999,1e300,-1e-300,9e999,0.1,-0.0,0.0)`},
		"widths": {`CREATE TABLE t(a)`, `INSERT INTO t VALUES(0),(1),(-1),(127),(-128),(128),(32767),(-32768),(32768),(8388607),(-8388608),(8388608),
			(2147483647),(-2147483648),(2147483648),(140737488355327),(-140737488355328),(140737488355328),(9223372036854775807),(-9223372036854775807-1)`},
		"rowids": {`CREATE TABLE t(id INTEGER PRIMARY KEY, a)`, `INSERT INTO t VALUES(-9223372036854775807-1,1),(-1,2),(0,3),(127,4),(128,5),(2097151,6),(9223372036854775807,7)`,
			`CREATE TABLE d(id INTEGER PRIMARY KEY DESC, a)`, `INSERT INTO d VALUES(3,'x'),(1,'y')`,
			`CREATE TABLE k(a, "id" INTEGER, PRIMARY KEY("id" DESC))`, `INSERT INTO k VALUES('x',3),('y',1)`,
			`CREATE TABLE i(id INT PRIMARY KEY, a)`, `INSERT INTO i VALUES(3,'x'),(1,'y')`,
			`CREATE TABLE auto(id INTEGER CONSTRAINT pk PRIMARY KEY AUTOINCREMENT NOT NULL, a)`, `INSERT INTO auto(a) VALUES('x'),('y')`},
		"without rowids": {`CREATE TABLE t(a, b TEXT, c, PRIMARY KEY(b, a DESC)) WITHOUT ROWID`, `INSERT INTO t VALUES(1,'z',3),(2,'y',4),(3,'y',5)`,
			`CREATE TABLE u(id INTEGER PRIMARY KEY, a ANY) STRICT, WITHOUT ROWID`, `INSERT INTO u VALUES(3,NULL),(1,NULL)`,
			`CREATE TABLE long(k PRIMARY KEY, v) WITHOUT ROWID`, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<900) INSERT INTO long SELECT printf('%050d',i*7919%1009), printf('%.*c', i*9, 'v') FROM n`,
			`CREATE TABLE twice(a, b, PRIMARY KEY(b, b)) WITHOUT ROWID`, `INSERT INTO twice VALUES(1,2)`},
		"computed": {`CREATE TABLE t(a, v AS (a||'x') VIRTUAL, b, s GENERATED ALWAYS AS (a||'y') STORED, c, w INT GENERATED ALWAYS AS (1))`, `INSERT INTO t(a,b,c) VALUES(1,2,3),('p','q','r')`},
		"added later": {`CREATE TABLE t(a)`, `INSERT INTO t VALUES(1)`, `ALTER TABLE t ADD COLUMN b DEFAULT 'it''s'`, `ALTER TABLE t ADD COLUMN c INT DEFAULT '5'`, `INSERT INTO t(a) VALUES(2)`,
			`ALTER TABLE t ADD COLUMN d TEXT DEFAULT 5`, `ALTER TABLE t ADD COLUMN e REAL DEFAULT -5`, `ALTER TABLE t ADD COLUMN f DEFAULT (1.50)`, `ALTER TABLE t ADD COLUMN g TEXT DEFAULT 1.50`,
			`ALTER TABLE t ADD COLUMN h DEFAULT x'00ff'`, `ALTER TABLE t ADD COLUMN i DEFAULT TRUE`, `ALTER TABLE t ADD COLUMN j`, `ALTER TABLE t ADD COLUMN k INT DEFAULT 3.0`,
			`ALTER TABLE t ADD COLUMN l NUMERIC DEFAULT '0x10'`, `ALTER TABLE t ADD COLUMN m DEFAULT 0x10`, `ALTER TABLE t ADD COLUMN n TEXT DEFAULT "quoted"`, `ALTER TABLE t ADD COLUMN o INT DEFAULT ' 7 '`,
			`ALTER TABLE t ADD COLUMN p DEFAULT 9223372036854775808`, `ALTER TABLE t ADD COLUMN q INT DEFAULT 'word'`, `ALTER TABLE t ADD COLUMN r DEFAULT NULL`, `ALTER TABLE t ADD COLUMN s DEFAULT word`,
			`INSERT INTO t(a) VALUES(3)`, `ALTER TABLE t DROP COLUMN c`},
		"spelling": {"CREATE TABLE [br ack](\"a\"\"b\" TEXT /* , no */, `c``d` INT DEFAULT(1), [e f] -- , nor this\n, 'g' CHECK ('g' <> ')' AND \"a\"\"b\" <> ','), é REFERENCES other(x) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED, UNIQUE(\"a\"\"b\"), CONSTRAINT x CHECK (1), FOREIGN KEY(é) REFERENCES other(y))",
			`PRAGMA foreign_keys=off; INSERT INTO [br ack] VALUES('1',2,3,4,5)`, `CREATE TABLE made AS SELECT 1 AS a, 'x' AS "b c", 2.5 AS d`, `CREATE TABLE IF NOT EXISTS main.later(primary_key INT, "primary" TEXT, "check" COLLATE nocase)`, `INSERT INTO later VALUES(1,2,3)`},
		"UTF-16": {`PRAGMA encoding='UTF-16be'`, `CREATE TABLE t(a TEXT, b)`, `INSERT INTO t VALUES('häß 🛫',''),(printf('%.*c',5000,'ß'),x'00')`},
		"overflow": {`PRAGMA page_size=512; VACUUM`, `CREATE TABLE t(a, b)`, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<700) INSERT INTO t SELECT printf('%.*c', i*3, 'a'), zeroblob(i) FROM n`,
			`DELETE FROM t WHERE rowid%3=0`},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t, script...)
			if n := agree(t, l.main(), nil); n == 0 {
				t.Error("no row was compared")
			}
		})
	}
}

// TestAgreesOverRealStores: every table of the CLI's own databases, with and without its log.
func TestAgreesOverRealStores(t *testing.T) {
	for _, name := range []string{"daily.zip", "big.zip", "denied.zip", "killed-open.zip", "mcp-open.zip", "upgrade.zip"} {
		main, wal := zipped(t, name)
		if n := agree(t, main, wal); n < 3 {
			t.Errorf("%s: %d rows were compared", name, n)
		}
		agree(t, main, nil)
	}
}

// TestAgreesOverDamage breaks bytes of databases at places that a fixed seed chooses. With
// FLIGHTLOG_DAMAGES set it does so that many times.
func TestAgreesOverDamage(t *testing.T) {
	l := newLab(t, `PRAGMA page_size=512; VACUUM`, `CREATE TABLE t(a, b TEXT, c REAL DEFAULT 2)`, `CREATE TABLE w(k PRIMARY KEY, v) WITHOUT ROWID`, `CREATE INDEX i ON t(a)`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<120) INSERT INTO t SELECT i, printf('%.*c', i*7, 'a'), i FROM n`,
		`INSERT INTO w SELECT a, b FROM t`, `DELETE FROM t WHERE a%5=0`)
	main := l.main()
	l.exec(`PRAGMA journal_mode=wal; PRAGMA wal_autocheckpoint=0; UPDATE t SET c=c+1 WHERE a%7=0; INSERT INTO w VALUES('new', zeroblob(900))`)
	wal := l.wal()
	times := 400
	if n, err := strconv.Atoi(os.Getenv("FLIGHTLOG_DAMAGES")); err == nil {
		times = n
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range times {
		m, w := bytes.Clone(main), []byte(nil)
		if i%3 == 0 {
			w = bytes.Clone(wal)
		}
		what := ""
		for range 1 + random.IntN(3) {
			at, to := 100+random.IntN(len(m)-100), byte(random.Uint32())
			if random.IntN(2) == 0 { // the head of a page
				at = max(100, at/512*512+random.IntN(16))
			}
			m[at] = to
			what += fmt.Sprintf(" byte %d is %d", at, to)
		}
		if random.IntN(4) == 0 {
			m = m[:512+random.IntN(len(m)-512)]
			what += fmt.Sprintf(" cut to %d", len(m))
		}
		t.Run(what, func(t *testing.T) { agree(t, m, w) })
	}
}

package e2e

import "testing"

// A panic in the middle of a file costs that file its rest and nothing else: it is a
// problem that names the file, what was read before it is shown, and so are the others.
func TestPanic(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	b.ready()
	b.inWorker(`{ const tell = flightlogProgress; flightlogProgress = (...told) => { if (told[3].endsWith('events.jsonl')) throw new Error('a fault made by the test'); tell(...told); }; } undefined`)
	b.choose(shared(t, "real/big.zip"))
	b.opened("big.zip")
	b.follow("#/problems")
	b.settled()
	b.see(".pr", "a fault made by the test")
	b.see(".pr", "events.jsonl")
	b.see(".pr code", "internal")
	if alert := b.text("#alert"); alert != "" {
		t.Errorf("the page says %q besides", alert)
	}
	b.dropBytes("tiny.zip", tiny(t))
	b.opened("tiny.zip")
	b.see(".asked", "is the kettle on?")
}

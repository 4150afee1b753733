//go:build js && wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"syscall/js"
	"time"

	"flightlog/parse/archive"
	"flightlog/wasm/viewer"
)

const (
	slice   = 20 * time.Millisecond  // work between two turns of the event loop
	telling = 100 * time.Millisecond // between two reports of progress, and as long as one call reads on behind the screen
)

// bridge passes the worker's calls to the viewer, one at a time, in the order in which
// they came.
type bridge struct {
	view      *viewer.Viewer
	running   sync.Mutex
	loop      *loop
	cancelled map[int]bool // ids that the page asked to cancel and that still run
	pending   map[int]bool // ids that were called and are not answered
	at        string       // what is being read; a failure names it
	strict    func()       // makes the collector come back, nil while it is here
}

func newBridge(v *viewer.Viewer) *bridge {
	b := &bridge{view: v, loop: newLoop(), cancelled: map[int]bool{}, pending: map[int]bool{}}
	v.Watch = b.watch
	return b
}

// watch notes the file at hand where the worker finds it should the program end there, and
// how many bytes will be held.
func (b *bridge) watch(name string, total int64) {
	if name != b.at {
		b.at = name
		js.Global().Set("flightlogAt", name)
	}
	if total != expected {
		expect(total)
	}
}

// call is flightlog(op, arg, file or files or null, id, how to open them or null). It answers a Promise of a Uint8Array
// and rejects it with {refused: sentence}.
func (b *bridge) call(_ js.Value, args []js.Value) any {
	op, arg, file, id := args[0].String(), args[1].String(), args[2], args[3].Int()
	if how := args[4]; how.Truthy() {
		b.view.Ask(asked(how))
	}
	b.pending[id] = true
	var start js.Func
	start = js.FuncOf(func(_ js.Value, settle []js.Value) any {
		resolve, reject := settle[0], settle[1]
		go b.run(op, arg, file, id, resolve, reject)
		return nil
	})
	defer start.Release()
	return js.Global().Get("Promise").New(start)
}

// cancel is flightlogCancel(id). A call that already answered is not touched.
func (b *bridge) cancel(_ js.Value, args []js.Value) any {
	if id := args[0].Int(); b.pending[id] {
		b.cancelled[id] = true
	}
	return nil
}

func (b *bridge) run(op, arg string, file js.Value, id int, resolve, reject js.Value) {
	b.running.Lock()
	defer b.running.Unlock()
	b.at = ""
	body, err := b.answer(op, arg, file, id)
	delete(b.pending, id)
	delete(b.cancelled, id)
	if err != nil {
		reject.Invoke(map[string]any{"refused": err.Error()})
		return
	}
	out := js.Global().Get("Uint8Array").New(len(body))
	js.CopyBytesToJS(out, body)
	resolve.Invoke(out)
}

// answer runs one operation. A panic becomes an error that names the operation and what
// was being read; its stack goes to the console, where nothing but the person sees it.
func (b *bridge) answer(op, arg string, file js.Value, id int) (body []byte, err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		fmt.Fprintf(os.Stderr, "flightlog: panic in %s: %v\n%s", op, p, debug.Stack())
		where := ""
		if b.at != "" {
			where = " with " + b.at + " in hand"
		}
		body, err = nil, fmt.Errorf("Flightlog failed in %q%s: %v. This is a fault in Flightlog; the browser's console holds the details.", op, where, p)
	}()
	if op != "open" && op != "rehearse" {
		body, err = b.view.Answer(op, arg)
		for began := time.Now(); op == "work" && b.view.Reading() && string(body) == "more" && time.Since(began) < telling && err == nil; {
			if b.turn(); len(b.pending) > 1 {
				break // somebody asks for something
			}
			body, err = b.view.Answer(op, arg)
		}
		b.calm()
		return body, err
	}
	if file.IsNull() || file.IsUndefined() {
		return nil, errors.New("There is no file to open.")
	}
	files, inflate := handed(arg, file)
	if op == "rehearse" {
		return nil, b.rehearse(arg, files, inflate)
	}
	b.strict = lenient()
	defer b.calm()
	return b.view.Open(arg, files, inflate, b.pause(id))
}

// calm brings the collector back once all is read.
func (b *bridge) calm() {
	if b.strict != nil && !b.view.Reading() {
		b.strict()
		b.strict = nil
		b.watch("", expected)
	}
}

// asked reads how an archive is to be opened.
func asked(how js.Value) viewer.Wish {
	w := viewer.Wish{Raised: how.Get("raised").Int()}
	list := how.Get("without")
	for i := range list.Length() {
		w.Without = append(w.Without, list.Index(i).String())
	}
	return w
}

// handed gives what the page handed over: a File, or a list of [path, File] where a path
// that ends in "/" is a folder, and null stands for a file that the browser refused. An
// archive is a single File, so the browser's inflate is for one only.
func handed(name string, file js.Value) ([]archive.File, archive.Inflater) {
	from := newShelf()
	if !js.Global().Get("Array").Call("isArray", file).Bool() {
		one := from.blob(file)
		return []archive.File{{Name: name, Size: one.size, Modified: one.modified(), R: one}}, one.inflate
	}
	files := make([]archive.File, file.Length())
	for i := range files {
		pair := file.Index(i)
		files[i].Name = pair.Index(0).String()
		if f := pair.Index(1); f.Truthy() {
			one := from.blob(f)
			files[i].Size, files[i].Modified, files[i].R = one.size, one.modified(), one
		}
	}
	return files, nil
}

// rehearsals is how often the program runs before it is needed: the browser optimises what
// ran often, on another thread, and does so in the midst of an opening when it did not before.
const rehearsals = 8

// rehearse lets the program run before it is needed, and gives way to the first call.
func (b *bridge) rehearse(name string, files []archive.File, inflate archive.Inflater) error {
	began := time.Now()
	pause := func(int64, int64, string) error {
		if time.Since(began) >= slice {
			b.loop.turn()
			began = time.Now()
		}
		if len(b.pending) > 1 {
			return context.Canceled
		}
		return nil
	}
	for range rehearsals {
		if err := viewer.Rehearse(name, files, inflate, pause); err != nil {
			return err
		}
	}
	return nil
}

// pause answers the function that long work calls often. Every slice of work it tells
// how far the work is and lets the event loop turn, so that a cancel is heard.
func (b *bridge) pause(id int) viewer.Pause {
	began, told := time.Now(), time.Time{}
	tell := js.Global().Get("flightlogProgress")
	return func(done, total int64, name string) error {
		b.watch(name, total)
		if b.cancelled[id] {
			return context.Canceled
		}
		now := time.Now()
		if now.Sub(began) < slice {
			return nil
		}
		if now.Sub(told) >= telling {
			told = now
			tell.Invoke(id, float64(done), float64(total), name)
		}
		b.turn()
		began = time.Now()
		if b.cancelled[id] {
			return context.Canceled
		}
		return nil
	}
}

// turn lets the event loop turn, and the collector's limit follow what is held.
func (b *bridge) turn() {
	if b.strict != nil {
		makeRoom()
	}
	b.loop.turn()
}

// loop lets the browser's event loop turn while a goroutine waits. A timer would be
// clamped to 4 ms; a message to oneself is not.
type loop struct {
	out    js.Value
	turned chan struct{}
}

func newLoop() *loop {
	l := &loop{turned: make(chan struct{}, 1)}
	channel := js.Global().Get("MessageChannel").New()
	l.out = channel.Get("port2")
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		l.turned <- struct{}{}
		return nil
	}))
	return l
}

func (l *loop) turn() {
	l.out.Call("postMessage", 0)
	<-l.turned
}

// Package sandbox runs this command's own parser as a WebAssembly program that can reach
// nothing but one archive, read-only. In come the compiled program, its arguments and the
// archive's path; out come the bytes it prints and its exit code. What the archive does to
// the program stays in there: it has no other file, no network, no environment beside the
// name of the working folder, bounded memory and bounded time, and ending it by a limit is
// an error in one sentence.
package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// Limits bound a run. Neither is left to the program inside.
type Limits struct {
	Memory int64         // bytes of the program's memory, a multiple of 64 KiB
	Time   time.Duration // from start to end, without compiling
}

// DefaultLimits are those of --sandbox: room for an archive whose logs have about a gigabyte.
func DefaultLimits() Limits {
	return Limits{Memory: 2 << 30, Time: 15 * time.Minute}
}

// Run is one run of the program.
type Run struct {
	Program []byte   // a wasip1 program
	Args    []string // without the program's name
	Archive string   // a file or a folder, as it stands in Args
	Cache   string   // a folder that keeps the compiled program; "" compiles anew
	Limits  Limits
	Stdout  io.Writer
	Stderr  io.Writer // gets what the program says there, once it ended by itself
}

const pageSize = 64 << 10 // of WebAssembly memory

// Do runs the program and answers its exit code. The error says in one sentence why the
// program could not start or was ended.
//
// The runtime could look at the time at every turn of a loop; that makes a program a hundred
// times as slow. So it runs aside, and where its time is over nobody waits for it: it ends at
// its own next look at the clock, at the latest with this process.
func (r Run) Do(ctx context.Context) (code int, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	config := wazero.NewRuntimeConfigCompiler().WithMemoryLimitPages(uint32(r.Limits.Memory / pageSize)).
		WithMemoryCapacityFromMax(true) // else it is copied whenever it grows, by 4 MiB at a time
	var open closers
	defer func() { open.close() }()
	if r.Cache != "" {
		cache, err := wazero.NewCompilationCacheWithDir(r.Cache)
		if err != nil {
			return 0, fmt.Errorf("the sandbox's cache %s cannot be used: %w", r.Cache, err)
		}
		open = append(open, func() { cache.Close(context.WithoutCancel(ctx)) })
		config = config.WithCompilationCache(cache)
	}
	runtime := wazero.NewRuntimeWithConfig(ctx, config)
	open = append(open, func() { runtime.Close(context.WithoutCancel(ctx)) })
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, runtime); err != nil {
		return 0, fmt.Errorf("the sandbox cannot start: %w", err)
	}
	program, err := runtime.CompileModule(ctx, r.Program)
	if err != nil {
		return 0, fmt.Errorf("the sandbox's program cannot be compiled: %w", err)
	}
	folder, err := filepath.Abs(".")
	if err != nil {
		return 0, err
	}
	only, err := openOnly(r.Archive)
	if err != nil {
		return 0, err
	}
	open = append(open, func() { only.Close() })

	timed, cancel := context.WithTimeout(ctx, r.Limits.Time)
	open = append(open, cancel)
	out, words := &outlet{w: r.Stdout}, &lastWords{}
	setup := wazero.NewModuleConfig().
		WithArgs(append([]string{"flightlog"}, r.Args...)...).
		WithEnv("GOGC", "50").  // a memory that has grown stays so
		WithEnv("PWD", folder). // relative paths, and the name of the folder "."
		WithFSConfig(wazero.NewFSConfig().WithFSMount(only, "/")).
		WithNanotime(clock(timed), 1). // the collector's pacing
		WithStdout(out).WithStderr(words)
	ended := make(chan error, 1)
	go func(open closers) {
		defer open.close()
		defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection waits for the program, and all else for the collection
		_, err := runtime.InstantiateModule(context.WithoutCancel(ctx), program, setup)
		ended <- err
	}(open)
	open = nil // it lasts as long as the program
	var exit *sys.ExitError
	select {
	case err = <-ended:
	case <-timed.Done():
		err = sys.NewExitError(sys.ExitCodeDeadlineExceeded)
	}
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() == sys.ExitCodeDeadlineExceeded:
		return 0, fmt.Errorf("the sandbox was ended after %v with %s in hand", r.Limits.Time, r.Archive)
	}
	if out.err != nil {
		return 0, out.err
	}
	return r.outcome(err, words.Bytes())
}

// clock is the program's: the nanoseconds since its start. Once the time is over a look at
// it ends the program.
func clock(timed context.Context) func() int64 {
	began := time.Now()
	return func() int64 {
		if timed.Err() != nil {
			panic(sys.NewExitError(sys.ExitCodeDeadlineExceeded))
		}
		return time.Since(began).Nanoseconds()
	}
}

// closers are what is to be closed, the latest first.
type closers []func()

func (c closers) close() {
	for _, f := range slices.Backward(c) {
		f()
	}
}

// outcome tells the program's own end from one by a limit.
func (r Run) outcome(err error, words []byte) (int, error) {
	var exit *sys.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		return 0, fmt.Errorf("the sandbox ended with %s in hand: %w", r.Archive, err)
	case bytes.Contains(words, []byte("out of memory")):
		return 0, fmt.Errorf("%s needs more than the sandbox's %d MiB of memory", r.Archive, r.Limits.Memory>>20)
	}
	if _, err := r.Stderr.Write(words); err != nil {
		return 0, err
	}
	if err == nil {
		return 0, nil
	}
	return int(exit.ExitCode()), nil
}

// outlet keeps the error of the writer behind it: the program inside learns only that
// writing failed.
type outlet struct {
	w   io.Writer
	err error
}

func (o *outlet) Write(p []byte) (n int, err error) {
	n, err = o.w.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// lastWords keeps the beginning of what a program says: a Go program that dies gives its
// reason first and its stacks after it.
type lastWords struct{ bytes.Buffer }

const wordsKept = 64 << 10

func (l *lastWords) Write(p []byte) (int, error) {
	l.Buffer.Write(p[:min(len(p), max(0, wordsKept-l.Len()))])
	return len(p), nil
}

// CacheFolder is where the compiled program is kept between runs, below the user's cache
// folder; "" where the user has none.
func CacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "flightlog", "sandbox")
}

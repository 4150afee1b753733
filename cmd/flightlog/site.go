//go:build !wasip1

package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"flightlog/cmd/flightlog/lean"
	"flightlog/cmd/flightlog/sample"
	"flightlog/web"
)

func newSite() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "site",
		Short: "Build the one page",
		Long: `Compile the program for the browser and put it, the scripts and the style into one HTML
file. It is run inside the source tree and needs the Go toolchain. The same commit and
toolchain give the same bytes; their SHA-256 is printed.

Exit codes: 0 the page is written, 2 it could not be built.`,
		Example: `  flightlog site
  flightlog site -o dist/index.html`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			page, parts, err := buildSite(cmd.Context(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
				return fmt.Errorf("the folder of the page cannot be made: %w", err)
			}
			if err := os.WriteFile(out, page, 0o644); err != nil {
				return fmt.Errorf("the page cannot be written: %w", err)
			}
			printSizes(cmd.OutOrStdout(), page, parts)
			fmt.Fprintf(cmd.OutOrStdout(), "%s  sha256 %x\n", out, sha256.Sum256(page))
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", defaultPage, "the file to write")
	return cmd
}

// buildSite compiles the program and assembles the page. What the compiler has to say
// goes to stderr.
func buildSite(ctx context.Context, stderr io.Writer) ([]byte, []web.Part, error) {
	root, err := goSays(ctx, "", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return nil, nil, fmt.Errorf("the page is built inside Flightlog's source tree, with Go: %w", err)
	}
	goroot, err := goSays(ctx, root, "env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	wasmExec, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, nil, fmt.Errorf("the Go toolchain has no lib/wasm/wasm_exec.js: %w", err)
	}
	program, err := compile(ctx, root, goroot, stderr)
	if err != nil {
		return nil, nil, err
	}
	home, err := sample.Zip()
	if err != nil {
		return nil, nil, err
	}
	return web.Assemble(program, wasmExec, home, version)
}

// compile builds wasm/ for the browser, so that the bytes depend on the source and the
// toolchain only.
func compile(ctx context.Context, root, goroot string, stderr io.Writer) ([]byte, error) {
	dir, err := os.MkdirTemp("", "flightlog")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	overlay, err := lean.Overlay(dir, root, goroot)
	if err != nil {
		return nil, fmt.Errorf("the toolchain's own packages cannot be read: %w", err)
	}
	file := filepath.Join(dir, "flightlog.wasm")
	build := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid=", "-o", file, "./wasm")
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWASM=", "CGO_ENABLED=0", "GOFLAGS=")
	build.Stderr = stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("the program does not build: %w", err)
	}
	return os.ReadFile(file)
}

// goSays runs the go command and answers the line it prints.
func goSays(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("go %s: %s", strings.Join(args, " "), strings.TrimSpace(string(exit.Stderr)))
	}
	return strings.TrimSpace(string(out)), err
}

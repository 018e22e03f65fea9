package web

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// built has the files that package generate writes, or none.
//
//go:embed all:built
var built embed.FS

// Names of these files.
const (
	CodeFile = "bridge.wasm.gz"
	LabsFile = "bridge-labs.wasm.gz" // with the interpreter of labs
	ExecFile = "wasm_exec.js"
)

// codeFile returns the name of the code of a program.
func codeFile(labs bool) string {
	if labs {
		return LabsFile
	}
	return CodeFile
}

// Program is the program of pages.
type Program struct {
	Code []byte // WebAssembly, compressed by gzip
	Exec []byte // the glue of the Go compiler, in JavaScript
}

// embedded returns the program that the viewer holds.
func embedded(labs bool) (p Program, err error) {
	if p.Code, err = built.ReadFile("built/" + codeFile(labs)); err == nil {
		p.Exec, err = built.ReadFile("built/" + ExecFile)
	}
	if err != nil {
		return p, errNoProgram
	}
	return p, nil
}

// checkout returns the root of the checkout that a folder is in, the first one of several; empty if there is
// none, or no go command.
func checkout(folders []string) string {
	if _, err := exec.LookPath("go"); err != nil {
		return ""
	}
	for _, folder := range folders {
		at, err := filepath.Abs(folder)
		if err != nil {
			continue
		}
		for last := ""; at != last; last, at = at, filepath.Dir(at) {
			mod, err := os.ReadFile(filepath.Join(at, "go.mod"))
			if err == nil && strings.HasPrefix(string(mod), "module kernelscope\n") {
				return at
			}
		}
	}
	return ""
}

// Build builds the program in a checkout; labs adds their interpreter, which more than doubles it.
func Build(ctx context.Context, root string, labs bool) (p Program, err error) {
	folder, err := os.MkdirTemp("", "kernelscope")
	if err != nil {
		return p, err
	}
	defer os.RemoveAll(folder)
	out := filepath.Join(folder, "bridge.wasm")
	tags := "-tags="
	if labs {
		tags += "labs"
	}
	if _, err := run(ctx, root, "build", tags, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, "./web/bridge"); err != nil {
		return p, err
	}
	code, err := os.ReadFile(out)
	if err != nil {
		return p, err
	}
	if p.Code, err = compressed(code); err != nil {
		return p, err
	}
	goroot, err := run(ctx, root, "env", "GOROOT")
	if err != nil {
		return p, err
	}
	p.Exec, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", ExecFile))
	return p, err
}

// run runs the go command for browsers.
func run(ctx context.Context, root string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir, c.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, said.String())
	}
	return out, nil
}

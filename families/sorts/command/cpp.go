package command

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
)

//go:embed std/sort.cpp
var stdSort []byte

// compilerPatience is how long a C++ compiler may work.
const compilerPatience = time.Minute

// compilers are the names of C++ compilers, tried in order.
var compilers = []string{"c++", "g++", "clang++"}

// sortInCpp sorts an array with std::sort of C++, on one processor, by a program that it compiles into a
// temporary folder. It returns the sorted array, the time of the sort alone, as the program measures it,
// and the first line of the compiler's version. Without a compiler the error wraps compute.ErrValue.
func sortInCpp(ctx context.Context, f sorting.Format, keys []uint32, r timing.Runs) (k []uint32, t timing.Times, compiler string, err error) {
	folder, err := os.MkdirTemp("", "kernelscope-*")
	if err != nil {
		return nil, t, "", fault.Output.Errorf("%w", err)
	}
	defer os.RemoveAll(folder)
	program, compiler, err := compile(ctx, folder)
	if err != nil {
		return nil, t, "", err
	}
	var ms []float64
	for range max(1, r.Timed) {
		var elapsed time.Duration
		if k, elapsed, err = runCpp(ctx, program, f, keys); err != nil {
			return nil, t, "", err
		}
		ms = append(ms, timing.Milliseconds(elapsed))
	}
	return k, timing.Times{Wall: timing.Median(ms)}, compiler, nil
}

// compile compiles the program into a folder and returns its path.
func compile(ctx context.Context, folder string) (program, compiler string, err error) {
	path := ""
	for _, name := range compilers {
		if path, err = exec.LookPath(name); err == nil {
			break
		}
	}
	if err != nil {
		return "", "", fmt.Errorf("%w: there is no C++ compiler; install one of %s", compute.ErrValue, strings.Join(compilers, ", "))
	}
	from, program := filepath.Join(folder, "sort.cpp"), filepath.Join(folder, "sort.exe") // Windows runs no file without the ending
	if err := os.WriteFile(from, stdSort, 0o600); err != nil {
		return "", "", fault.Output.Errorf("%w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, compilerPatience)
	defer cancel()
	if out, err := exec.CommandContext(ctx, path, "-O2", "-std=c++11", "-o", program, from).CombinedOutput(); ctx.Err() != nil {
		return "", "", fmt.Errorf("%s: %w", path, ctx.Err())
	} else if err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return "", "", fmt.Errorf("%w: %s does not compile C++: %s", compute.ErrValue, path, first)
	}
	version, err := exec.CommandContext(ctx, path, "--version").Output()
	first, _, _ := strings.Cut(string(version), "\n")
	return program, strings.TrimSpace(first), err
}

// runCpp sorts keys once. It returns the sorted keys and the time of the sort.
func runCpp(ctx context.Context, program string, f sorting.Format, keys []uint32) (out []uint32, elapsed time.Duration, err error) {
	var said bytes.Buffer
	c := exec.CommandContext(ctx, program, f.Type.String(), fmt.Sprint(len(keys)/f.Words()))
	c.Stderr = &said
	to, err := c.StdinPipe()
	if err != nil {
		return nil, 0, err
	}
	from, err := c.StdoutPipe()
	if err != nil {
		return nil, 0, err
	}
	if err := c.Start(); err != nil {
		return nil, 0, err
	}
	written := make(chan error, 1)
	go func() { written <- errors.Join(keygen.Write(ctx, to, keys), to.Close()) }()
	out, read := keygen.Read(ctx, from, f.Type)
	if read != nil {
		_ = from.Close() // the program does not wait for a reader
	}
	write, ended := <-written, c.Wait()
	text := strings.TrimSpace(said.String())
	switch {
	case ctx.Err() != nil:
		return nil, 0, ctx.Err()
	case read != nil || ended != nil || write != nil:
		return nil, 0, fmt.Errorf("std::sort: %w: %s", cmp.Or(read, ended, write), text)
	}
	ns, err := strconv.ParseInt(text, 10, 64)
	return out, time.Duration(ns), err
}

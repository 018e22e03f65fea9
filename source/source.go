// Package source opens input files, and bounds the memory that their contents may take.
package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"kernelscope/fault"
)

// File is an open input file.
type File struct {
	*os.File
	Size int64 // bytes; zero of a pipe
	done func() bool
}

// Open opens a regular file, or a pipe that is read once. A context that ends stops
// waiting for a pipe, and fails what is read from it. Errors wrap fault.Input and lack the
// path.
func Open(ctx context.Context, path string) (*File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fault.Input.Errorf("%w", Cause(err))
	}
	pipe := info.Mode()&os.ModeNamedPipe != 0
	if err := regular(info); err != nil && !pipe {
		return nil, err
	}
	if !pipe {
		f, err := os.Open(path)
		if err != nil {
			return nil, fault.Input.Errorf("%w", Cause(err))
		}
		return &File{File: f, Size: info.Size(), done: func() bool { return true }}, nil
	}
	type opened struct {
		f   *os.File
		err error
	}
	ready := make(chan opened, 1)
	go func() { // until somebody writes to the pipe
		f, err := os.Open(path)
		ready <- opened{f, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case o := <-ready:
		if o.err != nil {
			return nil, fault.Input.Errorf("%w", Cause(o.err))
		}
		return &File{File: o.f, done: context.AfterFunc(ctx, func() { o.f.Close() })}, nil
	}
}

// OpenRegular is Open without pipes, for what is read more than once.
func OpenRegular(path string) (*File, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	return Open(context.Background(), path)
}

// Check returns why a path does not name a regular file, with fault.Input.
func Check(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fault.Input.Errorf("%w", Cause(err))
	}
	return regular(info)
}

func regular(info os.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return fault.Input.Errorf("it is a directory")
	case mode&os.ModeNamedPipe != 0:
		return fault.Input.Errorf("it is a pipe, which cannot be read twice: save it to a file")
	}
	return fault.Input.Errorf("it is a device, not a file")
}

// Close closes the file.
func (f *File) Close() error {
	f.done()
	return f.File.Close()
}

// Cause strips the path from an error of package os, for messages that name the file.
func Cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Named adds the name of a file to an error, which wraps fault.Input unless it has a kind
// already.
func Named(path string, err error) error {
	if fault.Code(err) != 0 {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return fault.Input.Errorf("%s: %w", filepath.Base(path), err)
}

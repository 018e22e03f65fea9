// Package source opens input files, and bounds the memory that their contents may take.
package source

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kernelscope/internal/fault"
)

// File is an open input file.
type File struct {
	*os.File
	Size int64 // bytes; zero of a pipe
}

// Open opens a regular file, or a pipe that is read once. When the context ends, waiting for a pipe
// and reading from it fail. Errors wrap fault.Input and lack the path, or are the context's.
func Open(ctx context.Context, path string) (*File, error) {
	info, err := stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() {
		return opened(path)
	}
	type result struct {
		f   *File
		err error
	}
	ready := make(chan result, 1)
	go func() { // until somebody writes to the pipe
		f, err := opened(path)
		ready <- result{f, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-ready:
		if r.err == nil {
			context.AfterFunc(ctx, func() { r.f.Close() })
		}
		return r.f, r.err
	}
}

// OpenRegular is Open for files that are read more than once: it does not accept pipes.
func OpenRegular(path string) (*File, error) {
	if err := CheckRegular(path); err != nil {
		return nil, err
	}
	return opened(path)
}

// CheckRegular is Check for OpenRegular.
func CheckRegular(path string) error {
	info, err := stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fault.Input.Errorf("it is a pipe, which can be read only once: save it to a file")
	}
	return err
}

// Read returns the contents of a regular file of at most a number of bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, fault.Input.Errorf("%w", cause(err))
	case int64(len(b)) > most:
		return nil, fault.Input.Errorf("it has more than %d bytes", most)
	}
	return b, nil
}

func opened(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.Input.Errorf("%w", cause(err))
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, fault.Input.Errorf("%w", cause(err))
	}
	return &File{f, info.Size()}, nil
}

// Check returns immediately an error, which wraps fault.Input, if a path cannot be opened: it
// does not exist, or is a directory or a device.
func Check(path string) error {
	_, err := stat(path)
	return err
}

func stat(path string) (os.FileInfo, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fault.Input.Errorf("%w", cause(err))
	case info.IsDir():
		return nil, fault.Input.Errorf("it is a directory")
	case !info.Mode().IsRegular() && info.Mode()&os.ModeNamedPipe == 0:
		return nil, fault.Input.Errorf("it is a device, not a file")
	}
	return info, nil
}

// cause strips the path from an error of package os, for messages that name the file.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Scanned describes why a scanner of lines of at most a number of bytes ended.
func Scanned(err error, most int) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("it has more than %d bytes", most)
	}
	return err
}

// Brief returns the beginning of a message that may quote any length of a file.
func Brief(message string) string {
	const most = 200
	if len(message) > most {
		return strings.ToValidUTF8(message[:most], "") + "…"
	}
	return message
}

// Named adds the name of a file to an error, which wraps fault.Input unless it has a kind
// already.
func Named(path string, err error) error {
	if fault.Code(err) != 0 {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return fault.Input.Errorf("%s: %w", filepath.Base(path), err)
}

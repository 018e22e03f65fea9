// Package output writes results: files that are either complete or not there, and streams
// whose errors are of kind fault.Output.
package output

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"kernelscope/fault"
)

// File writes a file beside its place and renames it when it is complete, so that a
// failure leaves what was there.
func File(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".part-*-"+filepath.Base(path))
	if err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(Writer{f}); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return fmt.Errorf("%w %s: %v", fault.Output, path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("%w %s: %v", fault.Output, path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	return nil
}

// Writer marks errors of writing as such.
type Writer struct{ io.Writer }

// Write writes to the writer that is wrapped.
func (w Writer) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	if err != nil {
		err = fmt.Errorf("%w: %v", fault.Output, err)
	}
	return n, err
}

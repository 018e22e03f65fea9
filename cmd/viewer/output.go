package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeFile writes a file beside its place and renames it when it is complete,
// so that a failure leaves what was there.
func writeFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".part-*-"+filepath.Base(path))
	if err != nil {
		return fmt.Errorf("%w: %v", errOutput, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(output{f}); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return fmt.Errorf("%w %s: %v", errOutput, path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("%w %s: %v", errOutput, path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("%w: %v", errOutput, err)
	}
	return nil
}

// output marks errors of writing as such.
type output struct{ w io.Writer }

func (o output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if err != nil {
		err = fmt.Errorf("%w: %v", errOutput, err)
	}
	return n, err
}

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"kernelscope/compute/gpu/draw"
	"kernelscope/render/record"
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

// writePicture writes what a canvas has downloaded as a PNG file.
func writePicture(path string, c *draw.Canvas) error {
	return writeFile(path, func(w io.Writer) error { return record.Picture(w, c.Pixels(), c.Width, c.Height) })
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

package main

import (
	"fmt"
	"io"
	"runtime"

	"kernelscope/output"
)

// writeFile writes a file that is complete or not there.
func writeFile(path string, write func(io.Writer) error) error { return output.File(path, write) }

// marked marks errors of writing as such.
func marked(w io.Writer) io.Writer { return output.Writer{Writer: w} }

// host tells the system and its processors.
func host() string {
	return fmt.Sprintf("%s/%s, %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
}

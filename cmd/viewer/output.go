package main

import (
	"io"

	"kernelscope/cli"
	"kernelscope/compute/gpu"
	"kernelscope/render/record"
)

// writePicture writes what a canvas has downloaded as a PNG file.
func writePicture(path string, c *gpu.Canvas) error {
	return cli.WriteFile(path, func(w io.Writer) error { return record.Picture(w, c.Pixels(), c.Width, c.Height) })
}

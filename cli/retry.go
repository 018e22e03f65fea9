package cli

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/studio"
)

// Retried makes a command that opens a device by itself restart once if the device is lost.
// Lines already printed are not printed again.
func Retried(c *cobra.Command) *cobra.Command {
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		out := &resumed{to: c.OutOrStdout()}
		c.SetOut(out)
		defer c.SetOut(out.to)
		return studio.Again(func() error {
			out.replay()
			return run(c, args)
		})
	}
	return c
}

// resumed is a writer to which the same lines are written again after a failure, perhaps
// with other times. Commands write whole lines.
type resumed struct {
	to      io.Writer
	printed int // lines that were written, and are left out the next time
	skip    int
}

// replay begins from the first line.
func (r *resumed) replay() { r.skip = r.printed }

// Write writes what does not belong to a line that was written before.
func (r *resumed) Write(p []byte) (n int, err error) {
	n = len(p)
	for r.skip > 0 && len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			return n, nil
		}
		p = p[end+1:]
		r.skip--
	}
	r.printed += bytes.Count(p, []byte{'\n'})
	if len(p) > 0 {
		if _, err := r.to.Write(p); err != nil {
			return 0, err
		}
	}
	return n, nil
}

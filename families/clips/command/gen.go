package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/open"
	"kernelscope/scene/clipseq"
)

// genCommand is 'gen clip'.
func genCommand(*cli.App) *cobra.Command {
	c, text := cli.GeneratorCommand(clipseq.Generator())
	c.Long = `Generates a sequence of pushes, which begin a clip, pops, which end it, and leaves, which are
drawn. It writes the sequence as text: ( for a push, ) for a pop, . for a leaf. Pushes and
leaves are followed by a box as left, top, right and bottom, unless --bare is given. A #
begins a comment. 'viewer run clip' reads the file.

Shapes:
` + aboutShapes()
	c.Example = `  viewer gen clip --elements 2^20 --shape random -o clips.txt
  viewer gen clip --elements 20 --shape wide --bare -o small.txt`
	var out string
	c.Flags().StringVarP(&out, "output", "o", "", "file to write")
	cli.Writes(c, "output")
	c.RunE = func(c *cobra.Command, args []string) error {
		file, err := text(args)
		if err != nil {
			return err
		}
		if out == "" {
			return cli.Usage("name the output with -o")
		}
		in, err := open.ReadClips(c.Context(), file)
		if err != nil {
			return err
		}
		if err := output.File(out, func(w io.Writer) error { return clipseq.Write(w, in.Sequence) }); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", out, format.Count(len(in.Elements), "element"))
		return err
	}
	return c
}

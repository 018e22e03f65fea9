package command

import (
	"context"
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
	writesFile(c, text, func(ctx context.Context, input string, to io.Writer) (n int, thing string, err error) {
		in, err := open.ReadClips(ctx, input)
		if err == nil {
			err = clipseq.Write(to, in.Sequence)
			n = len(in.Elements)
		}
		return n, "element", err
	})
	return c
}

// genJSONCommand is 'gen json'.
func genJSONCommand(*cli.App) *cobra.Command {
	c, text := cli.GeneratorCommand(clipseq.JSON())
	c.Long = `Generates a JSON text. 'viewer run clip' reads its brackets as a sequence of clips.

Kinds:
  records    an array of objects, with strings, numbers and nested arrays
  escapes    strings with brackets, quotes and runs of backslashes
  deep       nested arrays
  comments   records with comments, which JSON does not have`
	c.Example = `  viewer gen json --bytes 2^20 -o data.json
  viewer gen json --bytes 5000 --kind escapes --seed 3 -o escapes.json`
	writesFile(c, text, func(ctx context.Context, input string, to io.Writer) (int, string, error) {
		text, err := open.ReadJSON(ctx, input)
		if err == nil {
			_, err = to.Write(text)
		}
		return len(text), "byte", err
	})
	return c
}

// writesFile makes a command write a generated input to the file that -o names. write returns the number of things in it.
func writesFile(c *cobra.Command, text func([]string) (string, error), write func(ctx context.Context, input string, to io.Writer) (int, string, error)) {
	var out string
	c.Flags().StringVarP(&out, "output", "o", "", "file to write")
	cli.Writes(c, "output")
	c.RunE = func(c *cobra.Command, args []string) error {
		input, err := text(args)
		if err != nil {
			return err
		}
		if out == "" {
			return cli.Usage("name the output with -o")
		}
		var n int
		var thing string
		if err := output.File(out, func(w io.Writer) (err error) {
			n, thing, err = write(c.Context(), input, w)
			return err
		}); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", out, format.Count(n, thing))
		return err
	}
}

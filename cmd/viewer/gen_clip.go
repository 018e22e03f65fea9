package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/format"
	"kernelscope/scene/clipseq"
)

// genClipCommand makes sequences of clips.
func (a *app) genClipCommand() *cobra.Command {
	var out, shape, elements string
	var seed uint64
	var bare bool
	c := &cobra.Command{
		Use: "clip", Short: "Make a sequence of clips", Args: cobra.NoArgs,
		Long: `Makes a sequence of pushes, which begin a clip, pops, which end it, and leaves, which are
drawn, and writes it as text: ( for a push, ) for a pop, . for a leaf; behind pushes
and leaves a box, as left, top, right and bottom, unless --bare. What is behind a # is
a comment. 'viewer run clip' reads it.

Shapes:
` + aboutShapes(),
		Example: `  viewer gen clip --elements 2^20 --shape random -o clips.txt
  viewer gen clip --elements 20 --shape wide --bare -o small.txt`,
		RunE: func(c *cobra.Command, _ []string) error {
			n, err := count("--elements", elements)
			switch {
			case err != nil:
				return err
			case out == "":
				return usage("name the output with -o")
			case n > clipseq.MaxElements:
				return usage("--elements is %s, not a number from 0 to %d", elements, clipseq.MaxElements)
			case !slices.Contains(clipseq.Shapes(), shape):
				return usage("--shape is %q; there are %s", shape, strings.Join(clipseq.Shapes(), ", "))
			}
			s, err := clipseq.Make(shape, n, seed)
			if err != nil {
				return err
			}
			if bare {
				s.Boxes = nil
			}
			if err := writeFile(out, func(w io.Writer) error { return clipseq.Write(w, s) }); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s elements\n", out, format.Thousands(n))
			return err
		},
	}
	c.Flags().StringVar(&elements, "elements", "2^20", "number of elements, such as 1000000, 1e6 or 2^20")
	c.Flags().StringVar(&shape, "shape", "random", strings.Join(clipseq.Shapes(), ", "))
	c.Flags().Uint64Var(&seed, "seed", 1, "seed")
	c.Flags().BoolVar(&bare, "bare", false, "without boxes")
	c.Flags().StringVarP(&out, "output", "o", "", "file to write")
	_ = c.RegisterFlagCompletionFunc("shape", fixed(clipseq.Shapes()...))
	return c
}

func aboutShapes() (text string) {
	for _, name := range clipseq.Shapes() {
		text += fmt.Sprintf("  %-12s %s\n", name, clipseq.About(name))
	}
	return text
}

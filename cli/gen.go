package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/scene/gen"
)

// GeneratorCommand is a command with a flag for each parameter of a generator; a file is its
// argument. text returns the gen: text for the flags.
func GeneratorCommand(s gen.Spec) (c *cobra.Command, text func(args []string) (string, error)) {
	c = &cobra.Command{Use: s.Name, Short: "Generate " + s.Help, Args: cobra.NoArgs}
	values := map[string]*string{}
	for _, p := range s.Params {
		if p.Type == gen.File {
			c.Use, c.Args = c.Use+" ["+strings.ToUpper(p.Name)+"]", cobra.MaximumNArgs(1)
			continue
		}
		about := p.Help
		if p.Type == gen.Word {
			about += ": " + strings.Join(p.Words, ", ")
		}
		values[p.Name] = c.Flags().String(p.Name, p.Default, about)
		switch p.Type {
		case gen.Word:
			_ = c.RegisterFlagCompletionFunc(p.Name, Fixed(p.Words...))
		case gen.Switch:
			c.Flags().Lookup(p.Name).NoOptDefVal = "true"
		}
	}
	return c, func(args []string) (string, error) {
		v := gen.Values{}
		for _, p := range s.Params {
			if v[p.Name] = Optional(args); p.Type != gen.File {
				v[p.Name] = *values[p.Name]
			}
			if err := p.Check(v[p.Name]); err != nil {
				return "", Usage("--%v", err)
			}
		}
		return s.Text(v), nil
	}
}

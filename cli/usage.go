package cli

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/internal/format"
	"kernelscope/studio"
)

// Helpful makes a command and those below it say which command or flag was probably meant.
func Helpful(c *cobra.Command) {
	c.SetFlagErrorFunc(meantFlag)
	for _, sub := range c.Commands() {
		if sub.HasSubCommands() {
			sub.Args = meantCommand
		}
		Helpful(sub)
	}
}

// unknownFlag finds the name in an error of a flag.
var unknownFlag = regexp.MustCompile(`^unknown flag: --([^= ]+)`)

// meantFlag adds to the error of an unknown flag the one that was probably meant, or the command.
func meantFlag(c *cobra.Command, err error) error {
	if args := c.Flags().Args(); !c.HasParent() && len(args) > 0 {
		if names := commandsOf(c); format.Nearest(args[0], names) != "" {
			return Usage("%q is not a command%s", args[0], format.Meant(args[0], names))
		}
	}
	m := unknownFlag.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	meant := format.Nearest(m[1], names)
	if meant != "" {
		meant = "--" + meant
	}
	return Usage("'%s' has no flag --%s%s", c.CommandPath(), m[1], format.Meant(meant, []string{meant}))
}

// meantCommand refuses a name that is not a command below another one.
func meantCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := commandsOf(c)
	return Usage("'%s' has no command %q%s; choose from %s", c.CommandPath(), args[0], format.Meant(args[0], names), strings.Join(names, ", "))
}

// commandsOf lists the commands below one.
func commandsOf(c *cobra.Command) (names []string) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}

// OneFile allows the window's command one file, and asks whether a command was meant.
func OneFile(c *cobra.Command, args []string) error {
	if len(args) < 2 {
		return nil
	}
	if meant := format.Nearest(args[0], commandsOf(c)); meant != "" {
		return Usage("%q is not a command%s", args[0], format.Meant(args[0], commandsOf(c)))
	}
	return Usage("a window shows one file, not %d", len(args))
}

// MeantPath adds to the error of a file that does not exist the command that was probably meant.
func MeantPath(c *cobra.Command, path string, err error) error {
	if _, missing := os.Stat(path); missing == nil || strings.ContainsAny(path, "./:") {
		return err
	}
	return fmt.Errorf("%w%s", err, format.Meant(path, commandsOf(c)))
}

// reading are the flags of files of graphs.
var reading = []string{"weight", "profile", "directed", "undirected", "contract"}

// NoGraph annotates the commands of families that take no graph.
const NoGraph = "no graph"

// readsGraph reports whether a command may read a graph.
func readsGraph(c *cobra.Command) bool {
	name := c.Name()
	if c.Parent() != nil && c.Parent().Name() == "gen" {
		return strings.Contains(c.Use, "[")
	}
	_, none := c.Annotations[NoGraph]
	return !none && !slices.Contains([]string{"params", "version", "devices", "demo"}, name)
}

// CheckApplies refuses flags that have no effect on what a command line asks for.
func CheckApplies(c *cobra.Command) error {
	given := func(names ...string) string {
		for _, name := range names {
			if f := c.Flags().Lookup(name); f != nil && f.Changed {
				return name
			}
		}
		return ""
	}
	if name := given(reading...); name != "" && !readsGraph(c) {
		return Usage("--%s is for graphs, and '%s' reads none", name, c.CommandPath())
	}
	out := c.Flags().Lookup("output")
	if out == nil || c.Flags().Lookup("ui-scale") == nil {
		return nil
	}
	switch path := out.Value.String(); {
	case path == "":
		if name := given("fps", "seconds", "ratio", "ui"); name != "" {
			return Usage("--%s is for what -o writes; without -o a window opens", name)
		}
	case studio.IsStill(path) && given("fps", "seconds") != "":
		return Usage("--%s is for recordings, and %s is a picture", given("fps", "seconds"), path)
	case given("trace", "ui-scale", "speed") != "":
		return Usage("--%s is for the window, and -o writes a file instead", given("trace", "ui-scale", "speed"))
	}
	return nil
}

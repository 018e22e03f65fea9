package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/internal/source"
	"kernelscope/open/graphload"
	"kernelscope/scene/gen"
)

// The annotations of flags that name files.
const (
	reads  = "kernelscope_reads"
	writes = "kernelscope_writes"
)

// Reads declares flags of a command that name files to read. The arguments of every command
// are such files.
func Reads(c *cobra.Command, flags ...string) { annotate(c, reads, flags) }

// Writes declares flags of a command that name files to write, and adds --force once.
func Writes(c *cobra.Command, flags ...string) {
	if c.Flags().Lookup("force") == nil {
		c.Flags().Bool("force", false, "overwrite files that exist")
	}
	annotate(c, writes, flags)
}

func annotate(c *cobra.Command, key string, flags []string) {
	for _, name := range flags {
		if err := c.Flags().SetAnnotation(name, key, nil); err != nil {
			panic(err) // there is no such flag
		}
	}
}

// CheckFiles refuses a command line that names an output that cannot be written, would write
// over an input, write two outputs to one file, or, without --force, write over a file that
// exists. more are outputs beside those that flags name.
func CheckFiles(c *cobra.Command, args []string, more ...string) error {
	inputs := inputsOf(c, args)
	outputs := append(filesOf(c, writes), more...)
	force, _ := c.Flags().GetBool("force")
	for i, out := range outputs {
		place := out
		if _, err := output.ParsePattern(out); err == nil {
			place = filepath.Dir(out) // the folder of a sequence is created
		}
		if err := output.Check(place); err != nil {
			return err
		}
		info, err := os.Stat(out)
		if err == nil && !info.Mode().IsRegular() {
			continue // a device keeps nothing; of a folder the error is said later
		}
		existing := numbered(out)
		if err == nil {
			existing = []string{out}
		}
		for _, in := range inputs {
			if slices.ContainsFunc(existing, func(path string) bool { return same(in, path) }) {
				return Usage("%s is an input and cannot also be an output", in)
			}
		}
		if slices.ContainsFunc(outputs[:i], func(other string) bool { return same(other, out) }) {
			return Usage("%s would be written twice", out)
		}
		if !force && len(existing) > 0 {
			return fmt.Errorf("%w %s: it exists; --force overwrites it", fault.Output, existing[0])
		}
	}
	return nil
}

// CheckRegular refuses inputs that are pipes or devices, for command lines of strangers: reading these
// may wait for ever, or take all memory.
func CheckRegular(c *cobra.Command, args []string) error {
	for _, in := range inputsOf(c, args) {
		if _, err := os.Stat(in); err != nil {
			continue // an error is reported where it is read
		}
		if err := source.CheckRegular(in); err != nil {
			return fmt.Errorf("%s: %w", in, err)
		}
	}
	return nil
}

// inputsOf lists the files that a command line names to read.
func inputsOf(c *cobra.Command, args []string) (inputs []string) {
	for _, a := range append(slices.Clone(args), filesOf(c, reads)...) {
		if strings.HasPrefix(a, gen.Prefix) {
			_, v, _ := gen.Parse(a) // an error is reported where the text is read
			a = v["map"]
		}
		inputs = append(inputs, graphload.Files(a)...)
	}
	return inputs
}

// TellLeftovers prints the files that killed runs have left in the folders of outputs.
func TellLeftovers(c *cobra.Command) {
	var folders []string
	for _, out := range filesOf(c, writes) {
		folders = append(folders, filepath.Dir(out))
	}
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		for _, path := range output.Leftovers(folder) {
			c.PrintErrf("viewer: %s is left over from a run that was killed; it can be deleted\n", path)
		}
	}
}

// filesOf lists the files that the flags with an annotation name; for an output of which a part is
// requested, the part's file.
func filesOf(c *cobra.Command, annotation string) (paths []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if _, ok := f.Annotations[annotation]; !ok {
			return
		}
		list := []string{f.Value.String()}
		if v, ok := f.Value.(pflag.SliceValue); ok {
			list = v.GetSlice()
		}
		for _, path := range list {
			if path == "" || path == "-" && (annotation == reads || f.DefValue == "-") {
				continue // the standard input or output
			}
			if annotation == writes && f.Name == "output" {
				path = partOf(c).File(path)
			}
			paths = append(paths, path)
		}
	})
	return paths
}

// numbered lists the files that a pattern of numbered pictures has the names of.
func numbered(name string) []string {
	p, err := output.ParsePattern(name)
	if err != nil {
		return nil
	}
	return p.Existing()
}

// same reports whether two names stand for one file, which need not exist.
func same(a, b string) bool {
	first, err0 := os.Stat(a)
	second, err1 := os.Stat(b)
	if err0 == nil && err1 == nil {
		return os.SameFile(first, second)
	}
	return place(a) == place(b)
}

// place is an absolute name with the links of its folder resolved.
func place(path string) string {
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(folder, filepath.Base(path))
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return whole
}

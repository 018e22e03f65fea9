package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/compute/gpu"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/report"
)

// AddSave adds the flag --save to a command that measures: the sheet that SaveRows writes.
func AddSave(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "save", "", "also write the rows to this file, a sheet of figures with command, device, driver, date and version")
	Writes(c, "save")
}

// SaveRows writes the rows or the table of a command to the file that --save names, unless it is
// empty.
func (a *App) SaveRows(path string, w interface {
	Save(io.Writer, report.Source) error
}, i gpu.Info) error {
	if path == "" {
		return nil
	}
	s := report.Source{Command: CommandLine(unsaved(os.Args)), Device: i.Name, Driver: i.Driver, Date: time.Now(), Version: a.Version}
	return output.File(path, func(to io.Writer) error { return w.Save(to, s) })
}

// unsaved returns words without --save, its file and --force.
func unsaved(args []string) (words []string) {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--save":
			i++
		case args[i] == "--force" || strings.HasPrefix(args[i], "--save="):
		default:
			words = append(words, args[i])
		}
	}
	return words
}

// CommandLine returns the command line of the program, without the folders of its files.
func CommandLine(args []string) string {
	words := []string{"viewer"}
	for _, w := range args[1:] {
		if flag, path, ok := strings.Cut(w, "="); ok && isPath(path) {
			w = flag + "=" + filepath.Base(path)
		} else {
			w = BaseName(w)
		}
		words = append(words, w)
	}
	return format.Shell(words)
}

// BaseName returns a word without the folder of the file that it names.
func BaseName(w string) string {
	if isPath(w) {
		return filepath.Base(w)
	}
	return w
}

// isPath distinguishes the path of a file from a plain word and from pairs such as 512/32,auto/64.
func isPath(word string) bool {
	return strings.ContainsRune(word, filepath.Separator) && strings.Trim(word, "0123456789/, auto") != ""
}

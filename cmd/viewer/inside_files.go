package main

import (
	"io"
	"path/filepath"

	"kernelscope/cli"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/report/inside"
)

// checkFiles returns an error for files that cannot be written.
func (f *insideFlags) checkFiles() error {
	if (f.html != "" || f.out != "") && f.word != "" {
		return cli.Usage("--word has no heat map: leave out --html and --output")
	}
	for _, path := range []string{f.html, f.out} {
		if path == "" {
			continue
		}
		if err := cli.CheckFolder(path); err != nil {
			return err
		}
	}
	if f.out != "" && filepath.Ext(f.out) != ".html" {
		return cli.Usage("--output is %q: the name must end in .html", f.out)
	}
	return nil
}

// command returns the command that makes the same.
func (f *insideFlags) command(args []string) string {
	words := []string{"viewer", "inside", args[0], "--step", format.Thousands(f.step)}
	return format.Shell(append(append(words, "--"), args[1:]...))
}

// write writes the files that were asked for.
func (f *insideFlags) write(c inside.Count) error {
	for _, path := range []string{f.html, f.out} {
		if path == "" {
			continue
		}
		err := output.File(path, func(w io.Writer) error { return c.HTML(w) })
		if err != nil {
			return err
		}
	}
	return nil
}

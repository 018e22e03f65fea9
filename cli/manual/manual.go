// Package manual writes the manual pages and the shell completion of a program.
package manual

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/internal/fault"
	"kernelscope/internal/output"
)

// Command is 'docs', for those who package the program of a version.
func Command(version string) *cobra.Command {
	return &cobra.Command{
		Use: "docs DIR", Short: "Write manual pages and shell completion", Hidden: true, Args: cobra.ExactArgs(1),
		Long: `Writes a manual page for each command to DIR/man1, and completion scripts for bash, zsh,
fish and PowerShell to DIR/completion. Existing files are overwritten.`,
		RunE: func(c *cobra.Command, args []string) error {
			files, err := manual(c.Root(), version)
			if err != nil {
				return err
			}
			for name, text := range files {
				path := filepath.Join(args[0], name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					return fmt.Errorf("%w: %v", fault.Output, err)
				}
				if err := output.File(path, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// manual returns the manual pages and the completions of a program by the names of their files.
func manual(root *cobra.Command, version string) (map[string][]byte, error) {
	files := map[string][]byte{}
	var add func(*cobra.Command)
	add = func(c *cobra.Command) {
		files[filepath.Join("man1", pageName(c)+".1")] = page(c, version)
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "completion" {
				add(sub)
			}
		}
	}
	add(root)
	for ending, write := range map[string]func(io.Writer) error{
		"viewer.bash": func(w io.Writer) error { return root.GenBashCompletionV2(w, true) }, "_viewer": root.GenZshCompletion,
		"viewer.fish": func(w io.Writer) error { return root.GenFishCompletion(w, true) }, "viewer.ps1": root.GenPowerShellCompletionWithDesc,
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return nil, err
		}
		files[filepath.Join("completion", ending)] = b.Bytes()
	}
	return files, nil
}

// pageName is the name of a command's page, such as viewer-run-sssp.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// page is a command's manual page, in the macros of man(7).
func page(c *cobra.Command, version string) []byte {
	c.InitDefaultHelpFlag()
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"kernelscope %s\" \"Kernelscope\"\n", strings.ToUpper(pageName(c)), roff(version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(pageName(c)), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(c.UseLine()))
	if c.Long != "" {
		fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", paragraphs(c.Long))
	}
	if c.HasAvailableSubCommands() {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(sub.Name()), roff(sub.Short))
			}
		}
	}
	options(&b, "OPTIONS", c.NonInheritedFlags())
	options(&b, "OPTIONS OF ALL COMMANDS", c.InheritedFlags())
	if c.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(c.Example))
	}
	b.WriteString(".SH EXIT STATUS\n" + roff("0 ok, 1 other errors, 2 usage, 3 bad input, 4 no usable GPU or display, 5 a result is wrong or the GPU failed, 6 a limit or memory, 7 output, 124 timeout.") + "\n")
	var also []string
	if c.HasParent() {
		also = append(also, pageName(c.Parent()))
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "completion" {
			also = append(also, pageName(sub))
		}
	}
	if len(also) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n.BR %s (1)\n", strings.Join(strings.Fields(roff(strings.Join(also, " "))), " (1),\n.BR "))
	}
	return b.Bytes()
}

// options are flags, each with its help.
func options(b *bytes.Buffer, title string, fs *pflag.FlagSet) {
	if !fs.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	fs.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		kind, about := pflag.UnquoteUsage(f)
		if kind != "" {
			name += " " + kind
		}
		if d := f.DefValue; d != "" && d != "false" && d != "0" && d != "[]" && !strings.Contains(about, "(default") {
			about += " (default " + d + ")"
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(name), paragraphs(about))
	})
}

// paragraphs are texts divided by empty lines; indented lines stay as they are.
func paragraphs(text string) string {
	var out []string
	for _, p := range strings.Split(text, "\n\n") {
		if strings.HasPrefix(p, " ") {
			p = ".nf\n" + roff(p) + "\n.fi"
		} else {
			p = roff(p)
		}
		out = append(out, p)
	}
	return strings.Join(out, "\n.PP\n")
}

// roff writes a text so that no part of it is a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

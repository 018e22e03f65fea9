package labs

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kernelscope/assets"
	"kernelscope/cli"
	"kernelscope/families/labs/quest"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/open/labload"
	"kernelscope/report"
)

// questCommand is 'quest'.
func questCommand(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use: "quest", Short: "Repair kernels that have a fault", Args: cobra.NoArgs,
		Long: `Lists fifteen small kernels, each with a fault. 'quest start' writes them to a folder; 'viewer lab DIR/NAME.toml' shows one,
and follows edits; 'quest check' judges the repairs. A kernel is repaired when its checks pass on the interpreter with 1
to 128 lanes, under schedules and memory orders that devices may choose, without a race or undefined behaviour. Two kernels
are correct but slow, and must become cheap.`,
		RunE: func(c *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, name := range labload.Quests() {
				fmt.Fprintf(w, "%s\t%s\n", name, quest.Task(name))
			}
			return w.Flush()
		},
	}
	start := &cobra.Command{
		Use: "start DIR", Short: "Write the kernels to a folder", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return startQuests(c, args[0]) },
	}
	cli.Writes(start)
	var check, grade printer
	checks := &cobra.Command{
		Use: "check DIR", Short: "Judge the repairs in a folder", Args: cobra.ExactArgs(1),
		Long: "Judges each kernel of the folder. The exit code is 5 if one is not repaired.",
		RunE: func(c *cobra.Command, args []string) error { return check.judge(c, a.Version, args[0], args) },
	}
	grades := &cobra.Command{
		Use: "grade DIR", Short: "Judge the repairs of many people: DIR has a folder for each", Args: cobra.ExactArgs(1),
		Long:    "Judges all kernels in each folder of DIR. A missing kernel counts as not repaired. The exit code is 0 even if some are not repaired.",
		Example: "  viewer quest grade class --csv > grades.csv",
		RunE: func(c *cobra.Command, args []string) error {
			entries, err := os.ReadDir(args[0])
			if err != nil {
				return fault.Input.Errorf("%w", err)
			}
			var folders []string
			for _, e := range entries {
				if e.IsDir() {
					folders = append(folders, filepath.Join(args[0], e.Name()))
				}
			}
			grade.all = true
			return grade.judge(c, a.Version, args[0], folders)
		},
	}
	check.add(checks)
	grade.add(grades)
	c.AddCommand(start, checks, grades)
	return c
}

// startQuests writes all kernels and their labs to a folder.
func startQuests(c *cobra.Command, dir string) error {
	var files []string
	for _, name := range labload.Quests() {
		files = append(files, name+".comp", name+".toml")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault.Output.Errorf("%w", err)
	}
	var paths []string
	for _, name := range files {
		paths = append(paths, filepath.Join(dir, name))
	}
	if err := cli.CheckFiles(c, nil, paths...); err != nil {
		return err
	}
	for i, name := range files {
		text, err := assets.Labs.ReadFile("quests/" + name)
		if err == nil {
			err = output.File(paths[i], func(w io.Writer) error { _, err := w.Write(text); return err })
		}
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(c.OutOrStdout(), "%d kernels in %s: edit one, watch it with 'viewer lab %s', and judge all with 'viewer quest check %s'\n",
		len(files)/2, dir, filepath.Join(dir, "barrier.toml"), dir)
	return err
}

// printer prints verdicts.
type printer struct {
	csv, json bool
	all       bool // kernels that are not there count as not repaired
}

func (p *printer) add(c *cobra.Command) {
	c.Flags().BoolVar(&p.csv, "csv", false, "print a table of values separated by commas: folder, quest, solved, reason")
	c.Flags().BoolVar(&p.json, "json", false, "print JSON lines: quests, quest")
	c.MarkFlagsMutuallyExclusive("csv", "json")
}

// questLine is described in docs/json.md.
type questLine struct {
	Type   string `json:"type"`
	Folder string `json:"folder"`
	Quest  string `json:"quest"`
	Solved bool   `json:"solved"`
	Reason string `json:"reason,omitempty"`
}

// judge prints a verdict on each kernel of each folder: of dir alone, or of the folders in it.
func (p *printer) judge(c *cobra.Command, version, dir string, folders []string) (err error) {
	out := c.OutOrStdout()
	lines, rows := format.JSON(out), csv.NewWriter(out)
	switch {
	case p.json:
		err = lines.Encode(report.NewHead("quests", version))
	case p.csv:
		err = rows.Write([]string{"folder", "quest", "solved", "reason"})
	}
	judged, solved := 0, 0
	for _, folder := range folders {
		name := folder
		if p.all {
			name = filepath.Base(folder)
		}
		for _, q := range labload.Quests() {
			if _, none := os.Stat(filepath.Join(folder, q+".comp")); none != nil && !p.all {
				continue
			}
			reason, wrong := quest.Judge(c.Context(), q, folder)
			if wrong != nil {
				return wrong
			}
			if judged++; reason == "" {
				solved++
			}
			if err == nil {
				err = p.print(lines, rows, out, questLine{"quest", name, q, reason == "", reason})
			}
		}
	}
	switch {
	case err != nil:
		return err
	case judged == 0:
		return fault.Input.Errorf("%s has no kernel of a quest; 'viewer quest start DIR' writes them", dir)
	case solved < judged && !p.all:
		return fmt.Errorf("%w: %d of %d kernels are not repaired", fault.Wrong, judged-solved, judged)
	}
	return nil
}

func (p *printer) print(lines *json.Encoder, rows *csv.Writer, out io.Writer, q questLine) error {
	switch {
	case p.json:
		return lines.Encode(q)
	case p.csv:
		defer rows.Flush()
		return rows.Write([]string{q.Folder, q.Quest, fmt.Sprint(q.Solved), q.Reason})
	}
	if p.all {
		q.Quest = q.Folder + "/" + q.Quest
	}
	verdict := "repaired"
	if !q.Solved {
		verdict = "not yet: " + q.Reason
	}
	_, err := fmt.Fprintf(out, "%-*s  %s\n", 16, q.Quest, verdict)
	return err
}

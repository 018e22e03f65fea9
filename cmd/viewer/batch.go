package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/internal/shard"
	"kernelscope/internal/shard/batch"
	"kernelscope/report/merge"
)

// batchCommand is 'batch'.
func (a *app) batchCommand() *cobra.Command {
	c := &cobra.Command{Use: "batch", Short: "Print a cluster job that computes all parts of a result", Args: cobra.NoArgs, RunE: cli.Help}
	var slurm, indexed batch.Job
	var devices bool
	s := jobCommand(&slurm, "slurm", "Print the script of a job array for Slurm",
		`Prints a script for sbatch and submits nothing. Each array element uses one node, and each of
its tasks uses one GPU, selected by the task's number on the node or from the list of --device.
The nodes find the program in their PATH or at --program. Files are in a folder that all nodes
share.`,
		`  viewer batch slurm --parts 16 -- run table NY.gr -s places.csv -o parts/table.parquet | sbatch
  viewer batch slurm --parts 64 --gpus 4 -- bench sweep NY.gr -o parts/sweep.json > sweep.sh`,
		func() (string, error) {
			if slurm.GPUs < 1 || slurm.Parts%slurm.GPUs != 0 {
				return "", cli.Usage("--gpus is %d, which does not divide --parts, %d: each array element computes that many parts", slurm.GPUs, slurm.Parts)
			}
			if slurm.Gres = devices; a.Device != "" {
				slurm.Devices = strings.Split(a.Device, ",")
			}
			if len(slurm.Devices) > 0 && (len(slurm.Devices) != slurm.GPUs || slices.ContainsFunc(slurm.Devices, func(d string) bool { return !plainDevice.MatchString(d) })) {
				return "", cli.Usage("--device is %q; give a number or uuid:… for each of the %d GPUs of a node, separated by commas", a.Device, slurm.GPUs)
			}
			if slurm.Time != "" && !plainTime.MatchString(slurm.Time) {
				return "", cli.Usage("--time is %q; give minutes, hours:minutes:seconds or days-hours:minutes:seconds", slurm.Time)
			}
			return slurm.Slurm(), nil
		})
	s.Flags().IntVar(&slurm.GPUs, "gpus", 1, "number of GPUs per node, each with a task")
	s.Flags().BoolVar(&devices, "gres", true, "request the GPUs from Slurm; turn off if Slurm does not manage them")
	s.Flags().StringVar(&slurm.Time, "time", "", "time limit of an array element, such as 02:00:00")
	k := jobCommand(&indexed, "kubernetes", "Print an Indexed Job for Kubernetes",
		`Prints a Job for kubectl apply and submits nothing. The Job runs one pod with one GPU per part.
All pods work in the volume that --claim names. The folder of the output must exist.`,
		`  viewer batch kubernetes --parts 16 --image registry/kernelscope --claim work -- \
    run table NY.gr -s places.csv -o parts/table.parquet | kubectl apply -f -`,
		func() (string, error) {
			if indexed.Image == "" || indexed.Claim == "" {
				return "", cli.Usage("name the container image with --image and the claim of the volume with --claim")
			}
			if a.Device != "" {
				return "", cli.Usage("--device cannot be used: a pod sees only its own GPU")
			}
			return indexed.Kubernetes(), nil
		})
	k.Flags().StringVar(&indexed.Image, "image", "", "container image that has the program")
	k.Flags().StringVar(&indexed.Claim, "claim", "", "PersistentVolumeClaim of the working folder")
	c.AddCommand(s, k)
	return c
}

// plainDevice is a device that means the same on every node, or there at least something.
var plainDevice = regexp.MustCompile(`^([0-9]+|uuid:[0-9A-Za-z-]+)$`)

// plainTime is a time as sbatch reads it.
var plainTime = regexp.MustCompile(`^([0-9]+-)?[0-9]+(:[0-9]+){0,2}$`)

// plainName is a name that Slurm, Kubernetes and file systems take.
var plainName = regexp.MustCompile(`^[a-z]([a-z0-9-]{0,50}[a-z0-9])?$`)

// jobCommand is a command that prints a job.
func jobCommand(j *batch.Job, use, short, long, example string, text func() (string, error)) *cobra.Command {
	c := &cobra.Command{Use: use + " -- COMMAND…", Short: short, Long: long, Example: example,
		RunE: func(c *cobra.Command, words []string) (err error) {
			if err := checkPrintable(c, words); err != nil {
				return err
			}
			if j.Parts < 1 || j.Parts > shard.MaxCount {
				return cli.Usage("--parts is %d; from 1 to %d are possible", j.Parts, shard.MaxCount)
			}
			if !plainName.MatchString(j.Name) {
				return cli.Usage("--name is %q; it must begin with a lower-case letter and contain only lower-case letters, digits and -", j.Name)
			}
			j.Command = words
			if j.Output, err = outputOf(words); err != nil {
				return err
			}
			out, err := text()
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(c.OutOrStdout(), out)
			return err
		}}
	c.Flags().IntVar(&j.Parts, "parts", 0, "number of parts")
	c.Flags().StringVar(&j.Name, "name", "kernelscope", "name of the job")
	c.Flags().StringVar(&j.Program, "program", "viewer", "name or path of the program on the cluster")
	return c
}

// checkPrintable refuses values and words that would not stay on their line of a job, or that would
// look like others there.
func checkPrintable(c *cobra.Command, words []string) (err error) {
	check := func(name, value string) {
		odd := strings.IndexFunc(value, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) })
		if err == nil && (odd >= 0 || !utf8.ValidString(value)) {
			err = cli.Usage("%s is %q; a job cannot contain line breaks and other characters that are not printed", name, value)
		}
	}
	for _, w := range words {
		check("a word of the command", w)
	}
	c.Flags().VisitAll(func(f *pflag.Flag) { check("--"+f.Name, f.Value.String()) })
	return err
}

// outputOf returns what -o names in a command line that can be cut, and refuses any other.
func outputOf(words []string) (string, error) {
	if len(words) == 0 {
		return "", cli.Usage("name the command after --, such as -- run table NY.gr -s places.csv -o parts/table.parquet")
	}
	c, args, err := newApp().command().Find(words)
	if err != nil {
		return "", cli.Usage("%v", err)
	}
	if c.Flags().Lookup("shard") == nil {
		return "", cli.Usage("'%s' has no parts", c.CommandPath())
	}
	if err := c.ParseFlags(args); err != nil {
		return "", cli.Usage("%v", err)
	}
	for _, name := range []string{"shard", "device", "force"} {
		if c.Flags().Changed(name) {
			return "", cli.Usage("omit --%s from the command: the job adds it", name)
		}
	}
	path := strings.Trim(c.Flags().Lookup("output").Value.String(), "[]")
	if !slices.Contains(merge.Endings, filepath.Ext(path)) {
		return "", cli.Usage("the command needs -o with a name that ends in %s", strings.Join(merge.Endings, " or "))
	}
	return path, nil
}

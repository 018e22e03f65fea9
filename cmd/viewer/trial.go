package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/internal/fault"
)

// trials are small inputs for each family.
var trials = []struct {
	family   string
	commands []string
}{
	{"Shortest paths", []string{"sssp gen:roads,nodes=300 -a nearfar -n 2 --verify", "sssp gen:roads,nodes=300 -a nearfar-append -n 2 --verify", "sssp gen:roads,nodes=300 -a frontier -n 2 --verify", "sssp gen:kronecker,scale=8 -a deltastep -n 2 --verify", "sssp gen:grid,width=20,height=20 -a bellmanford -n 1 --verify"}},
	{"Prepared trees", []string{"sssp gen:roads,nodes=300 -a prepared -n 2 --verify"}},
	{"Many searches", []string{"bfs gen:roads,nodes=300 -n 64 --scheme pair --verify", "bfs gen:kronecker,scale=8 -n 128 --scheme rows --verify", "bfs gen:kronecker,scale=8 -n 128 --scheme workgroups --verify", "bfs gen:kronecker,scale=8 -n 128 --scheme coalesced --verify", "bfs gen:kronecker,scale=8 -n 128 --scheme bottom-up --verify"}},
	{"Sorts", []string{"sort -n 3000 -a radix --verify", "sort -n 3000 -a radix4 --verify", "sort -n 3000 -a batcher --verify", "sort -n 3000 -a batcher-fused --verify", "sort -n 3000 -a radix --type u64 --payload --verify"}},
	{"Clips", []string{"clip gen:clip,elements=2000 -a lookback --verify", "clip gen:clip,elements=2000 -a tree --verify", "clip gen:clip,elements=400 -a shuffle --verify"}},
	{"Prefix sums", []string{"sums -n 3000"}},
}

// trial runs all trials on the device in lockstep with plain Go. It prints a verdict for each family
// and returns an error for the first one that is wrong.
func (a *app) trial(c *cobra.Command) (first error) {
	for _, t := range trials {
		verdict := "right"
		for _, command := range t.commands {
			err := a.tried(c, strings.Fields("run "+command+" --backend lockstep"))
			if c.Context().Err() != nil {
				return c.Context().Err()
			}
			if err == nil {
				continue
			}
			verdict = fmt.Sprintf("wrong: %v\n    viewer run %s --backend lockstep", err, command)
			if first == nil {
				first = fault.Wrong.Errorf("%s: %w", t.family, err)
			}
			break
		}
		fmt.Fprintf(c.OutOrStdout(), "%-15s %s\n", t.family, verdict)
	}
	return first
}

// tried executes a command without its output.
func (a *app) tried(c *cobra.Command, words []string) error {
	other := newApp()
	other.Fake, other.Told = a.Fake, nil
	if a.Device != "" {
		words = append(words, "--device", a.Device)
	}
	root := other.command()
	root.SetArgs(words)
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	return root.ExecuteContext(c.Context())
}

// tellLockstep prints what lockstep has compared.
func tellLockstep(verdict string) { fmt.Fprintln(os.Stderr, "lockstep: "+verdict) }

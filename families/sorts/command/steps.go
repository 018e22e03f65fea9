package command

import (
	"fmt"
	"io"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// stepsOf returns the state of a sort of few keys after each of its steps.
func (j job) stepsOf(be compute.Backend, in oracle.Array) (out []session.Lane, err error) {
	if j.onHost() {
		return nil, cli.Usage("--steps needs a sort of the device; %s runs on the host", j.Name())
	}
	if in.Len() > session.Few {
		return nil, cli.Usage("--steps shows at most %d keys; there are %d", session.Few, in.Len())
	}
	s := session.New(be, sorting.Algorithms(), true)
	defer s.Release()
	input := session.Input{Type: j.f.Type, File: "the input", Bits: j.f.Bits, Payload: j.f.Payload, Descending: j.f.Descending}
	err = cli.ApplyAll(s, watch.Set{Algorithm: j.Name(), Values: j.values}, session.SetKeys{Name: input.File, Type: input.Type, Bits: input.Bits, Words: in.Keys},
		session.SetInput{Input: input})
	for step := 0; err == nil; step++ {
		if err = cli.ApplyAll(s, timeline.Seek{Step: step}); err == nil {
			err = s.Settle()
		}
		l := s.Snapshot().Lanes[0]
		if step > 0 {
			out = append(out, l)
		}
		if step == len(l.Steps) {
			break
		}
	}
	return out, err
}

// keysOf writes the keys of a lane.
func (j job) keysOf(l session.Lane) (out []string) {
	for i := range len(l.Keys) / j.f.Words() {
		out = append(out, j.f.Type.Text(j.f.Type.KeyAt(l.Keys, i)))
	}
	return out
}

// writeSteps prints the table of each digit, as VREN's article does, and the keys after each step
// that moves them.
func (j job) writeSteps(out io.Writer, lanes []session.Lane) error {
	for _, l := range lanes {
		step, _ := l.Now()
		if t := l.Table; t != nil && t.Scanned && step.Bits == 0 {
			fmt.Fprintf(out, "%s\nsymbol  count  offset\n", t.Title())
			for symbol, count := range t.Counts {
				fmt.Fprintf(out, "%6d %6d %7d\n", symbol, count, t.Offsets[symbol])
			}
		}
		if step.Table == nil {
			fmt.Fprintln(out, step.Title)
		}
		if step.Table == nil || step.Bits > 0 {
			fmt.Fprintf(out, "%s\n\n", strings.Join(j.keysOf(l), ", "))
		}
	}
	return nil
}

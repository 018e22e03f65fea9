package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
	"kernelscope/families/sorts"
	"kernelscope/fault"
	"kernelscope/format"
)

// onHost names the sort of the host.
const onHost = "cpu"

// sorter is a way to sort: one of the device, or without an algorithm the host's.
type sorter struct{ algorithm sorting.Algorithm }

// sorters lists the ways to sort.
func sorters() (out []sorter) {
	for _, a := range sorting.Algorithms() {
		out = append(out, sorter{a})
	}
	return append(out, sorter{})
}

func (s sorter) onHost() bool { return s.algorithm == nil }

func (s sorter) Name() string {
	if s.onHost() {
		return onHost
	}
	return s.algorithm.Name()
}

func (s sorter) title() string {
	if s.onHost() {
		return "Go's own sort, on one processor"
	}
	return s.algorithm.Title()
}

func (s sorter) stable() bool { return s.onHost() || s.algorithm.Stable() }

func (s sorter) Params() []compute.Param {
	if s.onHost() {
		return nil
	}
	return s.algorithm.Params()
}

// sortJob is an array to sort, and how.
type sortJob struct {
	sorter
	f      sorting.Format
	n      int
	values compute.Values
	runs   timing.Runs
	verify bool
	steps  bool // are timed one by one, too
	input  func() (oracle.Array, error)
}

// sorted is what has come of it.
type sorted struct {
	out    oracle.Array
	times  timing.Times
	params compute.Values // as the algorithm chose them
	passes int            // steps of the device
	titles []string       // of the steps, with their times
	steps  []timing.Times
}

// rate returns how many are done a second: by the time on the device, or by the wall
// clock where there is no other.
func rate(n int, t timing.Times) float64 {
	if t.GPU > 0 {
		return float64(n) / t.GPU * 1e3
	}
	return float64(n) / max(t.Wall, 1e-6) * 1e3
}

// arrayBytes are those of a key with its value.
func arrayBytes(f sorting.Format) int {
	if f.Payload {
		return 4*f.Words() + 4
	}
	return 4 * f.Words()
}

// run sorts. What the device has no room for is refused before keys are made.
func (j sortJob) run(ctx context.Context, d *gpu.Device) (r sorted, err error) {
	var s *sorting.Sort
	if !j.onHost() {
		if s, err = j.algorithm.Prepare(d, j.f, j.n, j.values); err != nil {
			return r, err
		}
		defer s.Release()
		r.params, r.passes = s.Values, len(s.Steps)
	}
	in, err := j.input()
	if err != nil {
		return r, err
	}
	r.out.Words = in.Words
	if j.onHost() {
		r.out.Keys, r.out.Values, r.times, err = sorts.Host(ctx, j.f, in.Keys, in.Values, j.runs)
	} else {
		err = r.onDevice(ctx, d, s, in, j)
	}
	if err != nil || !j.verify {
		return r, err
	}
	if err := oracle.VerifySort(in, r.out, j.f.Order, j.stable()); err != nil {
		return r, fmt.Errorf("%w: %s, %d keys: %v", fault.Wrong, j.Name(), j.n, err)
	}
	return r, ctx.Err()
}

func (r *sorted) onDevice(ctx context.Context, d *gpu.Device, s *sorting.Sort, in oracle.Array, j sortJob) (err error) {
	if r.times, err = sorts.TimeSort(ctx, d, s, in.Keys, in.Values, j.runs); err != nil {
		return err
	}
	keys, payload := s.Sorted()
	if r.out.Keys, r.out.Values, err = s.Read(ctx, keys, payload, j.n); err != nil || !j.steps {
		return err
	}
	for _, step := range s.Steps {
		r.titles = append(r.titles, step.Title)
	}
	r.steps, err = sorts.TimeSteps(ctx, d, s, in.Keys, in.Values, j.runs)
	return err
}

// madeKeys makes an array of a distribution; values are places.
func madeKeys(distribution string, f sorting.Format, n int, seed uint64) (a oracle.Array, err error) {
	a.Words = f.Words()
	if a.Keys, err = keygen.KeysOf(distribution, f, n, seed); err == nil && f.Payload {
		a.Values = keygen.Payload(n)
	}
	return a, err
}

// mostKeys is how many the numbers of kernels, which have 32 bits, can count.
const mostKeys = math.MaxUint32

// count reads a number of keys: 1000000, 1e6 or 2^20.
func count(flag, text string) (int, error) {
	n, err := format.ParseCount(text)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && n > mostKeys:
		return 0, fmt.Errorf("%w: %s is %s; at most %d keys can be sorted", fault.Limit, flag, text, mostKeys)
	case err != nil:
		return 0, usage("%s is %q, not a number such as 1000000, 1e6 or 2^20", flag, text)
	}
	return int(n), nil
}

// typeOf returns the type of a name.
func typeOf(flag, name string) (sorting.Type, error) {
	var names []string
	for _, t := range sorting.Types() {
		if t.String() == name {
			return t, nil
		}
		names = append(names, t.String())
	}
	return 0, usage("%s is %q; there are %s", flag, name, strings.Join(names, ", "))
}

// addDistribution adds the flag that names what is sorted, and says what there is.
func addDistribution(c *cobra.Command, to *string) {
	names := keygen.Distributions()
	c.Flags().StringVar(to, "dist", "uniform", "what is sorted: "+strings.Join(names, ", "))
	_ = c.RegisterFlagCompletionFunc("dist", fixed(names...))
	c.Long += "\n\nKeys that can be sorted:"
	for _, name := range names {
		c.Long += fmt.Sprintf("\n  %-9s %s", name, keygen.About(name))
	}
}

func checkDistribution(name string) error {
	if !slices.Contains(keygen.Distributions(), name) {
		return usage("--dist is %q; there are %s", name, strings.Join(keygen.Distributions(), ", "))
	}
	return nil
}

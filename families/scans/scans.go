// Package scans times prefix sums, for comparison with other kernels.
package scans

import (
	"context"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/scan"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
)

// Name is the algorithm's name in the rows of experiments.
const Name = "scan"

// Setting is the setting of an experiment that times a scan.
var Setting = experiment.Setting{Algorithm: Name, Title: "Scan"}

// Time times prefix sums of n random words and verifies every sum. Errors wrap fault.Limit if the
// device lacks memory, and fault.Wrong if a sum is wrong.
func Time(ctx context.Context, be compute.Backend, n int, runs timing.Runs, seed uint64) (times timing.Times, err error) {
	s, err := scan.New(be, scan.Kind{}, n)
	if err != nil {
		return times, err
	}
	defer s.Release()
	words, err := keygen.Keys("uniform", sorting.U32, n, seed)
	if err != nil {
		return times, err
	}
	m := compute.Memory{Backend: be}
	from, to := m.NewBuffer("values to scan", n), m.NewBuffer("sums", n)
	be.Write(from, 0, words)
	if err := m.Ready(); err != nil {
		return times, err
	}
	defer m.Release()
	if times, err = timing.Record(ctx, be, Name, func(e compute.Encoder) { s.Record(e, from, to, n) }, nil, runs); err != nil {
		return times, err
	}
	sums := make([]uint32, n)
	if err := be.Read(ctx, to, 0, sums); err != nil {
		return times, err
	}
	before := uint32(0)
	for i, x := range words {
		if sums[i] != before {
			return times, fmt.Errorf("%w: the sum before value %d of the scan is %d, not %d", fault.Wrong, i, sums[i], before)
		}
		before += x
	}
	return times, nil
}

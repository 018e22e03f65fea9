package onsimt_test

import (
	"errors"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/scan"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/internal/fault"
)

// A workgroup larger than the device allows fails, and one as large does not.
func TestWorkgroupLimit(t *testing.T) {
	for limit, fits := range map[int]bool{64: false, 128: true} {
		i := onsimt.New(32)
		be := i.Backend()
		s, err := scan.Sized(be, scan.Kind{}, 5000, compute.Values{scan.Workgroup: 128, scan.Passes: 2})
		if err != nil {
			t.Fatal(err)
		}
		i.Workgroup = limit
		in, out := be.NewBuffer("in", 5000), be.NewBuffer("out", 5000)
		be.Fill(in, 0, 5000, 1)
		s.Record(be, in, out, 5000)
		if err := be.Flush(t.Context()); errors.Is(err, fault.Wrong) == fits {
			t.Errorf("workgroups of 128 where %d are allowed: %v", limit, err)
		}
	}
}

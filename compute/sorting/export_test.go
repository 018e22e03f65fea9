package sorting

import "kernelscope/compute"

// Backend returns what a sort runs on.
func (s *Sort) Backend() compute.Backend { return s.be }

// PrepareImpatient is Radix.Prepare for partitions that look back so often in
// vain.
func PrepareImpatient(be compute.Backend, f Format, capacity int, v compute.Values, patience uint32) (*Sort, error) {
	return Radix{}.prepare(be, f, capacity, v, patience)
}

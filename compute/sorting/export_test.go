package sorting

import "kernelscope/compute"

// Backend returns what a sort runs on.
func (s *Sort) Backend() compute.Backend { return s.be }

// Forms of Radix that devices at hand would not take by themselves.
var (
	Impatient = Radix{impatient: true}
	Wide      = Radix{wide: true}
)

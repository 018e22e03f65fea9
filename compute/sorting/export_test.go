package sorting

import "kernelscope/compute"

// Backend returns what a sort runs on.
func (s *Sort) Backend() compute.Backend { return s.be }

//go:build !js || !labs

package live

import (
	"fmt"

	"kernelscope/compute"
)

// openOther opens a scene of a family other than labs.
func openOther(be compute.Backend, s Scene, data []byte) (family, error) {
	switch s.Family {
	case Paths:
		return openPaths(be, s, data)
	case Sorts:
		return openSorts(be, s)
	case Sums:
		return openSums(be, s)
	case Clips:
		return openClips(be, s)
	case Trees:
		return openTrees(be, s, data)
	case Hops:
		return openHops(be, s, data)
	}
	return nil, fmt.Errorf("there is no family %q", s.Family)
}

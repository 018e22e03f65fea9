package command

import (
	"fmt"
	"slices"

	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/sssp"
)

// Default searches. Commands that answer queries or measure use the fastest search; commands that
// draw use one whose steps are the same every time.
const (
	fastest = "frontier"
	watched = "nearfar"
)

// hasParam reports whether an algorithm has a parameter.
func hasParam(a flags.Algorithm, name string) bool {
	return slices.ContainsFunc(a.Params(), func(p compute.Param) bool { return p.Name == name })
}

// computer names what a search runs on.
func computer(a sssp.Algorithm, device string) string {
	if a.About().OnHost {
		return "the host"
	}
	return device
}

// onDevice formats a time on the device, if the search runs there.
func onDevice(a sssp.Algorithm, ms float64) string {
	if a.About().OnHost {
		return "-"
	}
	return fmt.Sprintf("%.3f", ms)
}

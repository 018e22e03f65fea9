package command

import (
	"fmt"

	"kernelscope/compute/sssp"
)

// Default searches. Commands that answer queries or measure use the fastest search; commands that
// draw use one whose steps are the same every time.
const (
	fastest = "frontier"
	watched = "nearfar"
)

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

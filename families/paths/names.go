package paths

import (
	"fmt"
	"slices"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
	"kernelscope/flags"
)

// What commands search with where no -a says otherwise. Those that answer or measure use the
// fastest search, those that draw the one whose steps are the same each time.
const (
	fastest = "frontier"
	watched = "nearfar"
)

// hasParam reports whether an algorithm has a parameter.
func hasParam(a flags.Algorithm, name string) bool {
	return slices.ContainsFunc(a.Params(), func(p compute.Param) bool { return p.Name == name })
}

// computer says what a search runs on.
func computer(a sssp.Algorithm, device string) string {
	if a.About().OnHost {
		return "the host"
	}
	return device
}

// onDevice writes a time on the device, where the search has one.
func onDevice(a sssp.Algorithm, ms float64) string {
	if a.About().OnHost {
		return "-"
	}
	return fmt.Sprintf("%.3f", ms)
}

// inWords lists the values of a search's parameters, those that it has.
func inWords(a sssp.Algorithm, v compute.Values) string {
	var words []string
	for _, p := range a.Params() {
		if x, ok := v[p.Name]; ok {
			words = append(words, p.Name+" "+p.Text(x))
		}
	}
	return strings.Join(words, ", ")
}

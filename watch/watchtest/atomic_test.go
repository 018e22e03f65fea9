package watchtest

import (
	"reflect"
	"slices"
	"testing"

	"kernelscope/compute/host"
)

// FailingChangesNothing tries all actions that families share.
func TestShared(t *testing.T) {
	var tested []string
	for _, a := range shared(host.New()) {
		tested = append(tested, reflect.TypeOf(a).Name())
	}
	for _, folder := range []string{"..", "../timeline"} {
		for _, want := range declaredActions(t, folder) {
			// Set and Shuffle need a family's algorithms and inputs.
			if !slices.Contains(append(tested, "Set", "Shuffle"), want) {
				t.Errorf("%s is not tested", want)
			}
		}
	}
}

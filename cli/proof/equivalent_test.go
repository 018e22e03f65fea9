package proof

import (
	"strings"
	"testing"

	"kernelscope/compute/prove"
	"kernelscope/shaders"
)

// Each fault of the list is a mutant of some kernel, and has a reason.
func TestEquivalent(t *testing.T) {
	list, err := known()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[key]bool{}
	for _, name := range shaders.Names() {
		kernel, isKernel := strings.CutSuffix(name, ".comp")
		if !isKernel {
			continue
		}
		code, err := shaders.SPIRV(name, false)
		if err != nil {
			t.Fatal(err)
		}
		all, err := prove.Mutants(code)
		if err != nil {
			t.Fatal(err)
		}
		sources, err := sourcesOf(kernel)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			k := keyOf(sources, kernel, m)
			seen[k] = true
			if k.kernel = ""; k.file != "" {
				seen[k] = true
			}
		}
	}
	for k, reason := range list {
		if !seen[k] || len(reason) < 20 {
			t.Errorf("%v: is a mutant: %v, reason: %q", k, seen[k], reason)
		}
	}
}

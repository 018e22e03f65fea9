package compute_test

import (
	"errors"
	"testing"

	"kernelscope/compute"
)

// FuzzParam: whatever is typed for a parameter is a value that is allowed, and that is read
// again as it is written, or is refused.
func FuzzParam(f *testing.F) {
	for _, text := range []string{"auto", "5", "64", "0", "-1", "4294967301", "1e3", "radix", "none", "", " 5", "\u0663"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range []compute.Param{delta, workgroup, order} {
			for _, l := range []compute.Limits{{}, small} {
				x, err := p.Parse(l, text)
				if err != nil {
					if !errors.Is(err, compute.ErrValue) {
						t.Errorf("%s %q: %v", p.Name, text, err)
					}
					continue
				}
				if y, err := p.Parse(l, p.Text(x)); p.Check(l, x) != nil || err != nil || y != x {
					t.Errorf("%s %q is %d, then %d (%v)", p.Name, text, x, y, err)
				}
			}
		}
	})
}

package passport

import (
	"fmt"

	"kernelscope/compute/litmus"
	"kernelscope/internal/format"
)

// order runs the litmus tests.
func (t *taker) order() error {
	all := litmus.Variants()
	n, size := 1<<16, min(64, t.l.Workgroup)
	if t.l.IsSoftware {
		n = 1 << 8 // few run together
	}
	for i, v := range all {
		t.show(float64(i) / float64(len(all)))
		c, err := litmus.Run(t, t.be, v, n, size, max(1, t.o.Litmus/n), 1)
		if err != nil {
			return err
		}
		r := Row{Group: Order, Name: v.String(), Value: float64(c.Weak), Unit: fmt.Sprintf("of %s: %s", format.Thousands(c.Instances), v.Outcome)}
		if v.Forbids() {
			r.Unit += ", forbidden"
		}
		switch {
		case c.Others > 0:
			r.Fault = fmt.Sprintf("%s instances have values that nobody stored", format.Thousands(c.Others))
		case v.Forbids() && c.Weak > 0:
			r.Fault = "Vulkan's memory model forbids it"
		}
		t.isBad[v.Name] = t.isBad[v.Name] || r.Fault != ""
		t.add(r)
	}
	return nil
}

package session

import (
	"fmt"

	"kernelscope/internal/format"
)

// Story returns a sentence about the last step of a sort.
func (n *Snapshot) Story(l *Lane) string {
	if l.Position == 0 {
		return "The keys lie in the order of the input: " + n.Input.Source() + "."
	}
	if l.Wrong != nil {
		return fmt.Sprintf("Step %d of %d: %s.", l.Position, len(l.Steps), l.Wrong.Story())
	}
	step := l.Steps[l.Position-1]
	what := ""
	switch {
	case step.Table != nil && !step.Table.Scanned:
		what = "each workgroup counts the digits of its own keys"
		if step.Table.IsShared {
			what = "all workgroups count the digits of their keys in the same counters"
		}
	case step.Table != nil && step.Bits == 0:
		what = "a prefix sum of the counts gives each workgroup its places; no key moves"
	case step.Bits > 0:
		what = "each key moves after the keys with a smaller digit in " + step.Digit.Title()
		if step.Radix > 0 {
			what = "each key moves after the keys with a smaller " + step.Digit.Title()
		}
		if step.Unstable {
			what = "each key takes the next place for its digit, in the order in which invocations come"
		}
	case step.Run == 0:
		what = "all digits are counted in one pass; no key moves"
	case step.Stride == step.LastStride:
		what = fmt.Sprintf("keys %s apart are compared and exchanged, toward sorted runs of %s", format.Thousands(step.Stride), format.Thousands(step.Run))
	default:
		what = fmt.Sprintf("keys %s down to %s apart are compared in one pass, toward sorted runs of %s", format.Thousands(step.Stride), format.Thousands(step.LastStride), format.Thousands(step.Run))
	}
	return fmt.Sprintf("Step %d of %d: %s.", l.Position, len(l.Steps), what)
}

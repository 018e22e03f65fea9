package sorting

import "testing"

// LittleWork makes submissions of software devices have little work, until the test ends.
func LittleWork(t *testing.T, work int) {
	before := softwareWork
	softwareWork = work
	t.Cleanup(func() { softwareWork = before })
}

// Forms of Radix that devices at hand would not take by themselves.
var (
	Impatient = Radix{impatient: true}
	Wide      = Radix{wide: true}
)

package sorting

// Forms of Radix that devices at hand would not take by themselves.
var (
	Impatient = Radix{impatient: true}
	Wide      = Radix{wide: true}
)

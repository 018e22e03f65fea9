package ref

const (
	// JointLevels is how many levels the history of a joint frontier holds.
	JointLevels = 256
	JointWords  = JointHistory + 4*JointLevels
)

package ref

const (
	// JointLevels is how many levels the history of a joint frontier holds.
	JointLevels = 256
	// JointWords is how many words the state of a joint frontier has, with the history.
	JointWords = JointHistory + 4*JointLevels
)

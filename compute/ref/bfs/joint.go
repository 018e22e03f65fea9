package bfs

import (
	"kernelscope/shaders"
)

const (
	// JointLevels is the number of levels in the history of a joint frontier.
	JointLevels = 256
	// JointWords is the number of words in the state of a joint frontier, including its history.
	JointWords = shaders.JointHistory + 4*JointLevels
)

package graph

// NodeState is the state of a node in a search.
type NodeState uint32

// The states, in the order in which a node passes through them.
const (
	StateUnreached NodeState = iota
	StateFar
	StateNear
	StateRelaxed // reached and in no queue
)

// StateDistance is the greatest distance in a word of node states: a NodeState in the two
// highest bits, the distance below, clamped.
const StateDistance = 1<<30 - 1

// StateWord returns the word of a state and a distance, which it clamps.
func StateWord(s NodeState, dist uint32) uint32 {
	return uint32(s)<<30 | min(dist, StateDistance)
}

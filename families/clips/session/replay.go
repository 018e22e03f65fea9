package session

import (
	"slices"

	"kernelscope/compute/clip"
)

// State is the progress of a partition.
type State uint8

// The states of a partition, in the order in which it goes through them.
const (
	Waiting   State = iota // nobody has begun it
	Working                // its elements are reduced
	Aggregate              // what it does to the stack is published
	Linked                 // so is its back-link: it is done
)

func (s State) String() string {
	return [...]string{"waiting", "working", "aggregate", "linked"}[s]
}

// replay follows the events of a run, to any time.
type replay struct {
	run    *Run
	at     int
	states []State // never changed once they were handed out
	shared bool    // they were
}

// seek goes to the state after some events.
func (r *replay) seek(at int) {
	if r.shared {
		r.states, r.shared = slices.Clone(r.states), false
	}
	if at < r.at {
		clear(r.states)
		r.at = 0
	}
	for ; r.at < at; r.at++ {
		q, to := raises(r.run.Events[r.at])
		r.states[q] = max(r.states[q], to)
	}
}

// raises returns the partition that an event brings to a state, at least.
func raises(e clip.Event) (partition int, to State) {
	switch e.Kind {
	case clip.Begins:
		return e.Partition, Working
	case clip.Publishes: // also of another one
		return e.Other, Aggregate
	case clip.Ends:
		return e.Partition, Linked
	}
	return e.Partition, Waiting
}

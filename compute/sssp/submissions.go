package sssp

import "kernelscope/compute"

// Submitted is a submission of a search in rounds that nobody watches.
type Submitted struct {
	Step             int // that it ends with
	Dispatches, Idle int // all, and those over nothing
}

// Submissions divides the steps of a search into the submissions of a run with some values. sizes are the queues before
// each step, and done is set if there are no more. Searches that are not in rounds have none.
//
// A submission is a batch of rounds of two dispatches, of which the first is idle where a bucket begins. Of Near-Far append
// it is a batch of rounds of one dispatch and a compaction: rounds are idle after the bucket has ended, and the compaction
// before. All dispatches after the end of the search are idle.
func Submissions(a Algorithm, v compute.Values, sizes []Sizes, done bool) (out []Submitted) {
	switch a.(type) {
	case NearFar, DeltaStepping, BellmanFord, NearFarAppend:
	default:
		return nil
	}
	_, appends := a.(NearFarAppend)
	batch := int(v[Batch])
	for at := 0; at < len(sizes); {
		s := Submitted{Dispatches: 2 * batch}
		rounds := 0
		for ; rounds < batch && at < len(sizes) && (!appends || sizes[at].Near > 0); rounds++ {
			if sizes[at].Near == 0 {
				s.Idle++
			}
			at++
		}
		if s.Idle += 2 * (batch - rounds); appends {
			s = Submitted{Dispatches: batch + 1, Idle: batch - rounds}
			if at < len(sizes) && sizes[at].Near == 0 {
				at++ // the compaction
			} else {
				s.Idle++
			}
		}
		if s.Step = at; at == len(sizes) && !done {
			s.Idle = 0 // it goes on
		}
		out = append(out, s)
		if v[Rule] == Adaptive {
			batch = nextBatch(batch, rounds)
		}
	}
	return out
}

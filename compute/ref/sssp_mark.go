package ref

import "kernelscope/compute"

// SSSPMark holds the arguments of sssp_mark: Count entries of Words words each, from the word First
// on.
type SSSPMark[B any] struct {
	Dist, Queue, States B
	Count, First, Words uint32
}

// MirrorSSSPMark mirrors sssp_mark.
func MirrorSSSPMark(g compute.Grid, a SSSPMark[[]uint32]) {
	for i := range min(uint32(g.Invocations()), a.Count) {
		entry := a.Queue[a.First+i*a.Words:]
		if v := entry[0]; a.Words == 1 || entry[1] == a.Dist[v] {
			a.States[v] = StateWord(Near, a.Dist[v])
		}
	}
}

package sssp

import (
	"kernelscope/compute"
	ref "kernelscope/compute/ref/sssp"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// NearFarAppend is Near-Far in the form of "Two buckets is all you need", the article about
// GPUSSSP: relax appends to both queues in one dispatch, nodes may be queued several times,
// and a set of bits drops them when the far queue is compacted. Beyond the article, a full
// queue is rebuilt, empty buckets are skipped, and the last workgroup of a dispatch makes the
// decisions that the host makes there.
type NearFarAppend struct{}

// Name returns the name, as on the command line.
func (NearFarAppend) Name() string { return "nearfar-append" }

// Title returns the name for people.
func (NearFarAppend) Title() string { return "Near-Far append" }

// Count is the parameter that counts repeated entries.
const Count = "count"

// Params returns the parameters.
func (NearFarAppend) Params() []compute.Param {
	batch := roundsParam
	batch.Help = "Rounds per submission; a compaction follows them. Small: the host waits for the device after every few rounds. Large: rounds after a bucket is empty have nothing to do."
	return []compute.Param{deltaParam, batch, workgroupParam, ruleParam, finishParam, stallParam, recordParam,
		{Name: Count, Label: "count", Unit: choice, Min: off, Max: on, Choices: []string{"off", "on"}, Default: off, Auto: "Off.",
			Help: "Whether to count near entries whose nodes were already relaxed at the same distance. On: each entry costs another atomic operation."}}
}

// Prepare uploads the graph of a map.
func (a NearFarAppend) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	return newRounds(be, m, a, 5*m.Graph.Nodes(), func(s *rounds) { s.append = newAppending(s) })
}

var (
	appendRelax   = compute.Agreeing(compute.NewKernel[ref.AppendRelax[compute.Buffer]]("sssp_append_relax", workgroups, ref.MirrorAppendRelax), ref.AgreeOnAppendRelax)
	appendCompact = compute.Agreeing(compute.NewKernel[ref.AppendCompact[compute.Buffer]]("sssp_append_compact", workgroups, ref.MirrorAppendCompact), ref.AgreeOnAppendCompact)
)

// appending are the queues and dispatches of a search that appends. Each queue has two halves
// with room for all nodes, and the last word of a half counts its entries.
type appending struct {
	relaxing   ref.AppendRelax[compute.Buffer]
	compacting ref.AppendCompact[compute.Buffer]
	half       int // words
}

func newAppending(s *rounds) *appending {
	n := s.g.Nodes()
	a := &appending{half: n + 1}
	near, far := s.memory.NewBuffer("near queue", 2*a.half), s.memory.NewBuffer("far queue", 2*a.half)
	a.relaxing = ref.AppendRelax[compute.Buffer]{
		FirstOut: s.relax.FirstOut, Head: s.relax.Head, Weight: s.relax.Weight, Dist: s.relax.Dist,
		NearQueue: near, FarQueue: far, RelaxedAt: s.memory.NewBuffer("relaxed at", n), Control: s.relax.Control,
	}
	a.compacting = ref.AppendCompact[compute.Buffer]{Dist: s.relax.Dist, NearQueue: near, FarQueue: far, MetSet: s.set("met set"), Control: s.relax.Control}
	return a
}

// begin puts the source into the near queue.
func (a *appending) begin(e compute.Encoder, source uint32, v compute.Values) {
	near, far := a.relaxing.NearQueue, a.relaxing.FarQueue
	e.Update(near, 0, source)
	for side := range 2 {
		e.Update(near, (side+1)*a.half-1, uint32(1-side))
		e.Update(far, (side+1)*a.half-1, 0)
	}
	if v[Count] == on {
		e.Fill(a.relaxing.RelaxedAt, 0, a.relaxing.RelaxedAt.Len(), graph.Unreached)
	}
}

// next returns the work of a step: a batch of rounds and a compaction or, if fewer rounds are
// requested, one of the two.
func (a *appending) next(k recordingKey, r *roundsRun) recordingKey {
	switch {
	case r.stride > r.batch:
		k.compact = true
	case r.last.Near == 0:
		k.rounds, k.compact = 0, true
	}
	return k
}

// relax records a round.
func (a *appending) relax(e compute.Encoder, k recordingKey) {
	args := a.relaxing
	args.Stall, args.Count = flag(k.stall), flag(k.count)
	appendRelax.Sized(k.workgroup).DispatchIndirect(e, args.Control, shaders.ControlRelaxGroups, args)
}

// compact records a compaction, which does nothing while a bucket is in progress.
func (a *appending) compact(e compute.Encoder, k recordingKey) {
	e.Fill(a.compacting.MetSet, 0, a.compacting.MetSet.Len(), 0)
	appendCompact.Sized(k.workgroup).DispatchIndirect(e, a.compacting.Control, shaders.ControlSiftGroups, a.compacting)
}

// near returns the location of the near queue.
func (a *appending) near(side uint32) compute.Layer {
	return compute.Layer{Buffer: a.relaxing.NearQueue, First: int(side) * a.half, Stride: 1}
}

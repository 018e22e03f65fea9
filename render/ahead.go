package render

import "kernelscope/internal/parallel"

// Levels of detail and positions of labels take long to compute for a map of millions of segments.
// Other goroutines compute them while a window continues to draw.

// prefetched is a level of detail that is computed before it is needed.
type prefetched struct {
	level int
	*parallel.Later[detail]
}

// Prefetch starts to compute a missing level of detail that the camera needs next when zooming, or
// uploads the level that was started.
func (r *Map) Prefetch(c Camera) {
	if r.next != nil {
		r.take()
		return
	}
	for _, l := range []int{levelFor(c.Scale) - 1, levelFor(c.Scale) + 1} {
		if _, ok := r.details[l]; !ok && l >= finest && l <= coarsest {
			r.begin(l)
			return
		}
	}
}

// Prepare starts to compute the first level of detail that a window shows: the one coarser than
// the level that suits the camera, which follows.
func (r *Map) Prepare(c Camera) {
	if l := min(coarsest, levelFor(c.Scale)+1); r.next == nil && r.details[l] == nil {
		r.begin(l)
	}
}

// soon returns the level that a window draws while the given one is computed: the next coarser
// one, if it is present or about to be.
func (r *Map) soon(level int) int {
	r.take()
	if r.details[level] != nil || level == coarsest || r.details[level+1] == nil && (r.next == nil || r.next.level != level+1) {
		return level
	}
	r.detailOf(level + 1)
	if r.next == nil {
		r.begin(level)
	}
	return level + 1
}

// take uploads the level that was started, once it is computed.
func (r *Map) take() {
	if n := r.next; n != nil && n.Ready() {
		r.detailOf(n.level)
	}
}

// begin starts to compute a level of detail.
func (r *Map) begin(level int) {
	r.next = &prefetched{level, parallel.Begin(func() detail { return r.outline.Wait().at(level) })}
}

// Making reports whether something is being computed that later frames show.
func (r *Map) Making() bool {
	return r.next != nil || r.labels.placer != nil && !r.labels.placer.Ready()
}

// made returns a level of detail, which Prefetch may have started to compute.
func (r *Map) made(level int) detail {
	if n := r.next; n != nil && n.level == level {
		r.next = nil
		return n.Wait()
	}
	return r.outline.Wait().at(level)
}

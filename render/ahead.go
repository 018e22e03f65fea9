package render

import "kernelscope/parallel"

// Levels of detail and the places of labels take long to find for a map of millions of segments.
// Other goroutines do it, so that a window goes on meanwhile.

// prefetched is a level of detail that is made before it is needed.
type prefetched struct {
	level int
	*parallel.Later[detail]
}

// Prefetch starts making one missing detail of those that the camera would need next when
// zooming, or uploads the one that was started.
func (r *Map) Prefetch(c Camera) {
	if n := r.next; n != nil {
		if n.Ready() {
			r.detailOf(n.level)
		}
		return
	}
	for _, l := range []int{levelFor(c.Scale) - 1, levelFor(c.Scale) + 1} {
		if _, ok := r.details[l]; !ok && l >= finest && l <= coarsest {
			r.begin(l)
			return
		}
	}
}

// Prepare starts making the level of detail of a camera, for a first frame that is not drawn yet.
func (r *Map) Prepare(c Camera) {
	if l := levelFor(c.Scale); r.next == nil && r.details[l] == nil {
		r.begin(l)
	}
}

// begin starts making a level of detail.
func (r *Map) begin(level int) {
	r.next = &prefetched{level, parallel.Begin(func() detail { return r.outline.Wait().at(level) })}
}

// Making reports whether something is being made that later frames show.
func (r *Map) Making() bool {
	return r.next != nil || r.labels.placer != nil && !r.labels.placer.Ready()
}

// made returns a level of detail, which Prefetch may have begun to make.
func (r *Map) made(level int) detail {
	if n := r.next; n != nil && n.level == level {
		r.next = nil
		return n.Wait()
	}
	return r.outline.Wait().at(level)
}

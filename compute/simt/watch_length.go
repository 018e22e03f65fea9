package simt

import "slices"

// meet counts how long the subgroups at a barrier wait for the last of them.
func (w *watcher) meet(g *group) {
	last := int64(0)
	for _, s := range g.subgroups {
		if s.state == atBarrier {
			last = max(last, s.length)
		}
	}
	for _, s := range g.subgroups {
		if s.state != atBarrier {
			continue
		}
		c := w.waits[s.barrier]
		if c == nil {
			c = &WaitCount{}
			w.waits[s.barrier] = c
		}
		c.Worked += s.length - s.since
		c.Waited += last - s.length
		s.waited += last - s.length
		s.length, s.since = last, last
	}
}

// end notes the length of a workgroup.
func (w *watcher) end(g *group) {
	for _, s := range g.subgroups {
		w.groups[g.number] = max(w.groups[g.number], s.length)
		w.works = append(w.works, s.length-s.waited)
	}
	if w.Counters && g.m.Ended != nil {
		g.m.Ended()
	}
}

// Lengths returns the length of each workgroup of the last dispatch of a program, in order of execution: the compiled instructions of
// its longest subgroup, with those for which it waits at barriers. It needs Observe.Counters.
func (m *Machine) Lengths(p *Program) []int64 {
	if w := m.watchers[p]; w != nil {
		return slices.Clone(w.groups)
	}
	return nil
}

// Works returns what each subgroup of the last dispatch of a program executes, in compiled instructions, workgroup by workgroup as these
// end. It needs Observe.Counters.
func (m *Machine) Works(p *Program) []int64 {
	if w := m.watchers[p]; w != nil {
		return slices.Clone(w.works)
	}
	return nil
}

package simt

// watcher observes what subgroups execute.
type watcher struct{}

type direction uint8

const (
	reads direction = iota
	writes
	changes // atomic instructions
)

func (w *watcher) memory(s *subgroup, in *inst, addr []uint32, d direction) {}
func (w *watcher) fence(s *subgroup, in *inst)                              {}
func (w *watcher) block(s *subgroup, b *block)                              {}
func (w *watcher) branch(s *subgroup, b *block, yes, no mask)               {}

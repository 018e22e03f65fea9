package labs

import (
	"fmt"

	"kernelscope/internal/format"
)

// edit compares the buffers before and after an edit of a file, at the step at which it was made.
type edit struct {
	step    int
	before  map[string][]uint32
	pending bool   // the step is not reached yet
	text    string // what has changed; empty if that is not known
}

// maxCompared is the greatest number of words that are compared after an edit.
const maxCompared = 1 << 22

// beginEdit notes the contents of the buffers before an edit takes effect.
func (v *View) beginEdit() (e edit) {
	lanes := v.Session.Snapshot().Lanes
	if len(lanes) == 0 {
		return e
	}
	before, err := v.Session.Contents(0, maxCompared)
	if err != nil || before == nil {
		return e
	}
	return edit{step: lanes[0].Event.Step, before: before, pending: true}
}

// endEdit compares the buffers, as soon as the edited lab is at the step.
func (v *View) endEdit() {
	e := &v.edit
	lanes := v.Session.Snapshot().Lanes
	if !e.pending || len(lanes) == 0 || lanes[0].Event.Step != e.step && !lanes[0].Event.Done {
		return
	}
	e.pending = false
	after, err := v.Session.Contents(0, maxCompared)
	if err != nil || after == nil {
		return
	}
	changed, all := 0, 0
	for name, words := range e.before {
		now := after[name]
		all += len(words)
		for i, w := range words {
			if i >= len(now) || now[i] != w {
				changed++
			}
		}
	}
	e.text = fmt.Sprintf("Step %d: the edit changes no word.", e.step)
	if changed > 0 {
		first := difference(lanes[0].Buffers, [2]map[string][]uint32{e.before, after}, [2]string{"before", "after it"})
		e.text = fmt.Sprintf("Step %d: the edit changes %s of %s words. %s.", e.step, format.Thousands(changed), format.Thousands(all), first)
	}
	e.before = nil
	v.Log.Write("difference", e.text)
}

package passport

import (
	"fmt"

	"kernelscope/internal/format"
)

// looks returns how often a workgroup that waits looks at the word of another one: for some milliseconds, and on a software device
// longer than the system may let its threads wait.
func (t *taker) looks() int {
	if t.l.IsUntimed {
		return 1 << 10
	}
	return t.scaled(1<<14, 1<<22)
}

// innerLooks is the length of the inner loop of looks: some devices bound a loop's rounds.
const innerLooks = 64

// waiting returns how many of some workgroups wait in vain for the one before or for the last one.
func (t *taker) waiting(groups int, isBefore bool) (int, error) {
	b, err := t.buffers(1, groups, groups)
	if err != nil {
		return 0, err
	}
	defer b.memory.Release()
	stride := uint32(0)
	if isBefore {
		stride = 1
	}
	const size = 32
	b.run(t.be, wait, size, groups*size, uint32(groups), stride, uint32(t.looks()/innerLooks))
	words, vain := make([]uint32, groups), 0
	if err := t.be.Read(t, b.out, 0, words); err != nil {
		return 0, err
	}
	for _, w := range words {
		if w == 0 {
			vain++
		}
	}
	return vain, nil
}

// progress finds out which workgroups proceed while others wait for them: those that began earlier, and how many together.
func (t *taker) progress() error {
	many := 1 << 14
	if t.l.IsUntimed {
		many = 1 << 6
	}
	vain, err := t.waiting(many, true)
	if err != nil {
		return err
	}
	r := Row{Group: Execution, Name: "waits for the workgroup before", Value: float64(vain), Unit: fmt.Sprintf("of %s in vain, %s looks each", format.Thousands(many), format.Thousands(t.looks()))}
	t.isBad["linear"] = vain > 0
	t.add(r)
	together := 1
	for n := 2; n <= many; n *= 2 {
		if vain, err := t.waiting(n, false); err != nil {
			return err
		} else if vain > 0 {
			break
		}
		together = n
	}
	r = Row{Group: Execution, Name: "workgroups that wait for the last one", Value: float64(together), Unit: "workgroups of 32 invocations, none in vain"}
	switch {
	case together == 1:
		r.Text = "none proceeds while another waits for it"
	case together == many:
		r.Text = "at least " + format.Thousands(many) + " proceed together"
	}
	t.isBad["together"] = together < 2
	t.add(r)
	return nil
}

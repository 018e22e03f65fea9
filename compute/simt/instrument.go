package simt

import (
	"math"
	"slices"

	"kernelscope/internal/fault"
	"kernelscope/shaders/spirv"
)

// Instrumented is a module that counts on any device how often its blocks are executed. Its results do
// not change.
type Instrumented struct {
	Code string
	// Binding is the number, in set 0, of a storage buffer of Words words, zero at first. A block has two: the
	// subgroups that executed it, and their active lanes.
	Binding, Words int

	lines  []Line
	blocks [][]lineCount
}

// CountersName is the name of the buffer's block.
const CountersName = "LineCounters"

// Instrument adds counters to each block of a module. It needs SPIR-V 1.3 and a device with subgroups.
func Instrument(text string) (x *Instrumented, err error) {
	m, err := Load(text)
	if err != nil {
		return nil, err
	}
	defer refused(&err)
	if m.version < 0x10300 {
		refuse("only modules of SPIR-V 1.3 and later are instrumented")
	}
	code, _ := spirv.Parse(text) // loaded, so it has no error
	w := rewrite(m, code)
	x = &Instrumented{Binding: w.binding, Words: 2 * len(w.blocks), Code: w.Code(), lines: m.lines}
	for _, b := range w.blocks {
		x.blocks = append(x.blocks, b.counts())
	}
	return x, nil
}

// counts returns how many instructions of each line a block executes, as compiled blocks do.
func (b *rawBlock) counts() (out []lineCount) {
	for _, in := range append(slices.Clip(b.body), b.end) {
		out = withInstruction(out, in.line)
	}
	return out
}

// Measured returns rows with the executions, instructions and lanes of a device, if there are any.
func Measured(rows, measured []LineCount) []LineCount {
	if measured == nil {
		return rows
	}
	of := map[Line]LineCount{}
	for _, r := range measured {
		of[r.Line] = r
	}
	for i := range rows {
		m := of[rows[i].Line]
		rows[i].Executions, rows[i].Reached, rows[i].Instructions, rows[i].Lanes = m.Executions, m.Reached, m.Instructions, m.Lanes
	}
	return rows
}

// Lines returns what subgroups of some lanes executed by line: executions, instructions and their lanes. A line of
// a function that is called at several places has the executions of all of them.
func (x *Instrumented) Lines(words []uint32, subgroup int) ([]LineCount, error) {
	rows := make([]LineCount, len(x.lines))
	for i, lines := range x.blocks {
		executions, lanes := int64(words[2*i]), int64(words[2*i+1])
		if executions*int64(subgroup) > math.MaxUint32 {
			return nil, &refusal{"the dispatch executes a block too often for counters of 32 bits", fault.Limit}
		}
		for _, l := range lines {
			rows[l.line].executed(l, executions, lanes)
		}
	}
	for i := range rows {
		rows[i].Line = x.lines[i]
	}
	SortLines(rows)
	return slices.DeleteFunc(rows, func(r LineCount) bool { return r.Line.File == "" || r.Instructions == 0 }), nil
}

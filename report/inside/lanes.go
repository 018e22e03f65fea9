package inside

import (
	"math"
	"sort"

	"kernelscope/compute/simt"
)

// Lanes is what the lanes of a workgroup did, instruction by instruction. All subgroups run beside each other, one instruction to a
// column, and wait at barriers for the last of them.
type Lanes struct {
	Workgroup   int // its number in the grid
	Width, Size int // lanes of a subgroup, invocations
	Subgroups   [][]Instant
	Columns     int
	Cut         bool // only its beginning was traced

	lines  []simt.Line
	lineOf map[simt.Line]int32
	meets  [][]int32 // columns at which subgroups have come to each barrier
	next   []int     // barriers that each subgroup has come to
}

// Instant is an instruction of a subgroup.
type Instant struct {
	Column                  int32
	Line                    int32 // of Lines
	At                      int64 // compiled instructions before it: of a simt.Position
	Op                      string
	Active                  [2]uint64 // lanes
	Waits, Divides, Reaches bool
	Memory                  string // that it reaches
	Cost                    simt.AccessCost
}

// maxInstants is the number of instructions that are traced at most.
const maxInstants = 1 << 17

// NewLanes begins a trace.
func NewLanes(workgroup, width, size int) *Lanes {
	n := (size + width - 1) / width
	return &Lanes{Workgroup: workgroup, Width: width, Size: size, Subgroups: make([][]Instant, n), lineOf: map[simt.Line]int32{}, next: make([]int, n)}
}

// Add adds an instruction in the order of execution. It reports whether there is room for more.
func (l *Lanes) Add(t simt.Traced) bool {
	s := t.Subgroup
	line, ok := l.lineOf[t.Line]
	if !ok {
		line = int32(len(l.lines))
		l.lines, l.lineOf[t.Line] = append(l.lines, t.Line), line
	}
	column := int32(0)
	if n := len(l.Subgroups[s]); n > 0 {
		last := l.Subgroups[s][n-1]
		column = last.Column + 1
		if last.Waits { // all have come
			for _, at := range l.meets[l.next[s]-1] {
				column = max(column, at+1)
			}
		}
	}
	l.Subgroups[s] = append(l.Subgroups[s], Instant{column, line, t.Instruction, t.Op, t.Active, t.Waits, t.Divides, t.Reaches != "", t.Reaches, t.Cost})
	l.Columns = max(l.Columns, int(column)+1)
	if t.Waits {
		if l.next[s] == len(l.meets) {
			l.meets = append(l.meets, nil)
		}
		l.meets[l.next[s]] = append(l.meets[l.next[s]], column)
		l.next[s]++
	}
	n := 0
	for _, all := range l.Subgroups {
		n += len(all)
	}
	l.Cut = n >= maxInstants
	return !l.Cut
}

// Line returns the line of an instant.
func (l *Lanes) Line(i Instant) simt.Line { return l.lines[i.Line] }

// At returns the instruction of a subgroup in a column, or that for whose barrier it waits; ok is false before it begins and after its end.
func (l *Lanes) At(subgroup, column int) (i Instant, ok bool) {
	all := l.Subgroups[subgroup]
	k := sort.Search(len(all), func(k int) bool { return int(all[k].Column) > column }) - 1
	if k < 0 || k == len(all)-1 && int(all[k].Column) < column && !all[k].Waits {
		return i, false
	}
	return all[k], true
}

// LaneState is how long a lane is in each state, as parts of a stretch of columns. Reaching and Atomic are parts of Active.
type LaneState struct{ Active, Reaching, Atomic, Masked, Waiting float32 }

// States returns the states of all invocations in a stretch of columns, of which at least one is looked at.
func (l *Lanes) States(from, to float64, out []LaneState) []LaneState {
	out = append(out[:0], make([]LaneState, l.Size)...)
	for s, all := range l.Subgroups {
		first := sort.Search(len(all), func(k int) bool { return float64(all[k].Column) > from }) - 1
		for k := max(0, first); k < len(all); k++ {
			i := all[k]
			begins, ends := float64(i.Column), float64(i.Column)+1
			if begins >= to {
				break
			}
			wait := ends
			if k+1 < len(all) {
				wait = float64(all[k+1].Column)
			} else if i.Waits {
				wait = float64(l.Columns)
			}
			part := overlap(begins, ends, from, to)
			waits := overlap(ends, wait, from, to)
			for lane := range min(l.Width, l.Size-s*l.Width) {
				x := &out[s*l.Width+lane]
				switch x.Waiting += waits; {
				case i.Active[lane>>6]>>(lane&63)&1 == 0:
					x.Masked += part
				case i.Cost.Addresses > 0:
					x.Atomic, x.Active = x.Atomic+part, x.Active+part
				case i.Reaches:
					x.Reaching, x.Active = x.Reaching+part, x.Active+part
				default:
					x.Active += part
				}
			}
		}
	}
	return out
}

// overlap is the part of a stretch that another one covers.
func overlap(a, b, from, to float64) float32 {
	return float32(max(0, min(b, to)-max(a, from)) / (to - from))
}

// Column returns the column of a subgroup's next instruction after some compiled ones.
func (l *Lanes) Column(subgroup int, instruction int64) (column int, ok bool) {
	if subgroup >= len(l.Subgroups) {
		return 0, false
	}
	all := l.Subgroups[subgroup]
	k := sort.Search(len(all), func(k int) bool { return all[k].At > instruction }) - 1
	if k < 0 {
		return 0, false
	}
	return int(all[k].Column), true
}

// Range returns the least and the greatest first word of known values.
func Range(values []simt.Value) (low, high uint32) {
	low = math.MaxUint32
	for _, v := range values {
		if v.Known && len(v.Words) > 0 {
			low, high = min(low, v.Words[0]), max(high, v.Words[0])
		}
	}
	return low, high
}

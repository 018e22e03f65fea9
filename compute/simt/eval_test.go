package simt_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/simt"
)

// named records testdata/named/names.comp in subgroups of 4.
func named(t *testing.T) *simt.Recording {
	t.Helper()
	d := simt.Dispatch{
		Groups:  [3]int{2, 1, 1},
		Push:    []uint32{3, 0, 0, 0, math.Float32bits(1), math.Float32bits(2), math.Float32bits(3), math.Float32bits(4)},
		Buffers: map[simt.Slot][]uint32{{}: make([]uint32, 11), {Binding: 1}: make([]uint32, 40)},
	}
	r, err := simt.Record(t.Context(), load(t, "named/names.spv", simt.Options{Subgroup: 4, Names: true}), d, simt.Recorder{Interval: 20})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// toLine goes to where subgroup 1 of workgroup 0 begins a line.
func toLine(t *testing.T, r *simt.Recording, line int) {
	t.Helper()
	if err := r.Seek(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	found, err := r.Until(t.Context(), func() bool {
		m := r.Moment()
		return m.Workgroup == 0 && m.Subgroup == 1 && m.Line.Line == line
	})
	if err != nil || !found {
		t.Fatalf("line %d: %v %v", line, found, err)
	}
}

func TestEval(t *testing.T) {
	r := named(t)
	for _, x := range []struct {
		line      int
		path      string
		lane      int
		kind, val string
	}{
		{19, "i", 2, "uint", "6"},
		{19, "halves", 1, "float[4]", "(2.5, 3, 3.5, 4)"},
		{19, "halves[3]", 1, "float", "4"},
		{19, "gl_LocalInvocationID", 3, "uvec3", "(7, 0, 0)"},
		{19, "gl_LocalInvocationID.x", 3, "uint", "7"},
		{19, "LIMIT", 0, "uint", "5"},
		{19, "shift", 0, "uint", "3"},
		{19, "turn", 0, "mat2x2", "((1, 2), (3, 4))"},
		{19, "turn[1]", 0, "vec2", "(3, 4)"},
		{19, "turn[1].y", 0, "float", "4"},
		{19, "count", 0, "uint", "0"},
		{12, "y", 1, "uint", "16"},
		{12, "x", 1, "uint", "8"}, // a parameter is a variable
		{24, "is_small", 0, "bool", "true"},
		{24, "is_small", 1, "bool", "false"},
		{24, "pool", 0, "uint[8]", "(6, 8, 10, 12, 14, 16, 18, 20)"},
		{24, "pool[i]", 3, "uint", "20"},
		{24, "wide", 3, "uint64_t", fmt.Sprint(6 << 32)},
		{24, "words[9]", 3, "uint", "0"},
		{27, "named.items[4]", 0, "Item", "(12, (2, -1))"},
		{27, "named.items[i].at.x", 0, "float", "2"},
		{27, "words[i]", 3, "uint", "7"},
	} {
		toLine(t, r, x.line)
		v, err := r.Eval(x.path, x.lane)
		if err != nil || v.Text != x.val || v.Type != x.kind || !v.Known {
			t.Errorf("line %d, lane %d: %s is %+v, want %s %s: %v", x.line, x.lane, x.path, v, x.kind, x.val, err)
		}
	}
	for path, want := range map[string]string{
		"": "no name", "words": "as a whole", "words[10]": "element 10", "pool[8]": "element 8", "pool[": "no name", "pool[1": "not closed", "i.x": "no member",
		"count[0]": "element 0", "halves[is_small]": "not an integer", "i]": "after a path", "named.other": "no member", "turn[1].z": "element 2",
		"pool[99999999999]": "not a number", "i.": "no member",
	} {
		if v, err := r.Eval(path, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, %v", path, v, err)
		}
	}
	if _, err := r.Eval("i", 4); err == nil {
		t.Error("there is no lane 4")
	}
}

// Every name that is listed has a value, or elements.
func TestNames(t *testing.T) {
	r := named(t)
	toLine(t, r, 27)
	names := load(t, "named/names.spv", simt.Options{Subgroup: 4, Names: true}).Names()
	for _, want := range []simt.Name{
		{"LIMIT", "uint", simt.InConstant}, {"i", "uint", simt.InVariable}, {"halves", "float[4]", simt.InVariable}, {"pool", "uint[8]", simt.InShared},
		{"turn", "mat2x2", simt.InPush}, {"words", "uint[]", simt.InBuffer}, {"named", "Items", simt.InBuffer},
		{"gl_LocalInvocationID", "uvec3", simt.InInput},
	} {
		if !slices.Contains(names, want) {
			t.Errorf("%v is not in %v", want, names)
		}
	}
	for _, n := range names {
		path := n.Name
		switch n.Name {
		case "words":
			path = "words[0]"
		case "named":
			path = "named.items[0]"
		}
		if _, err := r.Eval(path, 0); err != nil {
			t.Errorf("%v: %v", n, err)
		}
	}
}

// Steps by line go through the lines that a subgroup executes, and back through the same.
func TestLineSteps(t *testing.T) {
	r := named(t)
	toLine(t, r, 15)
	var lines []int
	var moments []int64
	for r.Moment().Subgroup == 1 && r.Moment().Workgroup == 0 {
		lines, moments = append(lines, r.Moment().Line.Line), append(moments, r.At())
		if ok, err := r.Step(t.Context(), simt.SourceLine); err != nil || !ok {
			t.Fatal(ok, err)
		}
	}
	want := []int{15, 17, 18, 17, 18, 17, 18, 17, 18, 17, 19, 20, 11, 12, 20, 21, 22, 24, 26, 27}
	if got := slices.Compact(lines); !slices.Equal(got, want) {
		t.Errorf("got lines %v", got)
	}
	for k := len(moments) - 1; k >= 0; k-- {
		if err := r.Seek(t.Context(), moments[len(moments)-1]); err != nil {
			t.Fatal(err)
		}
		for range len(moments) - 1 - k {
			if _, err := r.Back(t.Context(), simt.SourceLine); err != nil {
				t.Fatal(err)
			}
		}
		if r.At() != moments[k] {
			t.Errorf("back to %d, not to %d", r.At(), moments[k])
		}
	}
	toLine(t, r, 15)
	for u, line := range map[simt.Unit]int{simt.Barrier: 21, simt.Divergence: 22} {
		toLine(t, r, 15)
		if ok, err := r.Step(t.Context(), u); err != nil || !ok || r.Moment().Line.Line != line {
			t.Errorf("unit %d leads to %v: %v", u, r.Moment(), err)
		}
	}
	toLine(t, r, 26) // of invocations 4 to 7 those above LIMIT
	if m := r.Moment(); !slices.Equal(m.Lanes, []uint8{1, 2, 3}) || m.Of != 4 {
		t.Errorf("active are %v of %d", m.Lanes, m.Of)
	}
}

// toOperation goes to where subgroup 1 of workgroup 0 executes an operation in a line.
func toOperation(t *testing.T, r *simt.Recording, line int, op string) {
	t.Helper()
	toLine(t, r, line)
	isThere := func() bool {
		m := r.Moment()
		return m.Workgroup == 0 && m.Subgroup == 1 && m.Line.Line == line && m.Op == op
	}
	if isThere() {
		return
	}
	if found, err := r.Until(t.Context(), isThere); err != nil || !found {
		t.Fatalf("line %d has no %s: %v", line, op, err)
	}
}

// Operands and results of instructions are those of the source.
func TestOperands(t *testing.T) {
	r := named(t)
	for _, x := range []struct {
		line              int
		op                string
		lane              int
		operands, results []uint64
	}{
		{11, "OpIMul", 2, []uint64{9, 2}, []uint64{18}},
		{18, "OpConvertUToF", 1, []uint64{5}, []uint64{uint64(math.Float32bits(5))}},
		{18, "OpFDiv", 1, []uint64{uint64(math.Float32bits(5)), uint64(math.Float32bits(2))}, []uint64{uint64(math.Float32bits(2.5))}},
		{19, "OpULessThan", 1, []uint64{5, 5}, []uint64{0}},
		{22, "OpShiftLeftLogical", 3, []uint64{6, 32}, []uint64{6 << 32}},
		{22, "OpBranchConditional", 0, []uint64{1}, nil},
	} {
		toOperation(t, r, x.line, x.op)
		if got := r.Operands(x.lane); !slices.Equal(got, x.operands) {
			t.Errorf("line %d: %s has operands %d, not %d", x.line, x.op, got, x.operands)
		}
		if err := r.Seek(t.Context(), r.At()+1); err != nil {
			t.Fatal(err)
		}
		if got := r.Results(x.lane); x.results != nil && !slices.Equal(got, x.results) {
			t.Errorf("line %d: %s gives %d, not %d", x.line, x.op, got, x.results)
		}
	}
	if r.Operands(99) != nil || r.Results(99) != nil {
		t.Error("there is no lane 99")
	}
}

func TestAccess(t *testing.T) {
	r := named(t)
	toOperation(t, r, 26, "OpStore") // words[i] = i, of lanes 1 to 3; the array begins at byte 4
	a, ok := r.Access()
	if want := []int64{-1, 24, 28, 32}; !ok || a.Name != "Words" || a.In != simt.InBuffer || a.Bytes != 4 || !a.Writes || a.Atomic ||
		!slices.Equal(a.Addresses, want) {
		t.Errorf("got %+v %v", a, ok)
	}
	toOperation(t, r, 24, "OpStore") // an item of the other lane, its first member
	if a, ok := r.Access(); !ok || a.Name != "Items" || a.Bytes != 4 || !slices.Equal(a.Addresses, []int64{64, -1, -1, -1}) {
		t.Errorf("got %+v %v", a, ok)
	}
	toOperation(t, r, 22, "OpLoad")
	found, err := r.Until(t.Context(), func() bool { a, ok = r.Access(); return ok && a.In == simt.InShared })
	if err != nil || !found || a.Writes || a.Name != "pool" {
		t.Errorf("got %+v %v %v", a, found, err)
	}
	toOperation(t, r, 19, "OpULessThan")
	if a, ok := r.Access(); ok {
		t.Errorf("a comparison has the access %+v", a)
	}
}

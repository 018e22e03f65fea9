package main

import (
	"bytes"
	"os"
	"slices"
	"testing"
	"testing/fstest"
)

// TestUpToDate fails if a constant of a shader has changed and the Go code has not been generated
// again.
func TestUpToDate(t *testing.T) {
	want, err := generate(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../constants.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("shaders/constants.go is not what the shaders say: run go generate ./shaders")
	}
}

const example = `
#define DIGIT_BITS 4
const uint TILE = 16; // pixels
const uint LINES = TILE * 32, HALF = LINES / 2;
const uint FLAG = 1u << 30, MASK = (1u << 14) - 1, NONE = 0xffffffffu;
const uint MIXED = 1 << 2 + 3; // Go adds last, GLSL first
const uint OWN = gl_WorkGroupSize.x * 2;
layout(constant_id = 1) const uint ITEMS = 8;
struct Inner { uint low; uint high; };
layout(std430, binding = 1) buffer Block {
	uint a; // the first
	uvec2 pair;
	uint many[3], one;
	Inner inner;
	uint two[2][DIGIT_BITS];
	uvec4 wide[];
};
`

func exampleSource(t *testing.T) *source {
	t.Helper()
	s, err := read(fstest.MapFS{"x.comp": {Data: []byte(example)}}, "x.comp")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConstants(t *testing.T) {
	s := exampleSource(t)
	want := map[string]value{
		"DIGIT_BITS": {"4", ""}, "TILE": {"16", "// pixels"}, "LINES": {"512", ""}, "HALF": {"256", ""},
		"FLAG": {"1 << 30", ""}, "MASK": {"(1 << 14) - 1", ""}, "NONE": {"0xffffffff", ""},
	}
	for name, x := range want {
		if s.constants[name] != x {
			t.Errorf("%s is %v, want %v", name, s.constants[name], x)
		}
	}
	if len(s.constants) != len(want) {
		t.Errorf("got %v", s.constants)
	}
}

func TestBlock(t *testing.T) {
	members, size, align, err := exampleSource(t).block("Block")
	if err != nil {
		t.Fatal(err)
	}
	want := []member{
		{"a", "a", 0, false, "// the first"}, {"pair", "pair", 2, false, ""}, {"many", "many", 4, false, ""}, {"one", "one", 7, false, ""},
		{"low", "low", 8, false, ""}, {"high", "high", 9, false, ""}, {"two", "two", 10, false, ""}, {"wide", "wide", 20, false, ""},
	}
	if !slices.Equal(members, want) {
		t.Errorf("got %v, want %v", members, want)
	}
	if size != 20 || align != 4 {
		t.Errorf("%d words, aligned to %d", size, align)
	}
	if _, _, _, err := exampleSource(t).block("Missing"); err == nil {
		t.Error("a block that is not there was found")
	}
}

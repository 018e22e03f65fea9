package gen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/simt/gen"
)

//go:generate sh testdata/compile.sh

// What other compilers and people make of shaders gives the same on the device and on the interpreter, bit for
// bit, and the interpreter reports nothing.
func TestOtherKernels(t *testing.T) {
	s := open(t)
	files, err := filepath.Glob("testdata/*.spv")
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]int{}
	for _, file := range files {
		name := filepath.Base(file)
		by[strings.Split(name, ".")[1]]++
		if strings.HasPrefix(name, "wide.") && !s.wide {
			continue
		}
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		const size, groups = 32, 2
		if err := s.compare(shader{name: name, code: string(code), size: size, groups: groups, words: size * groups * gen.Stride}); err != nil {
			t.Error(err)
		}
	}
	for _, compiler := range []string{"glslang", "small", "plain", "fast", "hand"} {
		if by[compiler] < 4 {
			t.Errorf("%d modules by %s", by[compiler], compiler)
		}
	}
}

// Files of testdata/lavapipe begin with what a word is, which the interpreter must find, and what lavapipe of Mesa
// 22.3.6 makes of it.
func TestLavapipe(t *testing.T) {
	files, err := filepath.Glob("testdata/lavapipe/*.spvasm")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var word, invocation, want int
		if _, err := fmt.Sscanf(string(text), "; word %d of invocation %d is %d;", &word, &invocation, &want); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		code, err := os.ReadFile(strings.TrimSuffix(file, "asm"))
		if err != nil {
			t.Fatal(err)
		}
		s := &sides{t: t, subgroup: 8}
		out, err := s.onHost(shader{name: filepath.Base(file), code: string(code), size: 16, groups: 1, words: 16 * gen.Stride})
		if err != nil {
			t.Fatal(err)
		}
		if got := out[invocation*gen.Stride+word]; got != uint32(want) {
			t.Errorf("%s: got %d, want %d", file, got, want)
		}
	}
}

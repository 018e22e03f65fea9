package shaders

import (
	"os"
	"testing"
)

// TestCompiled fails when a source was changed and not compiled.
func TestCompiled(t *testing.T) {
	want, err := SourceHash(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if got := CompiledHash(); got != want {
		t.Errorf("the sources have hash %s, those compiled had %s: run go generate ./shaders", want, got)
	}
	if len(Names()) == 0 {
		t.Error("nothing is compiled")
	}
}

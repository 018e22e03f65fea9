package shaders

import (
	"os"
	"testing"
)

// TestCompiled fails if a source has changed and has not been compiled again.
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

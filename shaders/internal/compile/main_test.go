package main

import (
	"os"
	"strings"
	"testing"
)

// TestCompiled fails if a source has changed and has not been compiled again.
func TestCompiled(t *testing.T) {
	want, err := sourceHash(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := os.ReadFile("../../spv/SOURCES.sha256")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(string(compiled)); got != want {
		t.Errorf("the sources have hash %s, those compiled had %s: run go generate ./shaders", want, got)
	}
}

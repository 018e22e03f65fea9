package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
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

// Sources are plain ASCII: glslc damages other letters in the text that it embeds for debugging, sometimes with the end of the line.
func TestASCII(t *testing.T) {
	for _, pattern := range []string{"*.comp", "*.vert", "*.frag", "include/*"} {
		paths, err := filepath.Glob("../../" + pattern)
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if i := bytes.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }); i >= 0 {
				t.Errorf("%s:%d has a letter beyond ASCII", path, 1+bytes.Count(text[:i], []byte("\n")))
			}
		}
	}
}

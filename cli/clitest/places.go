package clitest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Listed writes a file of places.
func Listed(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "places.csv")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Nodes lists some nodes of a graph, one a line.
func Nodes(count, step, of int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, "#%d\n", i*step%of)
	}
	return b.String()
}

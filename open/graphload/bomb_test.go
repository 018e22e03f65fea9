package graphload_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"kernelscope/internal/fault"
	"kernelscope/open/graphload"
)

// gzipped returns a header followed by many copies of a line, gzipped.
func gzipped(head, line string, times int) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(head))
	block := []byte(strings.Repeat(line, 1<<10))
	for range times >> 10 {
		_, _ = z.Write(block)
	}
	_ = z.Close()
	return b.String()
}

// TestBombs reads small files that expand to large data. They must be refused before they use much
// memory.
func TestBombs(t *testing.T) {
	for name, content := range map[string]string{
		"g.el.gz":  gzipped("", "1 2\n", 4<<20),
		"g.gr.gz":  gzipped("p sp 100 100000000\n", "a 1 2 3\n", 4<<20),
		"g.mtx.gz": gzipped("%%MatrixMarket matrix coordinate pattern symmetric\n100000000 100000000 100000000\n", "1 2\n", 4<<20),
		"c.el.gz":  gzipped("1 2\n", "# comment\n", 16<<20),
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := graphload.Load(t.Context(), path, graphload.Options{})
		runtime.ReadMemStats(&after)
		if !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "line ") || !strings.Contains(err.Error(), "packed so densely") {
			t.Errorf("%s, %d bytes: %v", name, len(content), err)
		}
		if taken := after.Sys - before.Sys; taken > 512<<20 {
			t.Errorf("%s: took %d MiB", name, taken>>20)
		}
	}
}

// TestDamagedBeginnings reads graphs with odd first lines: a byte order mark is skipped, and damage
// is reported with its line.
func TestDamagedBeginnings(t *testing.T) {
	const gr = "c a graph\np sp 2 1\na 1 2 3\n"
	whole := gzipped("p sp 2 100000\n", "a 1 2 3\n", 1<<14)
	for _, c := range []struct{ name, content, want string }{
		{"mark.gr", "\ufeff" + gr, ""},
		{"mark.el", "\ufeff1 2\n", ""},
		{"mark.mtx", "\ufeff%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", ""},
		{"first.gr", "x" + gr, "first.gr: line 1: "},
		{"second.gr", "c a graph\nq sp 2 1\na 1 2 3\n", "second.gr: line 2: "},
		{"first.el", "x\xff 2\n1 2\n", "first.el: line 1: "},
		{"first.mtx", "%%MatrixMarke matrix\n2 2 1\n", "first.mtx: line 1: "},
		{"cut.gr.gz", whole[:len(whole)/2], "the compressed file is cut off"},
		{"header.gr.gz", whole[:4], "the gzip header is cut off"},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := graphload.Load(t.Context(), path, graphload.Options{})
		if !graphload.Detect(path) || (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

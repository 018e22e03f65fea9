package prepared_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/ssspgen"
)

// An order is kept and used again; a damaged file and one of another network are refused,
// and made again.
func TestCache(t *testing.T) {
	c := prepared.Cache{Dir: filepath.Join(t.TempDir(), "new")}
	m, other := ssspgen.Grid(1, 30, 30, 9), ssspgen.Grid(1, 31, 30, 9)
	fronts := func(problem string, cached bool) *prepared.Made {
		t.Helper()
		made, err := c.Fronts(context.Background(), m, prepared.Making{})
		if err != nil {
			t.Fatal(err)
		}
		if made.FromCache != cached || (made.Problem != nil) != (problem != "") || made.Problem != nil && !strings.Contains(made.Problem.Error(), problem) {
			t.Errorf("want %q: from the cache: %t, %v", problem, made.FromCache, made.Problem)
		}
		h := prepared.NewHost(made.Fronts)
		h.Customize(m.Graph.Weight)
		dist := make([]uint32, m.Graph.Nodes())
		h.Tree(5, dist)
		checkTree(t, m.Graph, 5, dist)
		return made
	}
	path := fronts("", false).Path
	fronts("", true)
	if made, ok := c.Kept(m); !ok || made.Path != path || len(made.Node) != 900 {
		t.Errorf("kept: %t, %s", ok, made.Path)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := c.Fronts(context.Background(), other, prepared.Making{})
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := os.ReadFile(foreign.Path)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []struct {
		problem string
		bytes   []byte
	}{
		{"another network", theirs},
		{"does not begin", nil},
		{"does not begin", []byte("something else, which is longer than the head of an order, and of 64 bytes of keys and sums, and of numbers that follow")},
		{"checksum", good[:len(good)-4]},
		{"checksum", flipped(good, len(good)/2)},
		{"checksum", flipped(good, len(good)-1)},
		{"does not begin", flipped(good, 3)},
		{"more than", make([]byte, 1<<20)},
		{"not of this network", summed(swapped(good))},
	} {
		if err := os.WriteFile(path, bad.bytes, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := c.Kept(m); ok {
			t.Errorf("%s: it counts as kept", bad.problem)
		}
		fronts(bad.problem, false)
		fronts("", true)
	}
	for problem, replace := range map[string]func() error{
		"pipe":   func() error { return syscall.Mkfifo(path, 0o600) },
		"device": func() error { return os.Symlink("/dev/zero", path) },
	} {
		if err := errors.Join(os.Remove(path), replace()); err != nil {
			t.Fatal(err)
		}
		made := fronts(problem, false)
		if !strings.Contains(made.Problem.Error(), "not a regular file") {
			t.Errorf("%s: stored, or %v", problem, made.Problem)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	fronts("", false)
	c.Dir = filepath.Join(path, "below a file")
	fronts("not stored", false)
}

func flipped(b []byte, at int) []byte {
	out := append([]byte{}, b...)
	out[at] ^= 1
	return out
}

// swapped exchanges the first node and the last one.
func swapped(b []byte) []byte {
	out := append([]byte{}, b...)
	last := len(out) - sha256.Size - 4
	first := last - 4*899
	for i := range 4 {
		out[first+i], out[last+i] = out[last+i], out[first+i]
	}
	return out
}

// summed has the checksum of its contents.
func summed(b []byte) []byte {
	body := b[:len(b)-sha256.Size]
	sum := sha256.Sum256(body)
	return append(append([]byte{}, body...), sum[:]...)
}

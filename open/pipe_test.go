//go:build unix

package open_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"kernelscope/open"
)

// A pipe is read once, by the reader that is asked.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	go func() { _ = os.WriteFile(path, []byte("(.)\n"), 0o600) }()
	if c, err := open.ReadClips(t.Context(), path); err != nil || len(c.Elements) != 3 {
		t.Errorf("%+v (%v)", c, err)
	}
}

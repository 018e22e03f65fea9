//go:build unix

package source_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"kernelscope/internal/fault"
	"kernelscope/internal/source"
)

// TestPipe opens a pipe: waiting for its writer and for its contents ends with the context,
// and a reader that needs a file refuses it immediately.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := source.OpenRegular(path); !errors.Is(err, fault.Input) {
		t.Errorf("a pipe as a file: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := source.Open(ctx, path); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a writer: %v", err)
	}
	silent := make(chan *os.File, 1)
	go func() {
		w, _ := os.OpenFile(path, os.O_WRONLY, 0)
		silent <- w
	}()
	ctx, stop := context.WithCancel(t.Context())
	f, err := source.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	w := <-silent
	defer w.Close()
	time.AfterFunc(20*time.Millisecond, stop)
	ended := make(chan error, 1)
	go func() { _, err := io.ReadAll(f); ended <- err }()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("a silent pipe was read to its end")
		}
	case <-time.After(10 * time.Minute):
		t.Error("reading a silent pipe goes on after the context has ended")
	}
}

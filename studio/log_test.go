package studio

import (
	"errors"
	"testing"

	"kernelscope/internal/fault"
)

// A full disk does not end the window, but is told of.
func TestLogOnAFullDisk(t *testing.T) {
	l, err := OpenLog("/dev/full")
	if err != nil {
		t.Skip(err)
	}
	l.Write("something", 1)
	if err := l.Close(); !errors.Is(err, fault.Output) {
		t.Errorf("closing the log: %v", err)
	}
}

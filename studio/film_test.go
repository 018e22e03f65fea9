package studio

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"kernelscope/fault"
	"kernelscope/render/record"
)

// What fails while a video is made keeps its kind, and leaves nothing.
func TestVideoKeepsTheError(t *testing.T) {
	tools, dir := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(tools, "ffmpeg"), []byte("#!/bin/sh\nexec sleep 1000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	c := &Canvas{Stage: &Stage{Width: 16, Height: 16}}
	for _, want := range []error{fault.Wrong, context.Canceled, context.DeadlineExceeded} {
		err := c.Write(t.Context(), Recording{Path: filepath.Join(dir, "a.mp4"), FPS: 10}, func(record.Writer) error { return fmt.Errorf("frame 7: %w", want) })
		if !errors.Is(err, want) || errors.Is(err, fault.Output) {
			t.Errorf("%v: got %v", want, err)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("it leaves %v", files)
	}
}

package studio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kernelscope/internal/fault"
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

// Numbered pictures that were written before something failed are removed, and no others.
func TestStoppedPicturesLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "7.png"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c := &Canvas{Stage: &Stage{Width: 16, Height: 16}}
	err := c.Write(t.Context(), Recording{Path: filepath.Join(dir, "%d.png"), FPS: 10}, func(w record.Writer) error {
		for range 3 {
			if err := w.Frame(make([]byte, 4*16*16)); err != nil {
				return err
			}
		}
		if _, err := os.Stat(filepath.Join(dir, "2.png")); err != nil {
			t.Error(err)
		}
		return context.Canceled
	})
	files, _ := os.ReadDir(dir)
	if !errors.Is(err, context.Canceled) || len(files) != 1 || files[0].Name() != "7.png" {
		t.Errorf("%v, and it leaves %v", err, files)
	}
}

// A recording shows how many of its frames are written, and what is noted goes on to the file.
func TestRecordingShowsItsShare(t *testing.T) {
	var shares []float64
	stopped := false
	show := func(share float64, _ string) { shares = append(shares, share) }
	p := &Program{Share: func() (func(float64, string), func()) { return show, func() { stopped = true } }}
	c := &Canvas{Stage: &Stage{Options: Options{Program: p}, Width: 16, Height: 16}}
	path := filepath.Join(t.TempDir(), "a.apng")
	err := c.Write(t.Context(), Recording{Path: path, FPS: 10, Frames: 4}, func(w record.Writer) error {
		for i := range 4 {
			if err := w.Frame(bytes.Repeat([]byte{byte(40 * i)}, 4*16*16)); err != nil {
				return err
			}
		}
		return w.(record.Noter).Note("said")
	})
	if text, _ := os.ReadFile(path); err != nil || !bytes.Contains(text, []byte("said")) {
		t.Errorf("%v: %q", err, text)
	}
	if !slices.Equal(shares, []float64{0.25, 0.5, 0.75, 1}) || !stopped {
		t.Errorf("the shares are %v; stopped: %t", shares, stopped)
	}
}

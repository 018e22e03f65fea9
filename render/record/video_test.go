package record

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kernelscope/internal/fault"
)

// empty creates the output file of a video.
func empty(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// recordAll writes frames to a video and returns the first error.
func recordAll(ctx context.Context, path string, frames [][]byte) error {
	w, err := Video(ctx, filepath.Ext(path), path, 37, 23, 10)
	if err != nil {
		return err
	}
	for _, f := range frames {
		if err := w.Frame(f); err != nil {
			return errors.Join(err, w.Close())
		}
	}
	return w.Close()
}

func TestVideo(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip(err)
	}
	in := frames(37, 23)
	// ffmpeg would read the first as an option and the second as a protocol.
	for _, name := range []string{"-x.mp4", "a:b.mp4", "x%d.mp4"} {
		path := empty(t, name)
		if err := recordAll(t.Context(), path, in); err != nil {
			t.Fatal(err)
		}
		if err := checkVideo(path, len(in)+1); err == nil || !strings.Contains(err.Error(), "7 of 8 frames") {
			t.Errorf("%s: one frame is missing: %v", name, err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < len(b); n += 1 + n/20 {
			if err := os.WriteFile(path, b[:n], 0o644); err != nil {
				t.Fatal(err)
			}
			if checkVideo(path, len(in)) == nil {
				t.Errorf("%d of %d bytes pass as a video", n, len(b))
			}
		}
	}
	if err := recordAll(t.Context(), "/dev/full", in); !errors.Is(err, fault.Output) {
		t.Errorf("a full disk: %v", err)
	}
}

// Errors are reported if ffmpeg is missing, hangs, fails, or claims success without writing
// anything.
func TestVideoFails(t *testing.T) {
	usualFrame, usualEnd := framePatience, endPatience
	defer func() { framePatience, endPatience = usualFrame, usualEnd }()
	folder := t.TempDir()
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	big := make([]byte, 1<<20) // more than a pipe can buffer
	const short = 300 * time.Millisecond
	for _, c := range []struct {
		script string
		frame  time.Duration // patience with a frame
		end    time.Duration // and with the end
		says   string
	}{
		{"exec sleep 10000", short, usualEnd, "no frame"},
		{"sleep 10000 & wait", short, usualEnd, "no frame"},
		{"cat > /dev/null; exec sleep 10000", usualFrame, short, "not ended"},
		{"echo no such encoder >&2; exit 3", usualFrame, usualEnd, "exit status 3: no such encoder"},
		{"cat > /dev/null; echo Error writing trailer >&2", usualFrame, usualEnd, "not complete: Error writing trailer"},
		{"head -c 10 > /dev/null", usualFrame, usualEnd, "it ended early"},
	} {
		framePatience, endPatience = c.frame, c.end
		if err := os.WriteFile(filepath.Join(folder, "ffmpeg"), []byte("#!/bin/sh\n"+c.script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		err := recordAll(t.Context(), empty(t, "a.mp4"), [][]byte{big})
		if !errors.Is(err, fault.Output) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.script, err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "ffmpeg"), []byte("#!/bin/sh\nexec sleep 10000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	framePatience = time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := recordAll(ctx, empty(t, "a.mp4"), [][]byte{big}); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, fault.Output) {
		t.Errorf("the time is over: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if err := recordAll(t.Context(), empty(t, "a.mp4"), nil); !errors.Is(err, fault.Output) || !strings.Contains(err.Error(), "install") {
		t.Errorf("without ffmpeg: %v", err)
	}
}

func TestCheckVideo(t *testing.T) {
	box := func(name string, contents ...string) string {
		s := name + strings.Join(contents, "")
		return "\x00\x00\x00" + string(rune(4+len(s))) + s
	}
	file := func(data, sizes string) string {
		return box("ftyp") + box("mdat", data) + box("moov", box("trak", box("mdia", box("minf", box("stbl", box("stsz", sizes))))))
	}
	for _, c := range []struct {
		file string
		ok   bool
	}{
		{file("12345", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x03"), true},
		{file("1234", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x03"), false},
		{file("1234", "\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02"), true},
		{file("123", "\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02"), false},
		{file("12345", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02"), false},
		{file("12345", "\x00\x00\x00\x00"), false},
		{file("12345", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x03") + "\x00", false},
		{"\x00\x00\x00\x00mdat", false},
		{"\x00\x00\x00\x01mdat\xff\xff\xff\xff\xff\xff\xff\xff", false},
		{"", false},
	} {
		path := empty(t, "a.mp4")
		if err := os.WriteFile(path, []byte(c.file), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := checkVideo(path, 2); (err == nil) != c.ok {
			t.Errorf("%q: %v", c.file, err)
		}
	}
}

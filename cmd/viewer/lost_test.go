package main

import (
	"fmt"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/gpu/gputest"
)

// A recording begins again when its device is lost, and is complete. If the next device is
// lost, too, it leaves nothing.
func TestRecordingOnALostDevice(t *testing.T) {
	const film = "record gen:grid,width=40,height=40 -o %s/a.gif --seconds 1 --fps 10 --size 160x100"
	for _, c := range []struct{ count, code, left int }{{1, 0, 1}, {1 << 20, exitWrong, 0}} {
		dir := t.TempDir()
		env := gputest.Faults(t, fmt.Sprintf("vkQueueSubmit:20:%d:%d", c.count, -4))
		_, stderr, code := viewer(t, env, strings.Fields(fmt.Sprintf(film, dir))...)
		left, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if code != c.code || len(left) != c.left {
			t.Fatalf("%d submissions lost: exit code %d, %v is left: %s", c.count, code, left, stderr)
		}
		if c.left == 0 {
			continue
		}
		f, err := os.Open(filepath.Join(dir, "a.gif"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		g, err := gif.DecodeAll(f)
		if err != nil || len(g.Image) != 10 {
			t.Errorf("the recording has %d frames: %v", len(g.Image), err)
		}
	}
}

package main

import (
	"fmt"
	"image/gif"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/gpu/gputest"
)

// A recording begins again when its device is lost, and is complete. If the next device is
// lost, too, it leaves nothing.
func TestRecordingOnALostDevice(t *testing.T) {
	t.Parallel()
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

// If there is no memory for what a view needs, its command ends with one line.
func TestNoMemoryForViews(t *testing.T) {
	t.Parallel()
	layer := gputest.NewLayer(t)
	calls := []int{10}
	if gputest.Long() {
		calls = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}
	}
	for _, view := range []string{"sort -n 64", "clip gen:clip,elements=99", "sums -n 64", "bfs gen:grid,width=9,height=9", "trees gen:grid,width=9,height=9", "render gen:grid,width=9,height=9"} {
		for _, call := range calls {
			path := filepath.Join(t.TempDir(), "a.png")
			_, stderr, code := viewer(t, layer.Fail(fmt.Sprintf("vkCreateBuffer:%d:1000000:-2", call)), strings.Fields(view+" --size 160x100 -o "+path)...)
			_, told, _ := strings.Cut(stderr, "viewer: ")
			if code != exitLimit || strings.Count(told, "\n") != 1 || !strings.Contains(told, "out of memory") {
				t.Errorf("%s without buffers from call %d on: exit code %d, %s", view, call, code, stderr)
			}
		}
	}
}

// Without a loader or a driver of Vulkan what needs a device ends with a hint, and the rest
// works.
func TestNoDriver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, loader := range []string{"libvulkan.so.1", "libvulkan.so"} {
		if out, err := exec.Command("cc", "-shared", "-x", "c", "-o", filepath.Join(dir, loader), os.DevNull).CombinedOutput(); err != nil {
			t.Skipf("%v: %s", err, out)
		}
	}
	for hint, env := range map[string][]string{
		"install": {"LD_LIBRARY_PATH=" + dir},
		"driver":  {"VK_ICD_FILENAMES=/nonexistent.json", "VK_DRIVER_FILES=/nonexistent.json"},
	} {
		for args, want := range map[string]int{
			"devices": exitUnavailable, "run sort -n 9": exitUnavailable, "render gen:grid,width=9,height=9 -o " + dir + "/a.png": exitUnavailable,
			"run sort -n 9 -a cpu --verify": 0, "run sssp gen:grid,width=9,height=9 -a dijkstra --verify": 0, "run sssp gen:grid,width=9,height=9 -a prepared-host --verify": 0, "run sort -n 9 --backend ref --verify": 0, "info gen:grid,width=9,height=9": 0,
		} {
			_, stderr, code := viewer(t, env, strings.Fields(args)...)
			if code != want || code != 0 && (strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, hint)) {
				t.Errorf("%s, %v: exit code %d, %s", args, env, code, stderr)
			}
		}
	}
}

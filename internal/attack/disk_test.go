package attack

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// large are commands that write more than a small disk holds.
var large = []string{
	"render gen:grid,width=40,height=40 -o DISK/a.png --size 1600x1200", "record gen:grid,width=40,height=40 -o DISK/a.gif --seconds 2",
	"record gen:grid,width=40,height=40 -o DISK/f%03d.png --seconds 1", "gen grid --width 200 --height 200 -o DISK/g.gr", "gen grid --width 200 --height 200 -o DISK/g.el.gz",
	"gen clip --elements 100000 -o DISK/c.txt", "run sort -n 2^20 -o DISK/k.bin", "run sort -n 2^20 --payload --values DISK/v.bin",
	"run sssp gen:grid,width=200,height=200 -n 2000 --trace DISK/t.jsonl", "run table gen:grid,width=40,height=40 -s places.csv -o DISK/t.csv",
	"run clip gen:clip,elements=100000 -o DISK/c.csv", "run bfs gen:grid,width=40,height=40 -n 65536 -o DISK/b.csv", "run bfs gen:grid,width=40,height=40 -n 65536 -o DISK/b.parquet",
	"bench sweep " + grid + " -n 20 -r 3 --delta 1000,2000,4000 --batch 32,64 -o DISK/a.json", "bench rank " + grid + " -n 9 -r 9 -o DISK/r.csv",
	"record gen:grid,width=40,height=40 -o DISK/a.mp4 --seconds 2",
}

// onSmallDisk is a script that mounts a disk of 32 KiB, runs a program, and lists the files left.
const onSmallDisk = `mount -t tmpfs -o size=32k tmpfs "$1" || exit 99; shift; "$@"; code=$?; find "$0" -type f; exit $code`

// smallDisk returns a folder for a disk. It skips the test without the right to mount one.
func smallDisk(t *testing.T) (disk string) {
	disk = filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("unshare", "--mount", "sh", "-c", onSmallDisk, disk, disk, "true").Run(); err != nil {
		t.Skipf("no disk can be mounted: %v", err)
	}
	return disk
}

// TestFullCache runs with a cache folder on a disk of 32 KiB, where Mesa's cache would end the process
// with SIGBUS: the command succeeds, with one warning.
func TestFullCache(t *testing.T) {
	needDevice(t)
	disk := smallDisk(t)
	c := exec.Command("unshare", "--mount", "sh", "-c", onSmallDisk, disk, disk, viewer, "run", "sssp", "gen:grid,width=9,height=9")
	c.Dir, c.Env = t.TempDir(), append(os.Environ(), "DISPLAY=", "XDG_CACHE_HOME="+disk, "MESA_SHADER_CACHE_DIR=", "MESA_SHADER_CACHE_DISABLE=")
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	if err != nil || strings.Count(said.String(), "no space left") != 1 || strings.Contains(string(out), disk) {
		t.Errorf("%v: %s\n%s", err, out, said.String())
	}
}

// TestFullDisk writes to a disk of 32 KiB: the exit code is that of output, and nothing is
// left. It needs the right to mount one.
func TestFullDisk(t *testing.T) {
	needDevice(t)
	disk := smallDisk(t)
	cases := large
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		cases = cases[:len(cases)-1]
	}
	for i, args := range cases {
		if !long && i%3 != 0 {
			continue
		}
		dir := t.TempDir()
		write(t, filepath.Join(dir, "places.csv"), []byte("place\n"+strings.Repeat("#1\n#2\n#3\n", 50)))
		c := exec.Command("unshare", append([]string{"--mount", "sh", "-c", onSmallDisk, disk, disk, viewer}, strings.Fields(strings.ReplaceAll(args, "DISK", disk))...)...)
		c.Dir, c.Env = dir, append(os.Environ(), "DISPLAY=", "XDG_CACHE_HOME="+dir, compiled())
		var said strings.Builder
		c.Stderr = &said
		left, _ := c.Output()
		message := strings.TrimSpace(notes.ReplaceAllString(said.String(), ""))
		if code := c.ProcessState.ExitCode(); code != output || strings.Contains(message, "\n") || !strings.Contains(strings.ToLower(message), "no space left") {
			t.Errorf("%s: exit code %d: %q", args, code, message)
		}
		if strings.Contains(string(left), disk) {
			t.Errorf("%s: leaves %s", args, left)
		}
	}
}

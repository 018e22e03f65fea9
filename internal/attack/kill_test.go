package attack

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// written are commands with the file that they write, and what its last bytes are.
var written = []struct {
	args, file string
	end        string
}{
	{"record gen:grid,width=40,height=40 -o a.gif --seconds 1 --size 320x200", "a.gif", ";"},
	{"render gen:grid,width=40,height=40 -o a.png --size 1600x1200", "a.png", "IEND\xaeB`\x82"},
	{"gen grid --width 400 --height 400 -o g.gr", "g.gr", "\n"},
	{"run sort -n 2^20 -o k.bin", "k.bin", ""},
}

// TestKilled kills commands at random times: the file is absent or complete, and the next
// run tells what is left of it.
func TestKilled(t *testing.T) {
	needDevice(t)
	sizes, takes := make([]int, len(written)), make([]time.Duration, len(written))
	for i, c := range written {
		o := attempt{args: strings.Fields(c.args)}.run(t)
		b, err := os.ReadFile(filepath.Join(o.dir, c.file))
		if err != nil || !bytes.HasSuffix(b, []byte(c.end)) {
			t.Fatalf("%s: %s (%v)", c.args, o.err, err)
		}
		sizes[i], takes[i] = len(b), o.elapsed
	}
	n := count(8, 400)
	left := make([]string, n)
	whole := make([]bool, n)
	eachOf(t, n, func(i int) {
		c := written[i%len(written)]
		dir, err := os.MkdirTemp("", "killed")
		if err != nil {
			t.Error(err)
			return
		}
		after := time.Duration(random("killed", i).Int64N(int64(takes[i%len(written)]) * 5 / 4))
		attempt{dir: dir, args: strings.Fields(c.args), meanwhile: func(p *os.Process) {
			time.Sleep(after)
			_ = p.Kill()
		}}.run(t)
		b, err := os.ReadFile(filepath.Join(dir, c.file))
		if err == nil && (len(b) != sizes[i%len(written)] || !bytes.HasSuffix(b, []byte(c.end))) {
			t.Errorf("%s, killed after %v: %d bytes of %d", c.args, after, len(b), sizes[i%len(written)])
		}
		whole[i] = err == nil
		if parts, _ := filepath.Glob(filepath.Join(dir, ".part-*")); len(parts) > 0 {
			left[i] = dir
			return
		}
		os.RemoveAll(dir)
	})
	complete, parts := 0, 0
	for i, dir := range left {
		if whole[i] {
			complete++
		}
		if dir == "" {
			continue
		}
		if parts++; parts == 1 {
			c := written[i%len(written)]
			o := attempt{dir: dir, args: strings.Fields(c.args)}.run(t)
			if o.code != ok || !strings.Contains(o.err, "left over") {
				t.Errorf("%s after a kill: exit code %d: %s", c.args, o.code, o.err)
			}
		}
		os.RemoveAll(dir)
	}
	t.Logf("%d kills: %d files complete, the others absent; %d left a part, of which the next run tells", n, complete, parts)
}

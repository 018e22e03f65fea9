package attack

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// endless are commands that take long, with the time after which they are at work.
var endless = []struct {
	args  string
	after []time.Duration
}{
	{"info gen:roads,nodes=3000000", []time.Duration{300 * time.Millisecond, 2 * time.Second}},
	{"run sssp gen:grid,width=300,height=300 -n 100000", []time.Duration{300 * time.Millisecond, time.Second}},
	{"run sssp gen:grid,width=300,height=300 -n 100000 -a dijkstra", []time.Duration{time.Second}},
	{"run sort -n 2^22 -a batcher -r 1000", []time.Duration{500 * time.Millisecond, 2 * time.Second}},
	{"run sort -n 2^25 -a cpu -r 1000", []time.Duration{1500 * time.Millisecond}},
	{"run clip gen:clip,elements=4000000 -r 1000 --verify", []time.Duration{500 * time.Millisecond, 2 * time.Second}},
	{"run bfs gen:grid,width=300,height=300 -n 2^16 -r 1000", []time.Duration{time.Second}},
	{"run table gen:grid,width=300,height=300 -s places.csv -o t.csv", []time.Duration{time.Second}},
	{"record gen:grid,width=300,height=300 -o a.gif --seconds 600", []time.Duration{time.Second, 3 * time.Second}},
	{"record gen:grid,width=300,height=300 -o f%04d.png --seconds 600", []time.Duration{2 * time.Second}},
	{"gen grid --width 1300 --height 1300 -o g.gr", []time.Duration{300 * time.Millisecond, time.Second}},
	{"bench sweep gen:grid,width=300,height=300 -n 50 -o a.csv,a.json", []time.Duration{time.Second}},
	{"bench sort --max 2^24 -r 100 --limit 1h", []time.Duration{time.Second}},
	{"run table gen:grid,width=9,height=9 -s pipe", []time.Duration{500 * time.Millisecond}},
}

// maxDelay is how long a command may work after a signal, in processor time by processor: on a busy machine
// it may wait for them, for minutes.
const maxDelay, maxAnswer = 10 * time.Second, 2 * time.Minute

// awaitHandler waits until a process handles SIGINT: on a busy machine it may not have begun.
func awaitHandler(p *os.Process) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Pid))
		_, mask, _ := strings.Cut(string(status), "SigCgt:")
		mask, _, _ = strings.Cut(mask, "\n")
		if caught, _ := strconv.ParseUint(strings.TrimSpace(mask), 16, 64); caught>>(syscall.SIGINT-1)&1 != 0 {
			return
		}
	}
}

// worked returns the processor time that a process has had, 0 if it is gone.
func worked(p *os.Process) time.Duration {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Pid))
	var user, system int64 // fields 14 and 15, in hundredths of a second
	if fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])); len(fields) > 12 {
		user, _ = strconv.ParseInt(fields[11], 10, 64)
		system, _ = strconv.ParseInt(fields[12], 10, 64)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

// TestSignals ends commands by SIGINT and SIGTERM at several times: soon, with the code of
// the signal, and without a file that is not complete.
func TestSignals(t *testing.T) {
	needDevice(t)
	type one struct {
		args   string
		after  time.Duration
		signal syscall.Signal
	}
	var all []one
	for i, c := range endless {
		for k, after := range c.after {
			if !long && k > 0 {
				break
			}
			if long || i%2 == 0 {
				all = append(all, one{c.args, after, syscall.SIGINT})
			}
			if long || i%2 == 1 {
				all = append(all, one{c.args, after, syscall.SIGTERM})
			}
		}
	}
	var runs tally
	var early atomic.Int32 // runs that the signal has met before they could handle it
	eachOf(t, len(all), func(i int) {
		c := all[i]
		dir, err := os.MkdirTemp("", "signals")
		if err != nil {
			t.Error(err)
			return
		}
		defer os.RemoveAll(dir)
		write(t, filepath.Join(dir, "places.csv"), []byte("place\n"+strings.Repeat("#1\n#2\n#3\n", 2000)))
		if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
			t.Error(err)
			return
		}
		var before time.Duration
		var sent time.Time
		o := attempt{dir: dir, args: strings.Fields(c.args), meanwhile: func(p *os.Process) {
			awaitHandler(p)
			time.Sleep(c.after)
			before, sent = worked(p), time.Now()
			_ = p.Signal(c.signal)
		}}.run(t)
		if o.terminated == c.signal && o.out+o.err == "" {
			early.Add(1)
			o.code = 128 + int(c.signal) // as shells say
		}
		runs.add(o)
		if p := o.problem(128 + int(c.signal)); p != "" {
			t.Errorf("%s, %v after %v: %s", c.args, c.signal, c.after, p)
		}
		if more := o.worked - before; more > maxDelay*time.Duration(runtime.GOMAXPROCS(0)) || time.Since(sent) > maxAnswer {
			t.Errorf("%s, %v after %v: works for %v more, and ends after %v", c.args, c.signal, c.after, more, time.Since(sent))
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".part-*")); len(left) > 0 {
			t.Errorf("%s, %v after %v: leaves %v", c.args, c.signal, c.after, left)
		}
		for _, name := range []string{"t.csv", "a.gif", "g.gr", "a.csv", "a.json"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				t.Errorf("%s, %v after %v: writes %s", c.args, c.signal, c.after, name)
			}
		}
	})
	if n := int(early.Load()); n > len(all)/4 {
		t.Errorf("%d of %d runs do not handle the signal", n, len(all))
	}
	t.Log(&runs)
}

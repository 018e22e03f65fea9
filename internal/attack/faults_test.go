package attack

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernelscope/compute/gpu/gputest"
)

// results that Vulkan functions may return, and exit codes that they may lead to where the
// program cannot go on.
var results = map[int][]int{
	-1:          {limit, unavailable},             // out of host memory
	-2:          {limit},                          // out of device memory
	-3:          {unavailable},                    // initialization failed
	-4:          {deviceLost, unavailable},        // device lost
	-5:          {limit},                          // memory map failed
	-7:          {unavailable},                    // extension not present
	-9:          {unavailable},                    // incompatible driver
	2:           {deviceLost, timeout},            // timeout
	-1000012000: {deviceLost, limit, unavailable}, // invalid shader
}

var faults = []struct {
	function string
	results  []int
}{
	{"vkAllocateMemory", []int{-1, -2}}, {"vkQueueSubmit", []int{-4, -2}}, {"vkCreateDevice", []int{-3, -4, -7}}, {"vkEnumeratePhysicalDevices", []int{-3, -1}},
	{"vkMapMemory", []int{-5, -1}}, {"vkCreateComputePipelines", []int{-1, -2, -1000012000}}, {"vkWaitForFences", []int{-4, 2}}, {"vkCreateBuffer", []int{-2}},
	{"vkCreateImage", []int{-2}}, {"vkCreateShaderModule", []int{-2}}, {"vkDeviceWaitIdle", []int{-4}}, {"vkCreateInstance", []int{-9, -1, -7}},
}

// underFaults are commands, each with the file that it writes.
var underFaults = [][2]string{
	{"run sssp gen:grid,width=40,height=40 -n 2 --verify", ""}, {"run sssp gen:grid,width=40,height=40 -n 4 -a frontier --concurrent auto --verify", ""},
	{"run sort -n 4096 --verify -o keys.out", "keys.out"}, {"run clip gen:clip,elements=4096 --verify", ""}, {"run bfs -n 64 --verify gen:grid,width=40,height=40", ""},
	{"run sums -n 4096 --json", ""}, {"render gen:grid,width=40,height=40 -o a.png --size 320x200 --step 5 --ui", "a.png"},
	{"record gen:grid,width=40,height=40 -o a.gif --seconds 0.6 --fps 10 --size 160x100", "a.gif"}, {"sort -n 256 --ui -o s.png --step 2 --size 320x200", "s.png"},
	{"render scene.svg -o n.png", "n.png"},
}

// faultCase is a fault during a command.
type faultCase struct {
	function, when string
	result         int
	command        [2]string
}

// survived reports whether a command must succeed in spite of the fault: of a device that is
// lost once, while work is in progress, which is opened again.
func (c faultCase) survived() bool {
	return c.result == -4 && strings.HasSuffix(c.when, ":1") && c.function != "vkCreateDevice"
}

// TestFaults makes calls of the driver fail: a command succeeds in spite of it, with its
// whole output, or ends with one line and leaves nothing.
func TestFaults(t *testing.T) {
	needDevice(t)
	layer := gputest.NewLayer(t)
	var all []faultCase
	for _, f := range faults {
		for _, result := range f.results {
			for _, when := range []string{"1:1", "10:1", "100:1", "1:1000000000"} {
				for _, c := range underFaults {
					all = append(all, faultCase{f.function, when, result, c})
				}
			}
		}
	}
	r := random("faults", 0)
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	var runs tally
	n, hit := count(40, len(all)), make([]bool, len(all))
	eachOf(t, n, func(i int) {
		c := all[i]
		dir, err := os.MkdirTemp("", "faults")
		if err != nil {
			t.Error(err)
			return
		}
		defer os.RemoveAll(dir)
		write(t, filepath.Join(dir, "scene.svg"), []byte(svgSeed))
		spec := c.function + ":" + c.when + ":" + strconv.Itoa(c.result)
		o := attempt{dir: dir, args: append(strings.Fields(c.command[0]), "--timeout=20s"), env: layer.Fail(spec)}.run(t)
		runs.add(o)
		hit[i] = strings.Contains(o.err, "[fault]")
		codes := []int{ok}
		if hit[i] && !c.survived() {
			codes = append(codes, results[c.result]...)
		}
		if p := o.problem(codes...); p != "" {
			t.Errorf("%s, %s: %s", spec, c.command[0], p)
		}
		_, missing := os.Stat(filepath.Join(dir, c.command[1]))
		if (o.code == ok) != (missing == nil) && c.command[1] != "" {
			t.Errorf("%s, %s: exit code %d, and the file: %v", spec, c.command[0], o.code, missing)
		}
		left, _ := filepath.Glob(filepath.Join(dir, ".part-*"))
		if len(left) > 0 {
			t.Errorf("%s, %s: leaves %v", spec, c.command[0], left)
		}
	})
	reached := len(slices.DeleteFunc(hit, func(b bool) bool { return !b }))
	if reached < n/4 {
		t.Errorf("only %d of %d faults were met: is the layer loaded?", reached, n)
	}
	t.Logf("%d of %d faults, of which %d were met: %v", n, len(all), reached, &runs)
}

// Package gputest opens a device for tests: the software device with validation layers.
package gputest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"kernelscope/compute/gpu"
	"kernelscope/compute/host"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
)

// layers turns on core and synchronization validation. The loader and the layer read these
// variables; the layer ignores unknown values, so a test ensures that mistakes are noticed.
func layers() {
	set := func(key, value string) {
		if os.Getenv(key) == "" {
			os.Setenv(key, value)
		}
	}
	set("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation")
	set("VK_LAYER_ENABLES", "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT")
}

// AgainstVariable names the lanes of the interpreter's subgroups. If it is set, lockstep in tests
// also compares the interpreter of package simt with the mirrors.
const AgainstVariable = "KERNELSCOPE_TEST_AGAINST_SIMT"

// LinesVariable names a folder. If it is set too, each process of tests writes files there: PID.csv with the lines of
// kernels that the interpreter has executed, and PID.events with what kernels did without declaring it.
const LinesVariable = "KERNELSCOPE_TEST_LINES"

// PrecisionVariable, if it is set too, makes kernels report what depends on the precision of floats.
const PrecisionVariable = "KERNELSCOPE_TEST_PRECISION"

var interpreter = sync.OnceValue(func() *onsimt.Interpreter {
	lanes, err := strconv.Atoi(os.Getenv(AgainstVariable))
	if err != nil {
		return nil
	}
	i := onsimt.New(lanes)
	i.Precision = os.Getenv(PrecisionVariable) != ""
	if os.Getenv(LinesVariable) != "" {
		i.Machine.Observe = simt.Observe{Counters: true, Uninitialized: true, Races: true}
	}
	i.Machine.Resident, i.Machine.Scheduler = 8, new(turns)
	return i
})

// turns is a scheduler that lets all proceed alike, as a device does. Kernels whose workgroups take work in
// portions would otherwise leave most of it to the first.
type turns int

// Next returns the next subgroup.
func (t *turns) Next(ready []simt.SubgroupAt) (int, int) {
	*t++
	return int(*t) % len(ready), 20 + len(ready) // a choice takes time for each
}

func against() {
	if i := interpreter(); i != nil {
		host.Also = i.Execute
	}
}

// writeLines writes the lines that the interpreter has executed: kernel, file and line, separated by commas; and
// what it has reported: kernel, memory and event, separated by tabs.
func writeLines() error {
	i := interpreter()
	if i == nil || !i.Machine.Counters {
		return nil
	}
	var lines, events strings.Builder
	for _, kernel := range i.Kernels() {
		for _, r := range i.Lines(kernel) {
			if r.Executions > 0 {
				fmt.Fprintf(&lines, "%s,%s,%d\n", kernel, r.Line.File, r.Line.Line)
			}
		}
		for _, e := range i.Events[kernel] {
			if i.Reason(kernel, e) == "" {
				fmt.Fprintf(&events, "%s\t%s\t%v\n", kernel, e.Memory, e)
			}
		}
	}
	file := filepath.Join(os.Getenv(LinesVariable), fmt.Sprint(os.Getpid()))
	return errors.Join(os.WriteFile(file+".csv", []byte(lines.String()), 0o644), os.WriteFile(file+".events", []byte(events.String()), 0o644))
}

// Open opens the device for a test. The test fails at its end if there are validation messages
// or unreleased objects. Without Vulkan the test is skipped; in CI it fails.
func Open(t testing.TB) *gpu.Device { return OpenWith(t, gpu.Options{}) }

// OpenWith is Open with options; the device is the software one unless the
// options or KERNELSCOPE_TEST_DEVICE name another.
func OpenWith(t testing.TB, o gpu.Options) *gpu.Device {
	t.Helper()
	runtime.LockOSThread()
	d, release, err := Elsewhere(t, o)
	if errors.Is(err, gpu.ErrUnavailable) && os.Getenv("CI") == "" {
		t.Skipf("no device to test on: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		release()
		runtime.UnlockOSThread()
	})
	return d
}

// Elsewhere is OpenWith for a goroutine other than the test's: it returns errors instead of
// ending the test, which release may fail.
func Elsewhere(t testing.TB, o gpu.Options) (d *gpu.Device, release func(), err error) {
	layers()
	against()
	if o.Device == "" {
		o.Device = os.Getenv("KERNELSCOPE_TEST_DEVICE")
	}
	if o.Device == "" {
		o.Device = "llvmpipe"
	}
	d, err = gpu.Open(o)
	return d, func() {
		if err := writeLines(); err != nil {
			t.Error(err)
		}
		for _, name := range d.Release() {
			t.Errorf("%s was not released", name)
		}
		for _, m := range d.Messages() {
			if !known(m) {
				t.Errorf("validation: %s", m)
			}
		}
	}, err
}

// known messages are about the layers themselves, not about the program.
func known(m string) bool {
	return strings.Contains(m, "UNASSIGNED-khronos-validation-createinstance-status")
}

// Small returns options of a device with the least limits: storage buffers of some bytes,
// workgroups of 128 invocations that share 16 KiB, and no subgroup operations.
func Small(storage int64) gpu.Options {
	return gpu.Options{Basic: true, Fake: &gpu.Fake{Limits: func(i *gpu.Info) {
		i.StorageBytes, i.Workgroup, i.SharedBytes, i.SubgroupOperations = storage, 128, 16<<10, false
	}}}
}

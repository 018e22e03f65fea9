// Package gputest opens the device for tests: the software device, watched by
// the validation layers.
package gputest

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"kernelscope/compute/gpu"
)

// layers turns on core and synchronization validation. The variables are read
// by the loader and the layer, which is silent about values that it does not
// know; a test makes sure that a mistake is noticed.
func layers() {
	set := func(key, value string) {
		if os.Getenv(key) == "" {
			os.Setenv(key, value)
		}
	}
	set("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation")
	set("VK_LAYER_ENABLES", "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT")
}

// Open opens the device for a test. When the test ends it fails on messages of
// the validation layers and on objects that were not released. Without Vulkan
// the test is skipped; in CI it fails.
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

// Elsewhere opens a device as OpenWith does, for a goroutine that is not the test's:
// nothing ends the test but errors, and release fails it.
func Elsewhere(t testing.TB, o gpu.Options) (d *gpu.Device, release func(), err error) {
	layers()
	if o.Device == "" {
		o.Device = os.Getenv("KERNELSCOPE_TEST_DEVICE")
	}
	if o.Device == "" {
		o.Device = "llvmpipe"
	}
	d, err = gpu.Open(o)
	return d, func() {
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

// Small are options of a device that allows the least: storage buffers of some bytes,
// workgroups of 128 invocations that share 16 KiB, and no subgroup operations.
func Small(storage int64) gpu.Options {
	return gpu.Options{Basic: true, Fake: &gpu.Fake{Limits: func(i *gpu.Info) {
		i.StorageBytes, i.Workgroup, i.SharedBytes, i.SubgroupOperations = storage, 128, 16<<10, false
	}}}
}

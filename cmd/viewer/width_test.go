package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/gpu/gputest"
)

// TestWidths draws on subgroups of 8 invocations and then of 4. With compiled code of the
// former the latter damages the driver's heap, in nearly each run of the long form. For
// subgroups of 16 the driver cannot compile a drawing.
func TestWidths(t *testing.T) {
	t.Parallel()
	args, cache := strings.Fields("sums -n 7 --step 2 --size 64x64 -o s.png"), t.TempDir()
	if gputest.Long() {
		args = strings.Fields("sort -n 131072 --step 5 --size 640x400 -o s.png")
	}
	for _, run := range []struct {
		width string
		code  int
	}{{"256", 0}, {"128", 0}, {"512", 4}} {
		env := []string{"LP_NATIVE_VECTOR_WIDTH=" + run.width, "MESA_SHADER_CACHE_DIR=", "XDG_CACHE_HOME=" + cache, "MALLOC_CHECK_=3"}
		_, stderr, code := viewer(t, env, args...)
		if code != run.code {
			t.Errorf("%s bits: exit code %d, want %d: %s", run.width, code, run.code, stderr)
		}
		if _, err := os.Stat(filepath.Join(cache, "kernelscope", "llvmpipe-"+run.width)); err != nil {
			t.Error(err)
		}
	}
}

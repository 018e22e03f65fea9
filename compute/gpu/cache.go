package gpu

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// widthVariable names the variable for the bits that Mesa's software device computes in one
// step, 32 per invocation of a subgroup; cacheVariable the one for the folder of compiled
// kernels.
const widthVariable, cacheVariable = "LP_NATIVE_VECTOR_WIDTH", "MESA_SHADER_CACHE_DIR"

// disableVariable switches Mesa's cache off.
const disableVariable = "MESA_SHADER_CACHE_DISABLE"

// checkCache switches Mesa's cache off for this process if its folder has no room. Mesa maps the
// index of its cache into memory: where the disk cannot hold it, writing to it ends the process with
// SIGBUS.
func checkCache(write func(folder string) error) {
	if os.Getenv(disableVariable) != "" {
		return
	}
	folder := os.Getenv(cacheVariable)
	if folder == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return
		}
		folder = user
	}
	if err := write(folder); errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		slog.Warn("compiled kernels are not kept: their folder has no room", "folder", folder, "problem", err)
		_ = os.Setenv(disableVariable, "true")
	}
}

// writeIndex writes as much as Mesa's index has, 1.3 MB, and some kernels, and removes it.
func writeIndex(folder string) error {
	const bytes = 1 << 21
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, ".kernelscope-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, bytes))
	return errors.Join(err, f.Close())
}

// separateCache gives each width a folder of its own, unless one is given. Mesa finds
// compiled code by shader and state, whatever width it is for: kernels would run at the
// width of the run that compiled them, and a vertex shader for 8 vertices writes beyond the
// memory of 4.
func separateCache() {
	width, err := strconv.Atoi(os.Getenv(widthVariable))
	if err != nil || os.Getenv(cacheVariable) != "" {
		return
	}
	dir := cacheOf(width)
	if os.MkdirAll(dir, 0o755) == nil {
		_ = os.Setenv(cacheVariable, dir)
	}
}

// cacheOf returns the folder for a width.
func cacheOf(width int) string {
	user, err := os.UserCacheDir()
	if err != nil {
		user = os.TempDir()
	}
	return filepath.Join(user, "kernelscope", "llvmpipe-"+strconv.Itoa(width))
}

// Compiles returns an error if the driver is known to crash when it compiles a drawing:
// llvmpipe for subgroups of 16. A given cache may hold what was compiled for 8, which is sound.
func (h Hooks) Compiles() error {
	const widest = 8
	i := h.d.info
	if i.Subgroup > widest && strings.HasPrefix(i.Name, "llvmpipe") && os.Getenv(cacheVariable) == cacheOf(32*i.Subgroup) {
		return fmt.Errorf("%w: llvmpipe cannot compile drawings for subgroups of %d; leave out %s, or give %s of a run with subgroups of %d",
			ErrUnavailable, i.Subgroup, widthVariable, cacheVariable, widest)
	}
	return nil
}

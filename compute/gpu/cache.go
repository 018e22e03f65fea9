package gpu

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// widthVariable names the variable for the bits that Mesa's software device computes in one
// step, 32 per invocation of a subgroup; cacheVariable the one for the folder of compiled
// kernels.
const widthVariable, cacheVariable = "LP_NATIVE_VECTOR_WIDTH", "MESA_SHADER_CACHE_DIR"

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

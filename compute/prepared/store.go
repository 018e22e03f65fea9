//go:build !js

package prepared

import "kernelscope/internal/output"

// store writes a file of a cache.
var store = output.Regular

//go:build !js

package measure

import "kernelscope/internal/output"

// store writes a file of a cache.
var store = output.Regular

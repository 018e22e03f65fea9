// Package update has the flag that rewrites golden files, which test packages share.
package update

import (
	"flag"
	"os"
	"path/filepath"
)

// Golden is whether tests rewrite their golden files: go test -update.
var Golden = flag.Bool("update", false, "rewrite the golden files")

// Write writes a golden file, and makes its folder.
func Write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

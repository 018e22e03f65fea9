//go:build !js

package labload

import (
	"context"

	"kernelscope/open"
	"kernelscope/scene"
)

// readMap reads the graph of a lab.
func readMap(ctx context.Context, path string) (*scene.Map, error) {
	return open.ReadMap(ctx, path, open.Options{})
}

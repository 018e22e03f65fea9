//go:build js

package labload

import (
	"context"

	"kernelscope/scene"
)

// readMap reads no graph in a browser, whose program does without the readers of all formats.
func readMap(ctx context.Context, path string) (*scene.Map, error) { return Copy{}.graph(ctx, path) }

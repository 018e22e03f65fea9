package layout

import (
	"context"
	"testing"
)

func TestTmp(t *testing.T) {
	_, _ = Plane(context.Background(), Graph{First: []uint32{0, 1, 2}, Neighbour: []uint32{1, 0}})
}

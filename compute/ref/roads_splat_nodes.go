package ref

import "kernelscope/compute"

// RoadsSplatNodes are the arguments of roads_splat_nodes, which finds the whole
// nodes of the pixels that roads_splat has left.
type RoadsSplatNodes[B any] struct {
	Segments, Visible, Widths, Pixels, Nodes B
	RoadsCamera
}

// MirrorRoadsSplatNodes mirrors roads_splat_nodes.
func MirrorRoadsSplatNodes(_ compute.Grid, a RoadsSplatNodes[[]uint32]) {
	a.splat(a.Segments, a.Visible, a.Widths, func(pixel int, word, node uint32) {
		if a.Pixels[pixel] == word {
			a.Nodes[pixel] = max(a.Nodes[pixel], node)
		}
	})
}

// AgreeOnSplatNodes lets a node be that of any road that covers the pixel as the
// word says, but for a level.
func AgreeOnSplatNodes(before, device, mirror RoadsSplatNodes[[]uint32]) error {
	return explained("Nodes", before.Nodes, device.Nodes, mirror.Nodes, func(explain func(int, func(result uint32) bool)) {
		before.splat(before.Segments, before.Visible, before.Widths, func(pixel int, word, node uint32) {
			if splatsAlike(word, before.Pixels[pixel]) {
				explain(pixel, func(result uint32) bool { return result == node })
			}
		})
	})
}

package roads

import "kernelscope/compute"

// SplatNodes holds the arguments of roads_splat_nodes, which finds the full node numbers of
// the pixels of roads_splat.
type SplatNodes[B any] struct {
	Segments, Visible, Widths, Pixels, Nodes B
	Camera
}

// MirrorSplatNodes mirrors roads_splat_nodes.
func MirrorSplatNodes(_ compute.Grid, a SplatNodes[[]uint32]) {
	a.splat(a.Segments, a.Visible, a.Widths, func(pixel int, word, node uint32) {
		if a.Pixels[pixel] == word {
			a.Nodes[pixel] = max(a.Nodes[pixel], node)
		}
	})
}

// AgreeOnSplatNodes allows the node of any road whose word for the pixel matches, with coverage
// within one level.
func AgreeOnSplatNodes(before, device, mirror SplatNodes[[]uint32]) error {
	return explained("Nodes", before.Nodes, device.Nodes, mirror.Nodes, func(explain func(int, func(result uint32) bool)) {
		before.splat(before.Segments, before.Visible, before.Widths, func(pixel int, word, node uint32) {
			if splatsAlike(word, before.Pixels[pixel]) {
				explain(pixel, func(result uint32) bool { return result == node })
			}
		})
	})
}

package render

import "kernelscope/scene/clipscene"

// At stands in until the painter has one.
func (c *Clips) At(p clipscene.Point) int {
	for i := len(c.s.Elements) - 1; i >= 0; i-- {
		b := c.resolved[i]
		if c.s.Elements[i].Kind == clipscene.Fill && b[0] <= p.X && p.X < b[2] && b[1] <= p.Y && p.Y < b[3] {
			return i
		}
	}
	return -1
}

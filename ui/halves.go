package ui

import (
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render"
)

// Half is the area of a run on a map: all of the target, or one side of a comparison.
type Half struct {
	Area  image.Rectangle
	Shift float64 // pixels from where the camera has a place to where it is drawn
}

// Over returns the camera of a half: the target's, moved.
func (h Half) Over(c render.Camera) render.Camera {
	c.Pan(h.Shift, 0)
	return c
}

// EachHalf calls do with the number and the camera of each half, and joins what it returns.
func EachHalf[T any](halves []Half, c render.Camera, do func(lane int, c render.Camera) ([]T, error)) (all []T, err error) {
	for lane, h := range halves {
		some, err := do(lane, h.Over(c))
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// Free returns the columns of a target of a width in pixels that the panel, if it is shown,
// leaves free.
func (u *UI) Free(width int) (left, right int) {
	if u.Panels && float64(width) > 2*u.PanelWidth() {
		left = int(u.PanelWidth()) + int(u.Whole(PanelMargin))
	}
	return left, width
}

// Halves divides a target among runs. One camera is over both halves: the middle of what the
// panel leaves free is in the middle of each.
func (u *UI) Halves(width, height int, compared bool) []Half {
	all := image.Rect(0, 0, width, height)
	if !compared {
		return []Half{{Area: all}}
	}
	left, right := u.Free(width)
	middle, quarter := (left+right)/2, float64(right-left)/4
	a, b := all, all
	a.Min.X, a.Max.X, b.Min.X = left, middle, middle
	return []Half{{a, -quarter}, {b, quarter}}
}

// HalfAt returns the half at a column of pixels.
func HalfAt(halves []Half, x float64) int {
	if len(halves) > 1 && x >= float64(halves[1].Area.Min.X) {
		return 1
	}
	return 0
}

// HalfHeaders writes a header above each half, right of a column of pixels, and separates two
// halves down to a row.
func (u *UI) HalfHeaders(list List, halves []Half, left int, floor float32, header func(lane int) Header) {
	for i, h := range halves {
		r := h.Area
		r.Min.X = max(r.Min.X, left)
		r.Min.Y += int(u.Top())
		u.Veil(list, float32(r.Min.X), float32(r.Min.Y), float32(r.Max.X), float32(r.Min.Y)+u.Px(HeaderHeight+PanelMargin))
		edge := u.Whole(PanelMargin)
		if r.Min.X == left && left > 0 { // the panel has a margin
			edge = u.Whole(SideMargin - PanelMargin)
		}
		r.Min = r.Min.Add(image.Pt(int(edge), int(u.Whole(PanelMargin))))
		r.Max.X -= int(u.Whole(PanelMargin))
		u.Header(list, r, header(i))
	}
	if len(halves) == 1 {
		return
	}
	x := float32(halves[1].Area.Min.X)
	Box(list, imgui.Vec2{X: x - u.Whole(1), Y: 0}, imgui.Vec2{X: x + u.Whole(1), Y: floor}, imgui.Packed(Plain(u.Theme.Line)))
}

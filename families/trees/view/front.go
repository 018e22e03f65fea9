package view

import (
	"image"

	"kernelscope/families/trees/session"
	"kernelscope/render"
	"kernelscope/ui"
)

const (
	frontSide    = 232 // side of the picture of a front, in pixels of a plain display
	frontLeast   = 100 // the same if there is less room
	frontMargin  = 10
	frontCaption = 44  // above the picture
	editorTall   = 164 // editor of a road, above the caption
	legendTall   = 230 // below the picture
	cornerTall   = 130 // legend with the scale, above the hints
)

// halves divides the target among the trees.
func (u *panel) halves(n *session.Snapshot, width, height int) []ui.Half {
	return u.UI.Halves(width, height, n.Other != nil)
}

// frontBox returns the area of a front with its caption in a half; empty if none is shown.
func (u *panel) frontBox(n *session.Snapshot, half ui.Half, width, height int) image.Rectangle {
	if n.Front == nil || !n.View.Front {
		return image.Rectangle{}
	}
	margin, edge, caption := int(u.Whole(ui.PanelMargin)), 2*int(u.Whole(frontMargin)), int(u.Whole(frontCaption))
	top := int(u.Top()) + int(u.Whole(ui.HeaderHeight)) + 2*margin
	if n.Picked != nil && u.Panels && half.Area.Max.X == width {
		top += int(u.Whole(editorTall)) + margin
	} else if field := u.FieldArea(u.onMap(n, render.Camera{Width: width, Height: height})); !field.Empty() {
		top = field.Max.Y + 2*margin
	}
	side := min(int(u.Whole(frontSide)), u.floor(n, height)-int(u.Whole(legendTall))-top-edge-caption)
	left, _ := u.Free(width)
	right := half.Area.Max.X - margin
	if side < int(u.Whole(frontLeast)) || right-side-edge < max(left, half.Area.Min.X) {
		return image.Rectangle{}
	}
	return image.Rect(right-side-edge, top, right, top+side+edge+caption)
}

// frontArea returns the area of the lengths of a front; empty if none is shown.
func (u *panel) frontArea(n *session.Snapshot, half ui.Half, width, height int) image.Rectangle {
	r := u.frontBox(n, half, width, height)
	if r.Empty() {
		return r
	}
	edge := int(u.Whole(frontMargin))
	return image.Rectangle{r.Min.Add(image.Pt(edge, edge+int(u.Whole(frontCaption)))), r.Max.Sub(image.Pt(edge, edge))}
}

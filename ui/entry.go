package ui

import (
	"fmt"
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/internal/format"
)

// HoverEntry tells of the entry under the mouse in an area that shows a layer of a lane from left to right: a line through the
// area, and the number and the value of the entry, which alone is read.
func (u *UI) HoverEntry(lane int, kind compute.LayerKind, area image.Rectangle) {
	mouse := imgui.MousePos()
	if u.OverPanel() || u.Probe.Layers == nil || !image.Pt(int(mouse.X), int(mouse.Y)).In(area) || mouse.X < 0 {
		return
	}
	for _, l := range u.Probe.Layers(lane) {
		if l.Kind != kind || l.Count == 0 {
			continue
		}
		i := min(l.Count-1, (int(mouse.X)-area.Min.X)*l.Count/area.Dx())
		entry := make([]uint32, l.Stride)
		if u.Probe.Read(lane, l, i*l.Stride, entry) != nil {
			return // the dock says why
		}
		value := entryText(l, entry)
		if l.Text == nil && l.Stride == 1 {
			value = format.Thousands(entry[0])
		}
		x := float32(int(mouse.X))
		Box(u.OnPicture(), imgui.Vec2{X: x, Y: float32(area.Min.Y)}, imgui.Vec2{X: x + u.Whole(1), Y: float32(area.Max.Y)}, imgui.Packed(Plain(u.Theme.Text)))
		u.Point(Value{lane, l.Named(), i})
		u.Told(fmt.Sprintf("%s, entry %s: %s", l.Name, format.Thousands(i), value) + u.WroteHint())
		return
	}
}

// Sampled says of how many entries a column of an area shows one, where there are fewer columns than entries; else it is empty.
func Sampled(entries int, area image.Rectangle) string {
	if area.Dx() < 1 || entries <= area.Dx() {
		return ""
	}
	return fmt.Sprintf("; a column shows the first of %s", format.Thousands((entries+area.Dx()-1)/area.Dx()))
}

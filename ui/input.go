package ui

import (
	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render/input"
)

var imguiKeys = map[int]input.Key{
	imgui.KeyTab: input.KeyTab, imgui.KeyLeftArrow: input.KeyLeft, imgui.KeyRightArrow: input.KeyRight, imgui.KeyUpArrow: input.KeyUp,
	imgui.KeyDownArrow: input.KeyDown, imgui.KeyHome: input.KeyHome, imgui.KeyEnd: input.KeyEnd, imgui.KeyInsert: input.KeyInsert,
	imgui.KeyDelete: input.KeyDelete, imgui.KeyBackspace: input.KeyBackspace, imgui.KeySpace: input.KeySpace, imgui.KeyEnter: input.KeyEnter,
	imgui.KeyEscape: input.KeyEscape, imgui.KeyA: input.KeyA, imgui.KeyC: input.KeyC, imgui.KeyV: input.KeyV, imgui.KeyX: input.KeyX,
	imgui.KeyY: input.KeyY, imgui.KeyZ: input.KeyZ,
}

func mapKeys(io imgui.IO) {
	for theirs, ours := range imguiKeys {
		io.KeyMap(theirs, int(ours))
	}
}

// feed passes the input to Dear ImGui.
func feed(in input.Frame, width, height int) {
	io := imgui.CurrentIO()
	io.SetDisplaySize(imgui.Vec2{X: float32(width), Y: float32(height)})
	io.SetDeltaTime(float32(max(1e-4, in.Seconds)))
	io.SetMousePosition(imgui.Vec2{X: float32(in.X), Y: float32(in.Y)})
	for i, down := range in.Buttons {
		io.SetMouseButtonDown(i, down)
	}
	io.AddMouseWheelDelta(float32(in.WheelX), float32(in.WheelY))
	for _, e := range in.Keys {
		if e.Down {
			io.KeyPress(int(e.Key))
		} else {
			io.KeyRelease(int(e.Key))
		}
	}
	io.AddInputCharacters(in.Text)
	if in.Clipboard != nil {
		io.SetClipboard(in.Clipboard)
	}
	modifier := func(down bool, set func(int, int)) {
		const key = 400 // not one of ours
		if down {
			io.KeyPress(key)
		} else {
			io.KeyRelease(key)
		}
		set(key, key)
	}
	modifier(in.Ctrl, io.KeyCtrl)
	modifier(in.Shift, io.KeyShift)
	modifier(in.Alt, io.KeyAlt)
}

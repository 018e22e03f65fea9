package ui

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/internal/format"
	"kernelscope/osmload"
	"kernelscope/watch"
)

// DeviceNote names the device and its work.
func (u *UI) DeviceNote(doing, what string, d compute.Limits) {
	kind := "GPU"
	if d.IsSoftware {
		kind = "software device"
	}
	name, _, _ := strings.Cut(d.Device, " (")
	if u.Backend != "" {
		u.badge(u.Backend)
		u.Tip("--backend chooses what runs " + what + ", here on " + d.Device + ". Drawing stays on the GPU. Times are not those of a GPU alone.")
		return
	}
	if u.Device < len(u.Devices) {
		imgui.AlignTextToFramePadding()
		u.Note(doing + " on")
		imgui.SameLine()
		imgui.SetNextItemWidth(imgui.ContentRegionAvail().X)
		u.deviceList("##device", u.Device, func(i int) watch.Action { return SetDevice{i} })
		u.Tip(d.Device + " runs " + what + ", and draws. Another device takes over what is shown, at the same step.")
		return
	}
	u.Note(fmt.Sprintf("%s on %s, a %s", doing, format.Shortened(name, 28), kind))
	u.Tip(d.Device + " runs " + what + ". 'viewer devices' lists all devices; --device chooses one.")
}

// deviceList offers all devices, of which one is in use; choose makes the action that chooses one.
func (u *UI) deviceList(id string, now int, choose func(index int) watch.Action) {
	if !u.BeginList(id, u.Devices[now]) {
		return
	}
	for i, name := range u.Devices {
		if imgui.SelectableV(name, i == now, 0, imgui.Vec2{}) {
			u.Do(choose(i))
		}
	}
	imgui.EndCombo()
}

// DeviceName is what the list of devices calls one.
func DeviceName(index int, name string) string {
	name, _, _ = strings.Cut(name, " (")
	return fmt.Sprintf("%d  %s", index, name)
}

// badge writes a small text on a filled box.
func (u *UI) badge(text string) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	at, size, edge := imgui.CursorScreenPos(), imgui.CalcTextSize(text, false, 0), u.Whole(4)
	Box(OnPanel(), at, imgui.Vec2{X: at.X + size.X + 2*edge, Y: at.Y + size.Y}, imgui.Packed(Plain(u.Theme.Accent)))
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + edge, Y: at.Y})
	u.Coloured(Plain(u.Theme.OnAccent), func() { imgui.Text(text) })
}

// Missing shows what the picture omits, if anything.
func (u *UI) Missing(s Status) {
	if s.Missing != "" {
		imgui.PushFont(u.Small)
		u.Wrapped(s.Missing)
		imgui.PopFont()
	}
}

// FrameRate shows the frames per second while something moves.
func (u *UI) FrameRate(s Status) {
	switch {
	case s.Idle:
		u.Note("idle")
	case s.FPS > 0:
		u.Note(fmt.Sprintf("%3.0f frames/s", s.FPS))
	}
}

// Loading shows the progress of an import.
func (u *UI) Loading(l Loading) {
	imgui.Text(format.Shortened(l.Name, 40))
	if l.Total > 0 {
		share := float32(l.Bytes) / float32(l.Total)
		imgui.ProgressBarV(share, imgui.Vec2{X: -1, Y: u.Whole(18)}, fmt.Sprintf("%.0f %%", 100*share))
		u.Note(fmt.Sprintf("%s, %s objects", l.Phase, format.Thousands(l.Objects)))
	} else {
		u.Note("is being read") // by a loader that reports no progress
	}
	if imgui.Button("Cancel") {
		u.Do(CancelLoading{})
	}
	u.Tip("Stops the import and keeps the map that is open.")
}

// Profiles builds a list of ways to travel, of which a map is for one; "" builds nothing.
func (u *UI) Profiles(now string) {
	if now == "" {
		return
	}
	imgui.SameLineV(u.Across(ContentRight-84), -1)
	imgui.SetNextItemWidth(-1)
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(8), Y: u.Whole(1)})
	if u.BeginList("##profile", now) {
		for i, name := range osmload.Profiles {
			if imgui.Selectable(name) && name != now {
				u.Do(SetProfile{osmload.Profile(i)})
			}
		}
		imgui.EndCombo()
	}
	imgui.PopStyleVar()
	u.Tip("Mode of travel: which roads may be used, in which directions, and how fast. Changing it reads the map again. On the command line: --profile " + now)
}

// PathField builds a field for the path of a file to open, with a hint of what it may be.
func (u *UI) PathField(hint, tip string) {
	imgui.SetNextItemWidth(imgui.ContentRegionAvail().X - u.Px(64))
	entered := u.TextField("path", hint, &u.path, imgui.InputTextFlagsEnterReturnsTrue)
	u.Tip(tip)
	imgui.SameLine()
	if (imgui.ButtonV("Open", imgui.Vec2{X: -1}) || entered) && u.path != "" {
		u.Do(OpenFile{u.path})
	}
}

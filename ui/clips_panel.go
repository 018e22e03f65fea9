package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/assets"
	"kernelscope/compute/session/clips"
	"kernelscope/format"
	"kernelscope/scene/clipseq"
	"kernelscope/timeline"
)

// clipPanel builds the panel of the clip views, from top to bottom.
func (u *UI) clipPanel(s ClipState) {
	u.beginPanel("clips", s.Camera.Height)
	u.title()
	u.deviceNote("Matching clips", "the kernels", s.Device)
	if s.Problem != "" {
		u.problem(s.Problem)
	}
	u.clipTabs(s)
	u.sequenceSection(s)
	if s.Run != nil {
		u.formSection(s)
		if s.View.Partitions {
			u.clipRunSection(s)
		}
		u.countersSection(s)
		if s.View.Partitions && s.Run.Tree == nil && s.Shown >= 0 {
			u.walkSection(s)
		}
	}
	if !s.View.Partitions && s.Picture.Scene != nil {
		u.pictureSection(s)
	}
	u.panelBottom = imgui.WindowPos().Y + imgui.WindowSize().Y
	imgui.End()
}

// clipTabs choose between the picture and how it is matched.
func (u *UI) clipTabs(s ClipState) {
	imgui.Dummy(imgui.Vec2{})
	width := imgui.Vec2{X: (imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X) / 2}
	for i, tab := range []struct {
		name, tip string
	}{
		{"Picture", "The scene, painted by the GPU, and what cuts each element (F4)."},
		{"Partitions", "How the GPU matches the sequence: partitions, walks, links (F4)."},
	} {
		if i > 0 {
			imgui.SameLine()
		}
		chosen := s.View.Partitions == (i == 1)
		if chosen {
			imgui.PushStyleColor(imgui.StyleColorButton, vec4(accentColour))
			imgui.PushStyleColor(imgui.StyleColorButtonHovered, vec4(accentColour))
		}
		if imgui.ButtonV(tab.name, width) && !chosen {
			u.view.Partitions = i == 1
		}
		if chosen {
			imgui.PopStyleColorV(2)
		}
		u.tip(tab.tip)
	}
}

// sequenceSection chooses what is matched.
func (u *UI) sequenceSection(s ClipState) {
	u.heading("Scene")
	if l := s.Loading; l != nil {
		u.loading(*l)
		return
	}
	in := s.Input
	name, tip := in.Shape, "A sequence of a shape: "+clipseq.About(in.Shape)+"."
	another := "Another sequence of the same shape."
	if in.Name != "" {
		name, tip = in.Name, fmt.Sprintf("What is shown is from a file, or comes with the program. It has %s.", format.Count(in.N, "element"))
		another = "Shows a sequence of the shape " + in.Shape + " instead."
	}
	half := (imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X) / 2
	imgui.SetNextItemWidth(half)
	if imgui.BeginCombo("##shape", shortened(name, 18)) {
		if imgui.Selectable(assets.NestName) {
			u.do(OpenFile{assets.NestName})
		}
		u.tip("The scene that comes with the program.")
		for _, shape := range clipseq.Shapes() {
			if imgui.Selectable(shape) {
				in.Name, in.Shape = "", shape
				in.N = max(1, min(in.N, 1<<mostClips))
				u.do(clips.SetInput{Input: in})
			}
			u.tip(clipseq.About(shape))
		}
		imgui.EndCombo()
	}
	u.tip(tip + " Drop an SVG file, or a text of 'viewer gen clip', on the window.")
	imgui.SameLine()
	if imgui.ButtonV("Shuffle", imgui.Vec2{X: -1}) {
		in.N = max(1, min(in.N, 1<<mostClips))
		u.do(clips.SetInput{Input: clips.Input{Shape: in.Shape, N: in.N, Seed: in.Seed + 1}})
	}
	u.tip(another)
	u.elementsSlider(s)
	imgui.SetNextItemWidth(imgui.ContentRegionAvail().X - u.px(64))
	entered := imgui.InputTextWithHintV("##scene", "path of an SVG file or a sequence", &u.path, imgui.InputTextFlagsEnterReturnsTrue, nil)
	imgui.SameLine()
	if (imgui.ButtonV("Open", imgui.Vec2{X: -1}) || entered) && u.path != "" {
		u.do(OpenFile{u.path})
	}
	u.tip("Opens an SVG file, .svg or .svgz, or a sequence of ( ) . as 'viewer gen clip' writes it.")
}

// mostClips is the exponent of how many elements can be chosen here.
const mostClips = 22

// elementsSlider chooses the number of elements of a shape.
func (u *UI) elementsSlider(s ClipState) {
	in := s.Input
	if in.N = u.numberSlider("elements", in.N, 6, mostClips, 16, "How many elements there are. Turned, a sequence of the shape above takes the place of a scene."); in.N != s.Input.N {
		in.Name = ""
		u.do(clips.SetInput{Input: in})
	}
}

func (u *UI) formSection(s ClipState) {
	u.heading("Form")
	imgui.SetNextItemWidth(-1)
	if imgui.BeginCombo("##form", s.Form.Title()) {
		for _, f := range s.Forms {
			if imgui.Selectable(f.Title()) {
				u.do(clips.SetForm{Name: f.Name()})
			}
			u.tip(f.About())
		}
		imgui.EndCombo()
	}
	u.tip(s.Form.Title() + ": " + s.Form.About())
	u.params("", s.Params, s.Device, func(name string, x uint32) { u.do(clips.SetParam{Name: name, Value: x}) }, nil)
}

// clipRunSection builds the buttons, the place in time and the speed.
func (u *UI) clipRunSection(s ClipState) {
	u.heading("Run")
	play := "Play"
	if s.Time.Playing {
		play = "Pause"
	}
	u.buttons([]button{
		{"Rewind", "Back to the start (R).", u.goes(timeline.Rewind{})},
		{"Back", "Pauses and goes a step back (Left).", u.goes(timeline.Step{Steps: -1})},
		{play, "Plays or pauses (Space).", func() { u.playOrPauseClips(s) }},
		{"Step", "Pauses and goes a step on (Right).", u.goes(timeline.Step{Steps: 1})},
	})
	imgui.SetNextItemWidth(-1)
	at := int32(s.Position)
	if imgui.SliderIntV("##event", &at, 0, int32(s.Length), " ", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput) {
		u.do(timeline.Seek{Step: int(at)})
	}
	what := "events, in the order in which they have happened on the device"
	if s.Run.Tree != nil {
		what = "steps"
	}
	u.tip(fmt.Sprintf("%s of %s %s. Drag to go to any (Home: none, End: all).", format.Thousands(s.Position), format.Thousands(s.Length), what))
	if s.Run.Tree == nil && s.Shown >= 0 {
		u.ownSteps(s)
	}
	speed := float32(s.Time.Speed)
	imgui.SetNextItemWidth(u.px(sliderWidth))
	if imgui.SliderFloatV("##speed", &speed, timeline.MinSpeed, timeline.MaxSpeed, " ", imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
		u.do(timeline.SetSpeed{PerSecond: float64(speed)})
	}
	u.beside("speed", fmt.Sprintf("%.3g steps/s", s.Time.Speed), "How many steps are played in a second ([ and ] halve and double it). The device was faster.")
	if s.Run.Lost > 0 {
		u.wrapped(fmt.Sprintf("%s events more have happened than there is room for.", format.Thousands(s.Run.Lost)))
	}
}

// ownSteps go to what the partition that is shown does next, or has done before.
func (u *UI) ownSteps(s ClipState) {
	of := s.Shown
	goTo := func(forward bool) func() {
		return func() {
			u.do(clips.Select{Partition: of})
			u.do(timeline.Seek{Step: s.Run.Next(of, s.Position, forward)})
		}
	}
	u.buttons([]button{
		{fmt.Sprintf("Back in %d", of), "To what this partition has done before.", goTo(false)},
		{fmt.Sprintf("On in %d", of), "To what this partition does next.", goTo(true)},
	})
}

// walkSection tells the last things that the partition that is shown has done.
func (u *UI) walkSection(s ClipState) {
	const most = 8
	walk := s.Walk()
	u.heading(fmt.Sprintf("Partition %d", s.Shown))
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	if len(walk) == 0 {
		u.dimmed("has not begun")
	}
	first := max(0, len(walk)-most)
	if first > 0 {
		u.dimmed(format.Count(first, "event") + ", and then it")
	}
	for i, e := range walk[first:] {
		if first+i == len(walk)-1 {
			imgui.Text(inWordsOfEvent(e))
		} else {
			u.dimmed(inWordsOfEvent(e))
		}
	}
}

// countersSection tells what a run costs.
func (u *UI) countersSection(s ClipState) {
	u.heading("Counters")
	row := func(label, value, tip string) {
		u.dimmed(label)
		u.tip(tip)
		imgui.SameLineV(u.px(labelAt), -1)
		u.monospace(value)
		u.tip(tip)
	}
	row("partitions", format.Thousands(len(s.Run.Partitions)), "Each is a workgroup's.")
	row("depth", format.Thousands(s.Depth), "Most pushes that are open at a time.")
	if s.Run.Tree == nil {
		c := s.Run.Counters
		row("longest look-back", format.Thousands(c.Longest), "Partitions that one has looked at, at most.")
		row("back-links", format.Thousands(c.Followed), "Back-links that all walks together have followed.")
		row("fallbacks", format.Thousands(c.Fallbacks), "Partitions that another one has reduced, since it waited too long.")
	} else {
		row("levels", format.Thousands(s.Run.Tree.Levels()), "Of the tree of lowest heights, four children a node.")
	}
	time, rate := "-", "-"
	if s.MS > 0 && !s.Steady {
		time, rate = format.Milliseconds(s.MS), format.Rate(s.Rate())+" elements/s"
	}
	row("GPU time", time, fmt.Sprintf("By timestamps on the device, the median of %d runs without a trace, all steps in one submission. Hardware is kept busy for a second before.", s.Runs))
	row("rate", rate, "Elements by this time.")
	if err := s.Run.Result.Balanced(); err != nil {
		u.coloured(errorColour, func() { u.wrapped(err.Error()) })
	}
	if !s.View.Partitions && s.Picture.Scene != nil {
		row("pairs", format.Thousands(s.Picture.Pairs), "Elements and the tiles of 16 × 16 pixels that they touch, all together.")
		row("culled", format.Thousands(s.Picture.Culled), "Elements of which the clips above leave nothing in view.")
	}
	if text, colour := u.inWordsOfVerdict(s.Verdict, "matched"); !s.View.Partitions && text != "" {
		u.coloured(colour, func() { u.wrapped(text) })
	}
}

// pictureSection chooses what is shown of the scene.
func (u *UI) pictureSection(s ClipState) {
	u.heading("View")
	v := &u.view
	peel, value := int32(v.Peel), fmt.Sprint(v.Peel)
	if peel < 0 {
		peel, value = int32(s.Depth), "all"
	}
	imgui.SetNextItemWidth(u.px(sliderWidth))
	if imgui.SliderIntV("##peel", &peel, 0, int32(max(1, s.Depth)), " ", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput) {
		v.Peel = int(peel)
		if v.Peel >= s.Depth {
			v.Peel = -1
		}
	}
	u.beside("peel", value, "Shows elements only down to this depth: level by level, from the outside in (Left, Right).")
	imgui.SameLineV(u.px(panelWidth-14)-u.px(46), -1)
	if imgui.ButtonV("Fit", imgui.Vec2{X: -1}) {
		u.do(FitMap{})
	}
	u.tip("Shows the whole scene (F).")
	imgui.Checkbox("own boxes", &v.OwnBoxes)
	u.tip("The bounding box of each element, as if nothing cut it. Colours are depths.")
	imgui.SameLine()
	imgui.Checkbox("resolved boxes", &v.Resolved)
	u.tip("What the clips above leave of each box.")
	if v.OwnBoxes || v.Resolved {
		imgui.PushFont(u.small)
		at := imgui.CursorScreenPos()
		u.depthRamp(imgui.WindowDrawList(), at.X, at.Y, imgui.ContentRegionAvail().X, s.Depth)
		imgui.Dummy(imgui.Vec2{X: 1, Y: u.whole(34)})
		imgui.PopFont()
	}
	u.notes(s)
}

// notes list what of the file is not drawn as it was meant.
func (u *UI) notes(s ClipState) {
	notes := s.Picture.Scene.Notes
	if len(notes) == 0 {
		return
	}
	u.heading("Not drawn as it was meant")
	const most = 5
	for _, n := range notes[:min(most, len(notes))] {
		text := fmt.Sprintf("%s, line %d", n.What, n.Line)
		if n.Count > 1 {
			text = fmt.Sprintf("%s, %s times, first in line %d", n.What, format.Thousands(n.Count), n.Line)
		}
		imgui.PushFont(u.small)
		u.wrapped(text)
		imgui.PopFont()
	}
	if len(notes) > most {
		u.note(fmt.Sprintf("and %d more", len(notes)-most))
		for i, n := range notes[most:] {
			if i == 0 {
				u.tip(n.What)
			}
		}
	}
}

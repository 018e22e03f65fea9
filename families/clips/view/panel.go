package view

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/assets"
	"kernelscope/compute"
	"kernelscope/families/clips/session"
	"kernelscope/internal/format"
	"kernelscope/scene/clipseq"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// build builds the panel from top to bottom.
func (u *panel) build(s state) {
	u.BeginPanel("clips", s.Camera.Height)
	u.DeviceNote("Matching clips", "the kernels", s.Device)
	u.tabs(s)
	section := func(name string, when bool, build func(state)) {
		if when {
			u.Section(name, 0, func() { build(s) })
		}
	}
	picture := s.View.Page == session.Picture
	section(ui.RunSection, s.Run != nil && !picture, u.runSection)
	section("Scene", true, u.sequenceSection)
	section("View", picture && s.Picture.Scene != nil, u.pictureSection)
	section("Form", s.Run != nil, u.formSection)
	section("Counters", s.Run != nil && s.Other == nil, u.countersSection)
	section(fmt.Sprintf("Partition %d", s.Shown), s.Run != nil && s.View.Page == session.Partitioned && s.Other == nil && s.Run.Tree == nil && s.Shown >= 0, u.walkSection)
	section("Draw keys", picture && s.Picture.Scene != nil, u.drawKeys)
	section("Not drawn as intended", picture && s.Picture.Scene != nil && len(s.Picture.Scene.Notes) > 0, u.notes)
	u.bottom = imgui.WindowPos().Y + imgui.WindowSize().Y
	imgui.End()
}

// tabs selects the page.
func (u *panel) tabs(s state) {
	imgui.Dummy(imgui.Vec2{})
	tabs := []struct {
		page      session.Page
		name, tip string
	}{
		{session.Picture, "Picture", "The scene, painted by the GPU, and the clips that cut each element (P)."},
		{session.Partitioned, "Partitions", "How the GPU matches the sequence: partitions, walks, links (P)."},
		{session.Links, "Links", fmt.Sprintf("All elements of a sequence of at most %d: index, input, value, the arcs of links, and the tree.", MaxLinks)},
		{session.Icicle, "Icicle", "The tree of pushes: a row for each depth, and each push above what it contains. A click zooms to a push."},
		{session.Levels, "Levels", "Inside a partition: how the form Shuffle reduces it in place, level by level."},
	}
	rest := imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X*float32(len(tabs)-1)
	for _, tab := range tabs {
		rest -= imgui.CalcTextSize(tab.name, false, 0).X
	}
	padding := imgui.CurrentStyle().FramePadding() // less beside a scroll bar
	padding.X = max(0, min(padding.X, rest/float32(2*len(tabs))))
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, padding)
	defer imgui.PopStyleVar()
	for i, tab := range tabs {
		if i > 0 {
			imgui.SameLine()
		}
		chosen := s.View.Page == tab.page
		if chosen {
			imgui.PushStyleColor(imgui.StyleColorButton, ui.Vec4(ui.Plain(u.Theme.Accent)))
			imgui.PushStyleColor(imgui.StyleColorText, ui.Vec4(ui.Plain(u.Theme.OnAccent)))
			imgui.PushStyleColor(imgui.StyleColorButtonHovered, ui.Vec4(ui.Plain(u.Theme.Accent)))
		}
		width := imgui.CalcTextSize(tab.name, false, 0).X + rest/float32(len(tabs))
		if imgui.ButtonV(tab.name, imgui.Vec2{X: width}) && !chosen {
			u.view.Page = tab.page
		}
		if chosen {
			imgui.PopStyleColorV(3)
		}
		u.Tip(tab.tip)
	}
}

// sequenceSection selects the sequence.
func (u *panel) sequenceSection(s state) {
	if l := s.Loading; l != nil {
		u.Loading(*l)
		return
	}
	in := s.Input
	name, tip := in.Shape, "A sequence of a shape: "+clipseq.About(in.Shape)+"."
	another := "Generates another sequence of the same shape."
	if in.Name != "" {
		name, tip = in.Name, fmt.Sprintf("The sequence is from a file or built in. It has %s.", format.Count(in.N, "element"))
		another = "Shows a sequence of the shape " + in.Shape + " instead."
	}
	half := (imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X) / 2
	imgui.SetNextItemWidth(half)
	if u.BeginList("##shape", format.Shortened(name, 18)) {
		if imgui.Selectable(assets.NestName) {
			u.Do(ui.OpenFile{Path: assets.NestName})
		}
		u.Tip("The built-in scene.")
		for _, shape := range clipseq.Shapes() {
			if imgui.Selectable(shape) {
				in.Name, in.Shape = "", shape
				in.N = max(1, min(in.N, 1<<maxClips))
				u.Do(session.SetInput{Input: in})
			}
			u.Tip(clipseq.About(shape))
		}
		imgui.EndCombo()
	}
	u.Tip(tip + " Drop an SVG file, a sequence of 'viewer gen clip', JSON, XML or source text on the window.")
	imgui.SameLine()
	if imgui.ButtonV("Shuffle", imgui.Vec2{X: -1}) {
		in.N = max(1, min(in.N, 1<<maxClips))
		u.Do(session.SetInput{Input: session.Input{Shape: in.Shape, N: in.N, Seed: in.Seed + 1}})
	}
	u.Tip(another)
	u.elementsSlider(s)
	u.PathField("path of a file", "Opens an SVG file, .svg or .svgz, a sequence of ( ) . as 'viewer gen clip' writes it, or the brackets of JSON, XML, Go and other text.")
	if s.View.Page == session.Links {
		u.typedBrackets(s)
	}
}

// typed is the text that a person types as a sequence.
type typed struct {
	text   string
	active bool
	wrong  string // why it is not a sequence
}

// typedBrackets builds a field whose brackets become the sequence while they are typed.
func (u *panel) typedBrackets(s state) {
	t := &u.typed
	if !t.active {
		t.text, t.wrong = s.Input.Text, ""
	}
	imgui.SetNextItemWidth(-1)
	changed := u.TextField("brackets", "type brackets: (()())", &t.text, 0)
	t.active = imgui.IsItemActive()
	u.Tip("Brackets typed or pasted here become the sequence: ( ) with . for leaves, or any other text as from a file.")
	if changed && t.text != "" {
		t.wrong = ""
		if _, err := clipseq.Parse(t.text); err != nil {
			t.wrong = err.Error()
		} else {
			u.Do(session.SetText{Text: t.text})
		}
	}
	if t.wrong != "" {
		u.Coloured(ui.Plain(u.Theme.Error), func() { u.Wrapped(t.wrong) })
	}
}

// maxClips is the binary logarithm of the most elements that the slider offers.
const maxClips = 22

// elementsSlider sets the number of elements of a generated sequence.
func (u *panel) elementsSlider(s state) {
	in := s.Input
	if in.N = u.NumberSlider("elements", in.N, 6, maxClips, 16, "Number of elements. Changing it replaces a scene by a sequence of the shape above."); in.N != s.Input.N {
		in.Name = ""
		u.Do(session.SetInput{Input: in})
	}
}

// formSection selects the form and a second one for a comparison.
func (u *panel) formSection(s state) {
	u.form(s, 0, &s.Lane)
	clocks := []string{"steps", "GPU time", "% linked"}
	if u.Compare(s.Other != nil, s.Time, clocks, "Two forms match the same sequence, in two rows, on one clock. GPU time is divided equally among the steps of a run, since the device does not time single steps.") && s.Other == nil {
		u.view.Page = session.Partitioned // the page that shows comparisons
	}
	if s.Other != nil {
		u.form(s, 1, s.Other)
		u.Ratios(s.Measures(), s.Steady)
	}
}

// form selects the form of a lane and its parameters.
func (u *panel) form(s state, lane int, of *session.Lane) {
	imgui.SetNextItemWidth(-1)
	if u.BeginList(fmt.Sprintf("##form%d", lane), of.Form.Title()) {
		for _, f := range s.Forms {
			if imgui.Selectable(f.Title()) {
				u.Do(watch.Set{Lane: lane, Algorithm: f.Name()})
			}
			u.Tip(f.About())
		}
		imgui.EndCombo()
	}
	u.Tip(of.Form.Title() + ": " + of.Form.About())
	u.Params(fmt.Sprint(lane), of.Params, of.On, func(name string, x uint32) { u.Do(watch.Set{Lane: lane, Values: compute.Values{name: x}}) }, nil)
}

// runSection builds the buttons, the position and the speed.
func (u *panel) runSection(s state) {
	what := "A step is an event, in the order in which they happened on the device."
	if s.Run.Tree != nil {
		what = "A step is a dispatch, or a level of the tree."
	}
	u.Transport(s.Time, ui.TransportLook{Step: what, Hide: s.Steady})
	if s.Run.Tree == nil && s.Shown >= 0 {
		u.ownSteps(s)
	}
	if s.Run.Lost > 0 {
		u.Wrapped(fmt.Sprintf("%s more events happened than the trace has room for.", format.Thousands(s.Run.Lost)))
	}
}

// ownSteps goes to the next or the previous event of the shown partition.
func (u *panel) ownSteps(s state) {
	of := s.Shown
	goTo := func(forward bool) func() {
		return func() {
			u.Do(session.Select{Partition: of})
			u.Do(timeline.Seek{Step: s.Run.Next(of, s.Position, forward)})
		}
	}
	u.Buttons([]ui.Button{
		{Name: fmt.Sprintf("Back in %d", of), Tip: "To the previous event of this partition.", Do: goTo(false)},
		{Name: fmt.Sprintf("On in %d", of), Tip: "To the next event of this partition.", Do: goTo(true)},
	})
}

// walkSection lists the last events of the shown partition.
func (u *panel) walkSection(s state) {
	const most = 4
	walk := s.Walk()
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	if len(walk) == 0 {
		u.Dimmed("has not begun")
	}
	first := max(0, len(walk)-most)
	if first > 0 {
		u.Dimmed(format.Count(first, "event") + ", and then it")
	}
	for i, e := range walk[first:] {
		if first+i == len(walk)-1 {
			imgui.Text(e.Does())
		} else {
			u.Dimmed(e.Does())
		}
	}
}

// countersSection shows the costs of a run.
func (u *panel) countersSection(s state) {
	row := func(label, value, tip string) {
		u.Dimmed(label)
		u.Tip(tip)
		imgui.SameLineV(u.Across(ui.LabelAt), -1)
		u.Monospace(value)
		u.Tip(tip)
	}
	row("partitions", format.Thousands(len(s.Run.Partitions)), "Each belongs to a workgroup.")
	row("depth", format.Thousands(s.Depth), "Greatest number of open pushes.")
	if s.Run.Tree == nil {
		c := s.Run.Counters
		row("longest look-back", format.Thousands(c.Longest), "Most partitions that a look-back has read. Along back-links it reads at most two more than a partition has elements; the shape stairs forces that.")
		row("back-links", format.Thousands(c.Followed), "Back-links that all walks have followed; below, a histogram by partition.")
		if s.View.Page != session.Picture { // the chain of clips is listed beside the picture
			u.histogram(s.Run.BackLinks)
		}
		row("fallbacks", format.Thousands(c.Fallbacks), "Partitions reduced by another one that waited too long.")
	} else {
		row("levels", format.Thousands(s.Run.Tree.Levels()), "Levels of the tree of lowest heights, with four children per node.")
	}
	time, rate := "-", "-"
	if s.MS > 0 && !s.Steady {
		time, rate = format.Milliseconds(s.MS), format.Rate(s.Rate(len(s.Sequence.Elements)))+" elements/s"
	}
	row("GPU time", time, fmt.Sprintf("By timestamps on the device: the median of %d untraced runs, all steps in one submission, after the hardware was busy for a second.", s.Runs))
	row("rate", rate, "Elements divided by this time.")
	if err := s.Run.Result.Balanced(); err != nil {
		u.Coloured(ui.Plain(u.Theme.Error), func() { u.Wrapped(err.Error()) })
	}
	if p := s.Picture; s.View.Page == session.Picture && p.Scene != nil {
		share := "-"
		if p.Clip > 0 && !s.Steady {
			share = ui.Share(p.mean(p.Clip), p.frame())
		}
		row("clip step", share, "Mean time of this form to resolve the painted boxes, and its share of a painted frame, which also lists tiles, sorts the lists and paints.")
		row("culled", format.Thousands(s.Picture.Culled), "Elements that the clips around them hide entirely.")
	}
}

// pictureSection selects what the picture shows.
func (u *panel) pictureSection(s state) {
	v := &u.view
	peel, value := int32(v.Peel), fmt.Sprint(v.Peel)
	if peel < 0 {
		peel, value = int32(s.Depth), "all"
	}
	imgui.SetNextItemWidth(u.Across(ui.SliderWidth))
	if imgui.SliderIntV("##peel", &peel, 0, int32(max(1, s.Depth)), " ", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput) {
		v.Peel = int(peel)
		if v.Peel >= s.Depth {
			v.Peel = -1
		}
	}
	u.Beside("peel", value, "Shows elements only down to this depth: level by level, from the outside in (Left, Right).")
	imgui.SameLineV(u.Across(ui.ContentRight)-u.Px(46), -1)
	if imgui.ButtonV("Fit", imgui.Vec2{X: -1}) {
		u.Do(ui.Fit{})
	}
	u.Tip("Shows the whole scene (F).")
	imgui.Checkbox("own boxes", &v.OwnBoxes)
	u.Tip("The bounding box of each element before the cut. Colours show depth.")
	imgui.SameLine()
	imgui.Checkbox("resolved boxes", &v.Resolved)
	u.Tip("Each box as cut by the clips around it.")
	if v.OwnBoxes || v.Resolved {
		imgui.PushFont(u.Small)
		at := imgui.CursorScreenPos()
		u.depthRamp(ui.OnPanel(), at.X, at.Y, imgui.ContentRegionAvail().X, s.Depth)
		imgui.Dummy(imgui.Vec2{X: 1, Y: u.Whole(34)})
		imgui.PopFont()
	}
}

// drawKeys selects the order of the pairs of steps and tiles.
func (u *panel) drawKeys(s state) {
	p, v := s.Picture, &u.view
	v.Order = u.Order(ui.SliderWidth, v.Order, p.Ordered, "How pairs of painting steps and tiles are ordered by tile: radix and Batcher sort them. "+
		"None leaves them in step order: a tile finds only its topmost fill, without lower fills and surrounding clips.")
	imgui.SameLine()
	imgui.Text("order")
	u.SortKeys(SortKeys{})
	v.Order = u.OrderSizes(v.Order, p.Ordered, s.Device)
	u.OrderNote(p.Ordered, p.mean(p.Sort), p.frame(), "Keys are pairs of a painting step and a tile of 16 × 16 pixels that it touches. They are sorted in every frame that paints.")
}

// notes lists the features that are not drawn as the file intends.
func (u *panel) notes(s state) {
	notes := s.Picture.Scene.Notes
	const most = 5
	for _, n := range notes[:min(most, len(notes))] {
		text := fmt.Sprintf("%s, line %d", n.What, n.Line)
		if n.Count > 1 {
			text = fmt.Sprintf("%s, %s times, first in line %d", n.What, format.Thousands(n.Count), n.Line)
		}
		imgui.PushFont(u.Small)
		u.Wrapped(text)
		imgui.PopFont()
	}
	if len(notes) > most {
		u.Note(fmt.Sprintf("and %d more", len(notes)-most))
		for i, n := range notes[most:] {
			if i == 0 {
				u.Tip(n.What)
			}
		}
	}
}

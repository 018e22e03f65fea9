package view

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/scene/graph"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// paramSection shows the parameters of the searches.
func (u *panel) paramSection(s state) {
	u.tunedButton(s)
	u.moreButton(s)
	u.laneParams(s, 0, &s.Lane)
}

// laneParams shows the parameters of a search.
func (u *panel) laneParams(s state, lane int, of *session.Lane) {
	set := func(name string, x uint32) { u.Do(watch.Set{Lane: lane, Values: compute.Values{name: x}}) }
	u.Params(fmt.Sprint(lane), u.shown(of.Params), of.On, set, func(p compute.ParamState) ui.Meaning {
		m := ui.Meaning{Costs: u.costs(s, of.Algorithm.Name(), p.Name)}
		if p.Unit == graph.WeightUnit {
			m.Text, m.Tip = weightInWords(s, p.Value)
		}
		return m
	})
	u.inRun(of)
}

// inRun says which values a run would choose instead of automatic ones of a search that is watched.
func (u *panel) inRun(of *session.Lane) {
	var other []string
	for _, p := range of.Params {
		if x, ok := of.InRun[p.Name]; ok && p.IsAuto && x != p.Value && p.Name != sssp.Rule {
			other = append(other, p.Label+" "+p.Text(x))
		}
	}
	if len(other) > 0 {
		u.Note("auto in a run: " + strings.Join(other, ", "))
		u.Tip("A search that is watched has the buckets of the algorithm's article, so that its steps can be followed. A run, which nobody watches, has those that are fastest on this device.")
	}
}

// shown returns the visible parameters: numeric ones, and less common ones with named values if
// they are set or u.more is on.
func (u *panel) shown(params []compute.ParamState) (out []compute.ParamState) {
	more := u.more
	for _, p := range params {
		more = more || p.Choices != nil && !p.IsAuto
	}
	for _, p := range params {
		if p.Choices == nil || more {
			out = append(out, p)
		}
	}
	return out
}

// moreButton shows or hides the less common parameters, at the right of the heading.
func (u *panel) moreButton(s state) {
	if len(u.shown(s.Params)) == len(s.Params) && !u.more {
		return
	}
	at := u.Across(ui.ContentRight) - u.Px(46)
	if s.Tuned != nil { // leaves room for its button
		at = u.AutoColumn() - u.Px(54)
	}
	u.InHeading(at, func() {
		name := "more"
		if u.more {
			name = "less"
		}
		if imgui.ButtonV(name, imgui.Vec2{X: u.Px(46)}) {
			u.more = !u.more
		}
		u.Tip("Shows or hides the less common parameters: the rule for delta and batch, when a search ends, stalling, and when commands are recorded.")
	})
}

// tunedButton offers the setting stored for the map and the device, at the right of the heading.
func (u *panel) tunedButton(s state) {
	if s.Tuned == nil || s.Steady { // the setting depends on the machine
		return
	}
	inUse := true
	for _, p := range s.Params {
		if v, ok := s.Tuned[p.Name]; ok && v != p.Value {
			inUse = false
		}
	}
	u.InHeading(u.AutoColumn(), func() {
		colour := ui.Plain(u.Theme.Text)
		if inUse {
			colour = ui.Plain(u.Theme.Good)
		}
		u.Coloured(colour, func() {
			if imgui.ButtonV("tuned", imgui.Vec2{X: -1}) && !inUse {
				u.Do(session.UseTuned{})
			}
		})
		u.Tip("The best setting found for this device, map and kind of query. Green while in use.")
	})
}

// weightInWords explains a weight on the current map.
func weightInWords(s state, w uint32) (short, sentence string) {
	switch of := float64(w) / 10; s.Map.Metric {
	case graph.ByTime:
		if of < 600 {
			short = fmt.Sprintf("%.1f s", of)
		}
		return cmp.Or(short, s.Map.Written(w)), fmt.Sprintf("\n%d is %.1f seconds of travel.", w, of)
	case graph.ByLength:
		if of < 1000 {
			short = fmt.Sprintf("%.0f m", of)
		}
		return cmp.Or(short, s.Map.Written(w)), fmt.Sprintf("\n%d is %.1f metres.", w, of)
	}
	return "", fmt.Sprintf("\n%d is %s in the weights of the file.", w, s.Map.Written(w))
}

// costs returns the least times by a value of a parameter in the sweep that is shown in the experiments, if it measured
// the algorithm on this map.
func (u *panel) costs(s state, algorithm, param string) (out []ui.Cost) {
	if s.Experiment == nil || s.Experiment.Running {
		return nil
	}
	r := s.Experiment.Result
	if r.Origin.Input != s.Map.Name { // a chart of another map, or of other weights
		return nil
	}
	if r.Plan.Kind != experiment.Sweep || !slices.Contains(r.Plan.Axes, param) || r.Plan.Settings[0].Algorithm != algorithm {
		return nil
	}
	if u.swept.of != r {
		u.swept.of, u.swept.all = r, r.Summaries()
	}
	least := map[uint32]float64{}
	for _, sum := range u.swept.all {
		if x, ms := sum.Values[param], sum.Wall.Mean; least[x] == 0 || ms < least[x] {
			least[x] = ms
		}
	}
	for x, ms := range least {
		out = append(out, ui.Cost{Value: x, MS: ms})
	}
	slices.SortFunc(out, func(a, b ui.Cost) int { return cmp.Compare(a.Value, b.Value) })
	return out
}

func (u *panel) runSection(s state) {
	look := ui.TransportLook{Step: "A step is " + s.Algorithm.About().Round + ", or a distribution of the far queue.", Hide: s.Steady}
	if look.Height = 52; float64(s.Camera.Height) >= ui.TallPanel*u.Scale() {
		look.Height = 72
	}
	switch {
	case s.Time.Clock != timeline.Steps:
		look.Height = 0 // the plot has steps on its axis
	case s.Other != nil:
		look.Known, look.Behind = u.nearOfBoth(s)
	default:
		look.Known = len(s.Sizes)
		for _, q := range queues(&s.Lane) {
			look.Behind = append(look.Behind, ui.Series{Name: q.name, Colour: ui.Plain(u.Theme.States[q.state]), Value: func(i int) uint32 { return q.of(s.Sizes[i]) }})
		}
	}
	look.Idle, look.IdleTip = idle(s)
	u.Transport(s.Time, look)
	u.mode(s)
}

// idle returns the stretches of steps whose submissions would have idle dispatches in a run, for each search that has
// submissions of several rounds, and describes them.
func idle(s state) (bands [][]ui.Idle, tip string) {
	tip = "Dispatches of a run that do nothing, as a part of each submission: rounds of a batch that are left when a bucket or the search has ended. Smaller batches have fewer of them, and wait for the host more often."
	for _, l := range s.Lanes() {
		from, all, nothing := 0, 0, 0
		var band []ui.Idle
		for _, b := range l.Batches() {
			band = append(band, ui.Idle{From: from, To: b.Step, Share: float64(b.Idle) / float64(b.Dispatches)})
			from, all, nothing = b.Step, all+b.Dispatches, nothing+b.Idle
		}
		if band != nil {
			bands = append(bands, band)
			tip += fmt.Sprintf("\n%s: %s of %s dispatches, %s.", l.Algorithm.Title(), format.Thousands(nothing), format.Thousands(all), format.Count(len(band), "submission"))
		}
	}
	return bands, tip
}

// mode shows how the search steps back, and offers a choice if there is one.
func (u *panel) mode(s state) {
	memory := fmt.Sprintf("%s of %s", format.Bytes(s.Memory), format.Bytes(s.Budget))
	if s.Steady { // the spacing of keyframes depends on the time of steps
		memory = "at most " + format.Bytes(s.Budget)
	}
	switch s.Mode {
	case session.Keyframes:
		u.Note("goes back to any step")
		u.Tip("Copies of the search's state on the device (" + memory + "), so close that repeating the steps after one takes at most 8 ms. The search is the same every time.")
		return
	case session.Traced:
		u.Note("traced, " + memory)
		u.Tip("This search takes a different course every time. Its trace records what each step changes, so that it can step back. Without the trace it runs at full speed, forward only.")
	case session.Fast:
		u.Note("fast, forward only")
		u.Tip("The search runs at full speed. It takes a different course every time, so it cannot step back; turn on its trace for that.")
	}
	imgui.SameLineV(u.AutoColumn(), -1)
	traced := s.Mode == session.Traced
	if imgui.Checkbox("trace", &traced) {
		u.Do(session.SetTrace{On: traced})
	}
}

// resultSection shows the results and the costs of the search.
func (u *panel) resultSection(s state) {
	e, r, about := s.Event, s.Result, s.Algorithm.About()
	if !imgui.BeginTable("result", 2) {
		return
	}
	imgui.TableSetupColumnV("name", imgui.TableColumnFlagsWidthFixed, u.Across(124), 0)
	imgui.TableSetupColumnV("value", imgui.TableColumnFlagsWidthStretch, 0, 0)
	row := func(name, value, help string) {
		imgui.TableNextRow()
		imgui.TableNextColumn()
		u.Dimmed(name)
		u.Tip(help)
		imgui.TableNextColumn()
		u.Monospace(value)
	}
	text, help := s.DistanceInWords(s.Result)
	row("distance", text, help)
	row("round, bucket", fmt.Sprintf("%s, %s", format.Thousands(e.Round), format.Thousands(e.Phase)), "Rounds so far, each of them "+about.Round+"; and how often the threshold advanced to another bucket.")
	var names, sizes []string
	for _, q := range queues(&s.Lane) {
		names, sizes = append(names, q.name), append(sizes, format.Thousands(q.of(sssp.Sizes{Near: e.Near, Far: e.Far})))
	}
	if len(names) > 0 {
		row(strings.Join(names, ", "), strings.Join(sizes, ", "), about.Queues)
	}
	row("relaxed, improved", fmt.Sprintf("%s, %s", format.Thousands(e.Relaxed), format.Thousands(e.Improved)), "Edges relaxed so far, and those that shortened a distance.")
	for _, f := range e.More {
		row(f.Name, format.Thousands(uint64(f.Value)), more[f.Name])
	}
	efficiency := "-"
	if r != nil && r.Checked && !math.IsNaN(r.Efficiency) {
		efficiency = fmt.Sprintf("%.1f %%", 100*r.Efficiency)
	}
	row("efficiency", efficiency, "Edges that Dijkstra's algorithm relaxes, divided by those relaxed here; the rest to 100 % is wasted work. A search directed to its target may need fewer.")
	row("as a run", u.asRun(s), "Wall time of the search when nobody watches it, with the values that a run chooses: what 'viewer run sssp' prints. The median of three runs after one that warms up, with the fastest and the slowest.")
	gpu, wall := fmt.Sprintf("%.3f ms", e.GPU), fmt.Sprintf("%.3f ms", e.Wall)
	if about.OnHost {
		gpu = "-"
	}
	times := gpu + ", " + wall
	if s.Steady {
		times = "-"
	}
	made := submissions(&s.Lane)
	if s.Steady { // depends on the time of steps
		made = "-"
	}
	row("watched", times, "Time by timestamps on the device (none for a search on the host), and by the host's clock with all waiting for the device, without pauses between steps. Submissions: "+made+". A step that plays is a submission of its own, which takes longer than in a run.")
	imgui.EndTable()
	u.verdict(s)
}

// asRun formats the time of a search that nobody watches.
func (u *panel) asRun(s state) string {
	switch r := s.AsRun; {
	case s.Steady || r == nil && !s.Timing:
		return "-"
	case r == nil:
		return "measuring .."
	default:
		return fmt.Sprintf("%s ms (%s to %s)", format.Short(r.Median), format.Short(r.Low), format.Short(r.High))
	}
}

// queue is a queue of a search, named as in the legend.
type queue struct {
	name  string
	state graph.NodeState
	of    func(sssp.Sizes) uint32
}

// queues returns the queues of a search.
func queues(l *session.Lane) (out []queue) {
	names := l.Algorithm.About().States
	if name := names[graph.StateNear]; name != "" {
		out = append(out, queue{name, graph.StateNear, func(s sssp.Sizes) uint32 { return s.Near }})
	}
	if name := names[graph.StateFar]; name != "" {
		out = append(out, queue{name, graph.StateFar, func(s sssp.Sizes) uint32 { return s.Far }})
	}
	return out
}

// submissions returns the number of submissions for the steps so far.
func submissions(l *session.Lane) string {
	n, steps := l.Submissions, int(l.Event.Step)
	switch {
	case n == 0:
		return "none yet"
	case n >= steps:
		return format.Thousands(n) + ", one step each"
	}
	return fmt.Sprintf("%s, %.3g steps each", format.Thousands(n), float64(steps)/float64(n))
}

// more describes the additional counters of some searches.
var more = map[string]string{
	sssp.FactDelta:      "Width of the next bucket. P shows it over all rounds.",
	sssp.FactStalled:    "Edges that would have shortened a distance, but to one at or beyond the target's.",
	sssp.FactDropped:    "Entries of the far queue that were dropped when it was distributed, since their nodes had other entries.",
	sssp.FactRepeated:   "Entries of the near queue whose nodes were already relaxed at the same distance: relaxing their edges again was wasted work.",
	sssp.FactBound:      "A lower bound of the distance: the straight line to the target at the greatest speed on any road. If it is 0, to all nodes or without coordinates, A* is Dijkstra's algorithm.",
	sssp.FactRecoveries: "How often a queue overflowed and both were rebuilt from the distances of all nodes.",
}

// verdictInWords returns the verdict of the oracle on a search.
func (u *panel) verdictInWords(r *session.Result) (string, color.NRGBA) {
	if r == nil {
		return "", ui.Plain(u.Theme.Dim)
	}
	return u.Verdict(watch.Verdict{Asked: true, Heard: r.Checked, Wrong: r.Wrong}, "done")
}

func (u *panel) verdict(s state) {
	r := s.Result
	switch {
	case r == nil:
		u.Note("verified when the search ends")
	case !r.Checked:
		u.Note("verifying ..")
	case r.Wrong != nil:
		u.Coloured(ui.Plain(u.Theme.Error), func() { u.Wrapped("WRONG: " + r.Wrong.Error()) })
	default:
		u.tick()
		text := "verified with Dijkstra's algorithm"
		if !r.Reached && !s.All {
			text = "verified: there is no path"
		}
		u.Coloured(ui.Plain(u.Theme.Good), func() { imgui.Text(text) })
	}
	u.Tip("Every distance is compared with the textbook algorithm on the host.")
}

// tick draws a check mark.
func (u *panel) tick() {
	at, h := imgui.CursorScreenPos(), imgui.TextLineHeight()
	p := func(x, y float32) imgui.Vec2 { return imgui.Vec2{X: at.X + x*h, Y: at.Y + y*h} }
	list, c := ui.OnPanel(), imgui.Packed(ui.Plain(u.Theme.Good))
	list.AddLineV(p(0.1, 0.6), p(0.35, 0.85), c, u.Px(2))
	list.AddLineV(p(0.35, 0.85), p(0.85, 0.25), c, u.Px(2))
	imgui.Dummy(imgui.Vec2{X: h, Y: h})
	imgui.SameLine()
}

package live

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/families/trees/session"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// trees are prepared trees on a map.
type trees struct {
	*session.Session
	atlas
	be       compute.Backend
	requests uint64 // so far: each may change the path
	rnd      *rand.Rand
	patient  bool // all is exact before anything is shown
}

// made is the order of a map.
type made struct{ *prepared.Order }

// Fronts returns the fronts of the map.
func (o made) Fronts(_ context.Context, m *scene.Map, _ prepared.Making) (*prepared.Made, error) {
	f, err := prepared.NewFronts(m.Graph, o.Order)
	return &prepared.Made{Fronts: f}, err
}

// openTrees opens a packed map with its order, and makes a tree of the scene's source.
func openTrees(be compute.Backend, s Scene, data []byte) (family, error) {
	m, err := unpack(data)
	if err != nil {
		return nil, err
	}
	o, err := m.order()
	if err != nil {
		return nil, err
	}
	f := &trees{Session: session.New(be, made{o}, true), atlas: m.atlas, be: be, rnd: rand.New(rand.NewPCG(1, 1))}
	_, f.AllOnHost = be.(device)
	if len(s.Runs) > 0 { // so that the first tree is by its parameters
		if err := f.Apply(s.Runs[0].set(0)); err != nil {
			return nil, err
		}
	}
	if err := f.Open(f.m); err != nil {
		return nil, err
	}
	f.Wait = false // pictures follow the mouse, and the oracle answers when it rests
	actions, err := f.actions(s)
	if err != nil {
		return nil, err
	}
	for _, a := range actions {
		if err := f.Apply(a); err != nil {
			return nil, err
		}
	}
	if err := f.Settle(); err != nil { // the scale is by the roads as they were
		return nil, err
	}
	for _, a := range repeated(s.Roads) {
		if err := f.Apply(a); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// actions returns the actions that show a scene, but for its roads.
func (f *trees) actions(s Scene) (out []watch.Action, err error) {
	source, target, err := f.ends(s)
	if err != nil {
		return nil, err
	}
	if source != nil {
		out = append(out, session.SetSource{At: *source})
	}
	if target != nil && !s.All {
		out = append(out, session.SetTarget{At: target})
	}
	if v := s.View; v != nil {
		if v.Colour != "" && !slices.Contains(session.Colours, session.Colour(v.Colour)) {
			return nil, fmt.Errorf("there are no colours %q", v.Colour)
		}
		level := -1
		if v.Depth != nil {
			level = *v.Depth
		}
		out = append(out, session.SetBand{Width: v.Band}, session.SetWithin{Limit: v.Within}, session.SetLevel{Depth: level}, v.ofTrees())
	}
	return out, nil
}

// ofTrees returns the action that shows a view.
func (v View) ofTrees() session.SetView {
	to := session.View{Colour: session.Colour(v.Colour), Front: v.Front, Follow: v.Follow}
	if to.Colour == "" {
		to.Colour = session.Bands
	}
	return session.SetView{View: to}
}

// maxAll is the number of nodes for all of which a page makes trees before it shows anything. Of a larger map it shows
// an estimate, and makes the trees when nothing changes, unless it is patient.
const maxAll = 4096

func (f *trees) await() { f.patient = true }

// Settle completes all work, and waits for the oracle.
func (f *trees) Settle() error {
	f.Wait = true
	defer func() { f.Wait = false }()
	if !f.patient && f.m.Graph.Nodes() > maxAll {
		return f.Session.Session.Settle()
	}
	return f.Session.Settle()
}

func (f *trees) about() About {
	a := About{Family: Trees, Name: f.m.Name, From: f.m.From, Attribution: f.m.Attribution, Clocks: []string{timeline.Steps.String()}, Map: f.describe()}
	for _, c := range session.Colours {
		a.Inputs = append(a.Inputs, string(c))
	}
	on := sssp.Prepared{}
	a.Algorithms = []Algorithm{
		{Name: session.OnDevice.Name(), Title: on.Title(), Summary: on.About().Summary},
		{Name: session.OnHost.Name(), Title: sssp.PreparedOnHost{}.Title(), Summary: "The same in plain code, without kernels: new weights take less time here."},
	}
	return a
}

// Dial is a number of the picture that a reader chooses from a list.
type Dial = session.Dial

func (f *trees) state() State {
	n := f.Snapshot()
	s := State{
		Time: timeOf(n.Time), Measures: measuresOf(n.Measures()), Source: n.Source.Node, All: n.Target == nil, Inspected: f.inspected(n), Ready: 1, Busy: f.Waiting(), Roads: roadsOf(f.m, n.Roads, true),
		View:   &View{Colour: string(n.View.Colour), Front: n.View.Front, Follow: n.View.Follow, Within: n.Within},
		Legend: f.legend(n),
	}
	for _, d := range n.Dials() {
		if d.Name != "depth" || n.View.Front { // whose depth it is
			s.Dials = append(s.Dials, d)
		}
	}
	if n.Target != nil {
		s.Target = n.Target.Node
	}
	if n.Given {
		s.View.Band = n.Band
	}
	if n.Front != nil && n.Front.Level >= 0 {
		s.View.Depth = &n.Front.Level
	}
	for i, l := range n.Lanes() {
		of := n.Of(i)
		shades, title := of.Shades(), ""
		r := Running{
			Algorithm: string(l.Processor), Title: n.Title(l), Params: paramsOf(l.Params, n.Device), Event: l.Event, Facts: factsOf(l.Event, f.m.Written), Done: l.Done,
			Moment: f.version(n, l), Known: l.Event.Step, Reach: shades.Reach, Extent: f.m.Written(shades.Reach), Look: f.look(of, shades.Band), Front: frontOf(of),
		}
		if title, r.Story = n.Heading(l); n.View.Colour.OfAll() {
			s.Heading = title
		}
		if l.Done {
			r.Verdict, r.Right = verdict(l.Verdict)
			if n.Path != nil {
				r.Result = n.Path.InWords(f.m)
			}
		}
		if a := n.All; a != nil && r.Right {
			r.Verdict, r.Right = verdict(a.Verdict)
			if r.Unchecked = !a.Exact; r.Unchecked {
				r.Story += fmt.Sprintf(" Exact so far: %.0f %%.", 100*a.Share)
			}
		}
		s.Runs = append(s.Runs, r)
	}
	return s
}

// version returns another number whenever arrays of a run may have changed.
func (f *trees) version(n *session.Snapshot, l *session.Lane) uint64 {
	m := f.requests<<32 + l.Moment
	if n.All != nil {
		m += n.All.Painted << 16
	}
	return m % (1 << 53) // as JavaScript has them
}

// look says how a tree is drawn, from the first dots to the last.
func (f *trees) look(n *session.Snapshot, band uint32) *Look {
	l := &Look{Palette: Trees, Band: band}
	if n.View.Colour == session.Loss {
		l.Palette = "losses"
	}
	if n.Front == nil || n.View.Colour.OfAll() && !n.View.Front {
		return l
	}
	add := func(array, colour string, size float64) { l.Dots = append(l.Dots, Dots{array, colour, size}) }
	if n.View.Colour == session.Separators {
		for depth := len(n.Cuts) - 2; depth >= 0; depth-- {
			place := float64(depth) / float64(max(1, n.Depths()-1))
			add("cuts "+strconv.Itoa(depth), strconv.FormatFloat(place, 'f', 4, 64), max(1, 2-0.25*float64(depth)))
		}
	}
	if n.Swept() > 0 {
		add("known", "known", 1)
	}
	if fresh := n.Fresh(); len(fresh) > 0 {
		size := 1.0
		if rows(fresh) > session.ManyDots {
			size = session.SmallDots
		}
		add("fresh", "near", size)
	}
	if n.View.Front {
		add("boundary", "boundary", 1.6)
		add("inside", "inside", 1.6)
	}
	return l
}

// rows counts the rows of ranges.
func rows(ranges [][2]uint32) (n uint32) {
	for _, r := range ranges {
		n += r[1] - r[0]
	}
	return n
}

// frontOf describes the front of a tree that is shown; nil for none.
func frontOf(n *session.Snapshot) *Front {
	if n.Front == nil || !n.View.Front {
		return nil
	}
	f := &Front{Title: fmt.Sprintf("Front at depth %d of %d", n.Front.Depth, n.Depths()-1), Separator: n.Front.X, Boundary: n.Front.B, Stride: n.Front.Stride, Most: n.Front.Most}
	if f.Most > 0 {
		f.Text = "up to " + n.Map.Written(f.Most)
	}
	return f
}

// legend explains the colours in the order of the window.
func (f *trees) legend(n *session.Snapshot) *Legend {
	l := &Legend{}
	add := func(is bool, name, colour string) {
		if is {
			l.Entries = append(l.Entries, [2]string{name, colour})
		}
	}
	step, known := false, false
	for i, lane := range n.Lanes() {
		if !n.View.Colour.OfAll() {
			step, known = step || !lane.Done && lane.Event.Step > 0, known || n.Of(i).Swept() > 0
		}
	}
	add(step, "this step", "near")
	add(known, "known before", "known")
	add(n.View.Front, "separator", "inside")
	add(n.View.Front, "boundary", "boundary")
	add(n.Path != nil && n.Path.Reached, "path", "path")
	r := n.Ramp()
	l.Title, l.Boxes = r.Title, r.Boxes
	for _, t := range r.Ticks {
		l.Ticks = append(l.Ticks, Tick{t.Part, t.Text})
	}
	return l
}

// inspected describes the node under the mouse.
func (f *trees) inspected(n *session.Snapshot) []string {
	switch {
	case n.All != nil && n.All.Pointed != nil:
		return []string{fmt.Sprintf("Node #%d", n.All.Pointed.Node), n.All.Pointed.InWords(n)}
	case n.Path != nil && n.Done && n.Target == nil:
		return []string{fmt.Sprintf("Node #%d", n.Path.To), n.Path.InWords(f.m)}
	}
	return nil
}

func (f *trees) act(r Request) (watch.Action, error) {
	f.requests++
	n, at := f.Snapshot(), geom.Point{X: r.X, Y: r.Y}
	if a := r.onRoads(n.Roads); a != nil {
		return a, nil
	}
	switch r.Do {
	case "end-at":
		if r.Target {
			return session.SetTarget{At: &at, Within: r.Within}, nil
		}
		return session.SetSource{At: at, Within: r.Within, Drag: r.Drag}, nil
	case "all":
		return session.SetTarget{}, nil
	case "random":
		all := f.m.Graph.Candidates()
		return session.SetSource{At: f.m.Graph.At[all[f.rnd.IntN(len(all))]]}, nil
	case "inspect":
		if r.Within == 0 {
			return session.PointAt{}, nil
		}
		return session.PointAt{At: &at, Within: r.Within}, nil
	case "view":
		if !slices.Contains(session.Colours, session.Colour(r.Name)) {
			return nil, fmt.Errorf("there are no colours %q", r.Name)
		}
		v := n.View
		v.Colour = session.Colour(r.Name)
		return session.SetView{View: v}, nil
	case "front", "follow":
		v := n.View
		if r.Do == "front" {
			v.Front = r.On
		} else {
			v.Follow = r.On
		}
		return session.SetView{View: v}, nil
	case "dial":
		for _, d := range n.Dials() {
			if a := d.Set(r.Value); d.Name == r.Name && a != nil {
				return a, nil
			}
		}
		return nil, fmt.Errorf("there is no choice %d of %q", r.Value, r.Name)
	}
	return nil, nil
}

func (f *trees) array(lane int, name string) (out []uint32, err error) {
	if out, ok := f.drawn(name); ok {
		return out, nil
	}
	all := f.Snapshot()
	if lane < 0 || lane >= len(all.Lanes()) || all.Front == nil {
		return nil, fmt.Errorf("there is no tree %d", lane)
	}
	n := all.Of(lane)
	switch name {
	case "states":
		return layer(f.be, f, lane, n.Coloured())
	case "known":
		return n.Made.Node[:n.Made.First[n.Made.Levels[n.Swept()]]], nil
	case "fresh":
		for _, r := range n.Fresh() {
			out = append(out, n.Made.Node[r[0]:r[1]]...)
		}
		return out, nil
	case "lengths":
		return layer(f.be, f, lane, session.Lengths)
	case "boundary":
		return nodesOf(f.be, f, lane, session.Boundary)
	case "inside":
		return nodesOf(f.be, f, lane, session.Inside)
	case "path":
		if n.Path == nil || !n.Done {
			return nil, nil
		}
		return words(n.Path.Points), nil
	}
	var depth int
	if _, err := fmt.Sscanf(name, "cuts %d", &depth); err == nil && depth >= 0 && depth+1 < len(n.Cuts) {
		cuts, err := layer(f.be, f, lane, session.Cuts)
		if err != nil {
			return nil, err
		}
		return cuts[n.Cuts[depth]:n.Cuts[depth+1]], nil
	}
	return nil, fmt.Errorf("trees have no %s", name)
}

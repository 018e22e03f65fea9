// Package live is the program of a page: an algorithm of a family on a timeline, run by the mirrors of its
// kernels. Requests move the timeline; texts and arrays describe its state. The session, parameters, stories,
// layers and verdicts are the window's. Requests and states become JSON, so package bridge, which passes them to a
// browser, depends on no family, and tests run the same program without a browser. It draws nothing.
package live

import (
	"encoding/json"
	"fmt"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Names of families.
const (
	Paths = "paths"
	Sorts = "sorts"
	Sums  = "sums"
	Clips = "clips"
	Hops  = "hops"
	Trees = "trees"
	Labs  = "labs"
)

// Scene says what a page shows at first. The page's URL fragment has the same fields.
type Scene struct {
	Family  string   `json:"family"`
	Runs    []Run    `json:"runs"` // one, or two that are compared
	Clock   string   `json:"clock,omitempty"`
	Step    int      `json:"step"` // negative for the end
	Source  *uint32  `json:"source,omitempty"`
	Target  *uint32  `json:"target,omitempty"` // nodes
	All     bool     `json:"all,omitempty"`    // the search goes to all nodes
	Keys    *Keys    `json:"keys,omitempty"`
	Element *int     `json:"element,omitempty"` // of clips, that is selected
	Levels  bool     `json:"levels,omitempty"`  // of clips: the picture shows the first partition from the inside
	View    *View    `json:"view,omitempty"`    // of a map's colours
	Roads   []Change `json:"roads,omitempty"`   // that are changed
	Caption string   `json:"caption,omitempty"`
	// Frame is the part of a map that the picture shows, as Map.Box; nil for its core and both ends.
	Frame *[4]float64 `json:"frame,omitempty"`
}

// Run is an algorithm with the values that are given for its parameters; zero leaves one to the algorithm.
type Run struct {
	Algorithm string         `json:"algorithm"`
	Values    compute.Values `json:"values,omitempty"`
}

// Keys are generated for a sort; in other families values, pairs, or elements of a shape.
type Keys struct {
	N            int    `json:"n"`
	Distribution string `json:"distribution,omitempty"`
	Seed         uint64 `json:"seed"`
	Text         string `json:"text,omitempty"`   // of brackets, in place of a shape of clips, or a list of keys
	Chosen       bool   `json:"chosen,omitempty"` // the first pair is from Source to Target, not random
}

// watched is what sessions of families have.
type watched interface {
	Apply(watch.Action) error
	Advance(dt, budget time.Duration) error
	Settle() error
	Layers(e compute.Encoder, lane int) []compute.Layer
	Release()
}

// family is a family on a page.
type family interface {
	watched
	// about describes what does not change.
	about() About
	// state describes the present state.
	state() State
	// act returns the action of a request that only this family has; nil for others.
	act(Request) (watch.Action, error)
	// array returns words of a lane, by name.
	array(lane int, name string) ([]uint32, error)
}

// Page is the program of a page.
type Page struct {
	family
	be    compute.Backend
	fixed About
}

// device runs mirrors with the memory of a browser, of which keyframes take an eighth, and subgroups as most
// GPUs have them, so that the same kernels run.
type device struct{ *host.Host }

// Limits returns the limits of the host, but for these.
func (d device) Limits() compute.Limits {
	l := d.Host.Limits()
	l.Device, l.Memory, l.Subgroup = "this page", 512<<20, 32
	return l
}

// Open opens a scene on its data: a packed map for searches, with an order for trees, LabData for labs, and nothing for others. It runs to
// the step of the scene.
func Open(s Scene, data []byte) (*Page, error) {
	if s.Family == Labs {
		return OpenOn(interpreter(), s, data)
	}
	return OpenOn(device{host.New()}, s, data)
}

// OpenOn is Open on another backend.
func OpenOn(be compute.Backend, s Scene, data []byte) (p *Page, err error) {
	p = &Page{be: be}
	if s.Family == Labs {
		p.family, err = openLabs(be, data)
	} else {
		p.family, err = openOther(be, s, data)
	}
	if err != nil {
		return nil, err
	}
	if err := p.begin(s); err != nil {
		p.Release()
		return nil, err
	}
	p.fixed = p.about()
	return p, nil
}

// begin applies what scenes of all families have.
func (p *Page) begin(s Scene) error {
	if len(s.Runs) < 1 || len(s.Runs) > 2 {
		return fmt.Errorf("a page shows one run or two, not %d", len(s.Runs))
	}
	actions := []watch.Action{s.Runs[0].set(0)}
	if len(s.Runs) == 2 {
		clock, err := clockNamed(s.Clock)
		if err != nil {
			return err
		}
		actions = append(actions, watch.SetCompare{On: true}, timeline.SetClock{Clock: clock}, s.Runs[1].set(1))
	}
	for _, a := range actions {
		if err := p.Apply(a); err != nil {
			return err
		}
	}
	if err := p.Settle(); err != nil {
		return err
	}
	to := watch.Action(timeline.Seek{Step: s.Step})
	if s.Step < 0 {
		to = timeline.End{}
	}
	if err := p.Apply(to); err != nil {
		return err
	}
	return p.Settle()
}

func (r Run) set(lane int) watch.Set {
	return watch.Set{Lane: lane, Algorithm: r.Algorithm, Values: r.Values}
}

func clockNamed(name string) (timeline.Clock, error) {
	for i, n := range timeline.Clocks {
		if n == name || name == "" {
			return timeline.Clock(i), nil
		}
	}
	return 0, fmt.Errorf("there is no clock %q", name)
}

// About describes what does not change while a page is open.
type About struct {
	Family      string      `json:"family"`
	Name        string      `json:"name"` // of the input
	From        string      `json:"from"` // the input on a command line; empty for the built-in one
	Attribution string      `json:"attribution,omitempty"`
	Algorithms  []Algorithm `json:"algorithms"`
	Clocks      []string    `json:"clocks"`
	Map         *Map        `json:"map,omitempty"`
	Inputs      []string    `json:"inputs,omitempty"` // distributions of keys
}

// Algorithm describes an algorithm.
type Algorithm struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Summary string   `json:"summary"`
	States  []string `json:"states,omitempty"` // of nodes; empty where no node is ever in it
}

// State is the present state.
type State struct {
	Time      Time      `json:"time"`
	Runs      []Running `json:"runs"`
	Measures  []Measure `json:"measures,omitempty"` // of a comparison
	Source    uint32    `json:"source"`
	Target    uint32    `json:"target"` // nodes
	All       bool      `json:"all,omitempty"`
	Keys      *Keys     `json:"keys,omitempty"`
	Element   *int      `json:"element,omitempty"`
	View      *View     `json:"view,omitempty"`
	Legend    *Legend   `json:"legend,omitempty"` // of a map whose colours are not a search's
	Dials     []*Dial   `json:"dials,omitempty"`  // of the picture
	Roads     *Roads    `json:"roads,omitempty"`
	Heading   string    `json:"heading,omitempty"`   // in place of the runs' titles
	Inspected []string  `json:"inspected,omitempty"` // lines about the place that is pointed at
	Ready     float64   `json:"ready"`               // share of what a comparison measures first
	Busy      bool      `json:"busy"`                // there is work that does not wait for a request
}

// Time is the state of the timeline.
type Time struct {
	Playing  bool    `json:"playing"`
	Loop     bool    `json:"loop"`
	Clock    string  `json:"clock"`
	At       float64 `json:"at"`
	Made     float64 `json:"made"`
	Length   float64 `json:"length"`
	Known    bool    `json:"known"` // the length is exact
	Speed    float64 `json:"speed"`
	Position float64 `json:"position"` // that was asked for; negative for the end
}

func timeOf(t timeline.State) Time {
	out := Time{t.Playing, t.Loop, t.Clock.String(), t.At, t.Made, t.Axis, t.Certainty == timeline.Known, t.Speed, t.Position}
	if t.ToEnd {
		out.Position = -1
	}
	return out
}

// Running is a run in its present state.
type Running struct {
	Algorithm string        `json:"algorithm"`
	Title     string        `json:"title"`
	Story     string        `json:"story"`
	Params    []Param       `json:"params"`
	Event     compute.Event `json:"event"`
	Facts     [][2]string   `json:"facts"` // names and values of the event's facts, for people
	Done      bool          `json:"done"`
	Verdict   string        `json:"verdict"`             // "", "verified", or the mistake
	Right     bool          `json:"right"`               // the oracle has verified the result
	Unchecked bool          `json:"unchecked,omitempty"` // nothing can verify it: a lab without checks
	Moment    uint64        `json:"moment"`              // another number whenever arrays may have changed
	Known     int           `json:"known"`               // steps that were made
	Reach     uint32        `json:"reach,omitempty"`
	Extent    string        `json:"extent,omitempty"` // the reach in words
	Result    string        `json:"result,omitempty"`
	Legs      []string      `json:"legs,omitempty"`   // directions along the path, the first ones
	Arrays    []Array       `json:"arrays,omitempty"` // that are drawn, from top to bottom
	Size      int           `json:"size,omitempty"`   // elements of a partition of clips
	Shown     int           `json:"shown"`            // the partition whose walk is shown; negative for none
	Plot      *Plot         `json:"plot,omitempty"`   // of sizes
	Bits      *Bits         `json:"bits,omitempty"`   // of hops
	Look      *Look         `json:"look,omitempty"`   // of a map whose colours are not a search's
	Front     *Front        `json:"front,omitempty"`  // of trees, that is shown
}

// Bits say how to read the rows of a search between pairs, which have a bit for each search.
type Bits struct {
	Columns int      `json:"columns"` // searches
	Level   int      `json:"level"`
	Phases  bool     `json:"phases"`          // levels have two steps
	Queue   bool     `json:"queue"`           // there is a joint frontier
	Expands bool     `json:"expands"`         // the step was an expansion, whose bits are identified next
	Sides   bool     `json:"sides,omitempty"` // the columns are the balls of both ends of a pair
	Ends    []uint32 `json:"ends"`            // source and target of the shown pair; none if empty
}

// Array is an array of numbers that a picture shows as bars.
type Array struct {
	Name string `json:"name"`
	Text string `json:"text"` // above it
	Most uint64 `json:"most"` // the height of the picture

	// Of labs: the ends of the scale; the numbers, where they are few, and written; elements of a row of a field, of
	// which each is a cell.
	Low     string `json:"low,omitempty"`
	High    string `json:"high,omitempty"`
	Numbers string `json:"numbers,omitempty"`
	Columns int    `json:"columns,omitempty"`
}

// factsOf writes facts; weight writes those that are weights.
func factsOf(e compute.Event, weight func(uint32) string) (out [][2]string) {
	for _, f := range e.Facts {
		text := format.Thousands(int64(f.Value))
		switch f.Unit {
		case "weight":
			text = weight(uint32(f.Value))
		case "bits", "%":
			text += " " + f.Unit
		}
		out = append(out, [2]string{f.Name, text})
	}
	return out
}

// Param is a parameter with its value.
type Param struct {
	Name    string   `json:"name"`
	Label   string   `json:"label"`
	Unit    string   `json:"unit,omitempty"`
	Help    string   `json:"help"`
	Auto    string   `json:"auto,omitempty"`
	Min     uint32   `json:"min"`
	Max     uint32   `json:"max"`
	Powers  bool     `json:"powers,omitempty"`
	Choices []string `json:"choices,omitempty"`
	Value   uint32   `json:"value"`
	IsAuto  bool     `json:"isAuto"`
}

// paramsOf describes parameters; of none it returns an empty list.
func paramsOf(all []compute.ParamState, l compute.Limits) []Param {
	out := []Param{}
	for _, p := range all {
		low, high := p.Bounds(l)
		out = append(out, Param{p.Name, p.Label, p.Unit, p.Help, p.Auto, low, high, p.PowerOfTwo, p.Choices, p.Value, p.IsAuto})
	}
	return out
}

// Measure is a number that both runs of a comparison have, as texts.
type Measure struct {
	Name  string    `json:"name"`
	Help  string    `json:"help"`
	Of    [2]string `json:"of"`
	Ratio string    `json:"ratio"`
}

// measuresOf writes measures, without times: see clocks.
func measuresOf(all []watch.Measure) (out []Measure) {
	for _, m := range all {
		if m.Timed() {
			continue
		}
		out = append(out, Measure{m.Name, m.Help, [2]string{m.Text(0), m.Text(1)}, m.RatioText()})
	}
	return out
}

// told returns what a recording notes of the run: see watch.Told.
func (r *Running) told() watch.Told {
	return watch.Told{Title: r.Title, Event: r.Event, Done: r.Done}
}

// Await makes Settle complete also what takes minutes: trees of all nodes of a large map.
func (p *Page) Await() {
	if f, ok := p.family.(interface{ await() }); ok {
		f.await()
	}
}

// Advance advances time and works for about a budget.
func (p *Page) Advance(dt, budget time.Duration) error { return p.family.Advance(dt, budget) }

// About describes what does not change.
func (p *Page) About() About { return p.fixed }

// State describes the present state.
func (p *Page) State() State { return p.state() }

// Array returns words of a lane, by the name of an array of its family.
func (p *Page) Array(lane int, name string) ([]uint32, error) { return p.array(lane, name) }

// Decode reads a scene.
func Decode(text []byte) (s Scene, err error) {
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fault.Input.Errorf("the scene of this page is damaged: %w", err)
	}
	return s, nil
}

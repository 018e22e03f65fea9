package view

import (
	"image"
	"time"

	"kernelscope/compute/experiment"
	"kernelscope/families/maps"
	"kernelscope/families/paths/session"
	"kernelscope/render"
	"kernelscope/report/chart"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
)

// View shows a map and its searches.
type View struct {
	maps.View
	Session *session.Session
	Full    bool // shows all details at every scale, as render.Look.Full

	panel         panel
	charted       charted
	times         times
	verified      *session.Result // the last result that the oracle has checked
	experimenting bool
	held          *held // nil while the picture shows what the searches are
}

// panel is the interface of the map with its unfinished input.
type panel struct {
	maps.Panel
	pause
	experiments experiments
	more        bool      // shows the less common parameters
	plots       bool      // shows the plots
	compared    bool      // a comparison has begun
	focus       *geom.Box // the query of a rank by itself; nil for the whole map

	weights weights  // for the histogram
	swept   struct { // summaries of a sweep
		of  *experiment.Result
		all []experiment.Summary
	}
}

// state is the state that a frame shows.
type state struct {
	*session.Snapshot
	ui.Status
	Camera  render.Camera
	Painter string // in use
	Order   order  // order of the quads
}

// order describes how quads are ordered, with the GPU times of ordering and of a whole frame; zero
// if unknown.
type order struct {
	render.Keys
	Took, Frame time.Duration
}

// charted identifies the shown chart.
type charted struct {
	rows    int
	running bool
	back    int
	size    image.Point
	of      time.Time // start of its experiment
	drawn   time.Time
	theme   string
}

// weights is a histogram of the weights of a map's edges, without closed ones.
type weights struct {
	of           *scene.Map
	delta        uint32
	light, edges int   // light edges weigh at most delta
	counts       []int // indexed by ui.Bin
	least, most  uint32
}

// experimentsPage holds the settings of the next experiment and the shown chart.
type experiments struct {
	open        bool
	kind        experiment.Kind
	axes        [2]string
	algorithms  []string // names
	pairs       string   // settings of delta/batch, as typed
	queries     int32
	repetitions int32

	wide, high int // size of the chart in pixels; zero if none is shown
	chart      image.Point
	spots      []chart.Spot
}

// pause is the time that the mouse has been at rest over the map.
type pause struct {
	rested float64 // seconds since the mouse moved
	told   int     // frames since the tooltip appeared
	over   bool    // the mouse was over the map when it last moved
	camera render.Camera
}

// times are the times of frames shown in the panel.
type times struct {
	since    studio.FrameTimes // at the last update
	ordering time.Duration     // at the last update
	shown    order
}

// handing is an action that shows something of the map in the view of another family.
type handing interface {
	watch.Action
	hand(v *View) error
}

// held is a picture of searches that stays while they are made anew, up to the step that is shown: timing their dispatches needs
// that, and the map should not fall back meanwhile.
type held struct {
	moments [2]uint64 // of both searches, as they were drawn
}

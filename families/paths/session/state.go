package session

import (
	"context"
	"math/rand/v2"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/watch"
)

// Options configure a session.
type Options struct {
	// Wait makes the end of a run wait for the oracle, so that scripts see the
	// same state every time. Windows leave it false and continue drawing.
	Wait bool
	// Observe receives every event.
	Observe func(sssp.Event)
	Seed    uint64 // of random queries
	// Origin describes where experiments run; the session adds the map.
	Origin experiment.Origin
	Tuning Tuning
}

// Session owns the searches that are watched: one, or two that are compared. A search starts when its
// first step or its layers are asked for, so that actions before that cost nothing.
type Session struct {
	watch.Session[sssp.Algorithm, *search]
	options Options
	rnd     *rand.Rand

	m         *scene.Map
	locator   *graph.Locator
	connected []uint32

	source, target uint32
	rank           int // by which the target was chosen; zero for another one
	all            bool
	view           View

	solvers [2]*solver // of each lane
	traced  bool
	past    *past
	trial   *trial // nil unless a speed is to be found
	aim     aim
	version *uint64 // the last one of any search
	asRun   *asRun  // nil unless a search is timed
	around  around
	stay    int // step of the first search where it goes back to once it is measured; negative for none

	roads      Roadwork
	inspected  *Inspection     // nil while nothing is
	experiment *liveExperiment // nil before there was an experiment
	charts     []Experiment    // earlier experiments, the first one first
	back       int             // number of experiments after the one that is shown
	tuned      compute.Values  // kept for this map and search; nil if there is none
}

// search is a query on its timeline. It goes back by keyframes: copies of the state on
// the device, from which the steps up to the one asked for are made again. Keyframes are
// so close that this takes a few milliseconds, within a budget of memory.
type search struct {
	solver *solver
	query  sssp.Query
	chosen compute.Values // by a person
	values compute.Values // given to the solver
	used   compute.Values // all of them chosen
	inRun  compute.Values // that a search which nobody watches would choose
	m      *scene.Map
	course course
	metres float64 // to the target, or to the farthest corner of the map, as the crow flies
	past   *past
	resume resume

	traced  *sssp.Traced // nil where the search goes back otherwise, or not
	run     sssp.Run     // nil before the search starts
	now     sssp.Event   // of the present state
	sizes   []sssp.Sizes // before each step that was made
	marks   []Mark       // of the events, ascending
	whole   bool         // all steps were made
	single  bool         // each step is a submission, so that it has a mark of its own
	coarse  bool         // some steps have none
	version uint64       // another number whenever the layers may have changed
	moments *uint64      // the last one of any search

	frames  watch.Keyframes[keyframe]
	each    time.Duration    // that each of the last steps took
	onStep  func(sssp.Event) // called for each event that is new
	told    int              // steps that it knows of a run before that took the same course
	result  *Result          // nil before the end
	asRun   *Run             // nil before it is known
	untimed bool             // it cannot be known
	judge   watch.Judge
}

// keyframe is a copy of the state with its event.
type keyframe struct {
	sssp.Keyframe
	event sssp.Event
}

// solver holds a map for the searches of a lane, of which one at a time runs.
type solver struct {
	sssp.Solver
	made
	m    *scene.Map // with the present weights
	runs *search    // nil before one has started
}

// made is what a solver is made for. A profiler sees only dispatches recorded while it observes.
type made struct {
	be        compute.Backend
	algorithm sssp.Algorithm
	profiler  *watch.Profiler
}

// course identifies a search on a map with its weights.
type course struct {
	query             sssp.Query
	algorithm, values string
}

// finished describes a search that has ended.
type finished struct {
	course
	steps   int
	settled float64 // distance at the end; zero if unknown
	metres  float64 // straight to its target
	fixed   bool    // the same search takes as many steps
}

// past stores the finished searches on a map, from which the lengths of others are estimated.
type past struct {
	m    *scene.Map
	all  map[course]finished
	last finished
}

// asRun runs the query of a search that has ended as a command would: with the values that a run
// chooses, and as few submissions. It works between frames, whose time does not count.
type asRun struct {
	of     *search
	solver sssp.Solver
	next   func() (ms float64, err error, ok bool) // goes on to a step, with 0, or to the end of a run, with its time
	stop   func()
	times  []float64 // ms, the first of the run that warms up
}

// liveExperiment is the experiment of a session.
type liveExperiment struct {
	Experiment
	be     compute.Backend
	rows   []experiment.Row
	hidden bool // all but the first ones are
	first  int
	tuning bool
	next   func() (experiment.Update, error, bool)
	stop   func()
	cancel context.CancelFunc
}

// Tuning holds the stores of tuned settings. Both may be nil.
type Tuning struct {
	Find func(m *scene.Map, algorithm string, w experiment.Work) compute.Values // nil if there is none
	Keep func(m *scene.Map, algorithm string, w experiment.Work, best experiment.Summary)
}

// trial is a search for a speed: the searches run for a while, and begin anew.
type trial struct{ seconds, budget time.Duration }

// aim is a time that searches are to play for, while nobody has chosen another speed.
type aim struct {
	left  time.Duration // of playing; zero without one
	since time.Duration // the speed was adapted
}

// resume is how far a search must go on without being watched, to where the one before it was: to a settled
// distance, or the end.
type resume struct {
	end   bool
	final uint32
}

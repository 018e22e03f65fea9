package session

import (
	"fmt"
	"math/rand/v2"

	"kernelscope/compute"
	"kernelscope/compute/scan"
	"kernelscope/internal/fault"
	"kernelscope/watch"
)

// MaxValues is the greatest number of values that can be watched; Most is the greatest value.
// Their sum fits a word.
const MaxValues, Most = 1 << 24, 15

// SetInput scans other values.
type SetInput struct{ Input Input }

func (SetInput) Action() {}

// Input describes the scanned values, which are random.
type Input struct {
	N    int
	Seed uint64
}

// Values returns n random values from 0 to Most. Errors wrap fault.Limit.
func (i Input) Values() ([]uint32, error) {
	if i.N < 1 || i.N > MaxValues {
		return nil, fmt.Errorf("sums: %w: %d values; between 1 and %d can be watched", fault.Limit, i.N, MaxValues)
	}
	rnd, values := rand.New(rand.NewPCG(i.Seed, 0)), make([]uint32, i.N)
	for k := range values {
		values[k] = rnd.Uint32N(Most + 1)
	}
	return values, nil
}

// Session owns a scan, or two of the same values that are compared, and their timeline.
type Session struct {
	watch.Session[scan.Algorithm, *Subject]
	input  Input
	values []uint32
}

// NewSession returns a session that scans nothing yet; its first comparison is with small
// workgroups. With wait, the end waits for the verdict, so that scripts see the same state every
// time.
func NewSession(be compute.Backend, wait bool) *Session {
	s := &Session{input: Input{N: 1 << 16, Seed: 1}}
	first, second := watch.Choice[scan.Algorithm]{Values: compute.Values{}}, watch.Choice[scan.Algorithm]{Values: compute.Values{scan.Workgroup: 64}}
	s.Session = watch.NewSession(be, []scan.Algorithm{{}}, first, second, 1, watch.Hooks[*Subject]{Save: watch.Saving(s), Prepare: s.prepare, Act: s.act})
	s.Wait = wait
	return s
}

// prepare makes the scan of a lane.
func (s *Session) prepare(lane int, _ *Subject) (*Subject, error) {
	l, err := New(s.Sides[lane], s.values, s.Chosen[lane].Values)
	if err == nil {
		l.profiler = s.Profiler
	}
	return l, err
}

// act executes an action of this package.
func (s *Session) act(a watch.Action) (taken bool, err error) {
	set, ok := a.(SetInput)
	if !ok {
		return false, nil
	}
	if s.values, err = set.Input.Values(); err != nil {
		return true, err
	}
	s.input = set.Input
	return true, s.Remake()
}

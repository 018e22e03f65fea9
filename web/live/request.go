package live

import (
	"fmt"

	"kernelscope/compute"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Request asks for an action. Do names it; the other fields are what it needs.
type Request struct {
	Do        string         `json:"do"`
	Lane      int            `json:"lane"`
	Step      int            `json:"step"`
	Value     int            `json:"value"` // of a dial
	At        float64        `json:"at"`
	On        bool           `json:"on"`
	Name      string         `json:"name"`
	Algorithm string         `json:"algorithm"`
	Values    compute.Values `json:"values"`
	X         int32          `json:"x"`
	Y         int32          `json:"y"`
	Within    float64        `json:"within"`
	Target    bool           `json:"target"`
	Drag      bool           `json:"drag"`
	Keys      *Keys          `json:"keys"`
}

// MaxKeys is the number of keys, values, elements or pairs that a page handles step by step without a pause.
const MaxKeys = 1 << 18

// Do executes a request. If it fails, nothing changes.
func (p *Page) Do(r Request) error {
	if r.Keys != nil && r.Keys.N > MaxKeys {
		return fault.Limit.Errorf("there are %s; a page has at most %s", format.Thousands(r.Keys.N), format.Thousands(MaxKeys))
	}
	a, err := p.act(r)
	if err != nil {
		return err
	}
	if a == nil {
		if a, err = r.action(); err != nil {
			return err
		}
	}
	if err := p.Apply(a); err != nil {
		return err
	}
	if c, ok := a.(watch.SetCompare); ok && c.On { // times of a page say little of a device's
		return p.Apply(timeline.SetClock{Clock: timeline.Steps})
	}
	return nil
}

// action returns the action of a request that all families have.
func (r Request) action() (watch.Action, error) {
	switch r.Do {
	case "play":
		return timeline.Play{}, nil
	case "pause":
		return timeline.Pause{}, nil
	case "step":
		return timeline.Step{Steps: r.Step}, nil
	case "seek":
		return timeline.Seek{Step: r.Step}, nil
	case "scrub":
		return timeline.Scrub{At: r.At, Rests: r.On}, nil
	case "clock-at":
		return timeline.SeekClock{At: r.At}, nil
	case "rewind":
		return timeline.Rewind{}, nil
	case "end":
		return timeline.End{}, nil
	case "speed":
		return timeline.SetSpeed{PerSecond: r.At}, nil
	case "loop":
		return timeline.SetLoop{On: r.On}, nil
	case "clock":
		c, err := clockNamed(r.Name)
		return timeline.SetClock{Clock: c}, err
	case "compare":
		return watch.SetCompare{On: r.On}, nil
	case "set":
		return watch.Set{Lane: r.Lane, Algorithm: r.Algorithm, Values: r.Values}, nil
	}
	return nil, fmt.Errorf("nothing does %q", r.Do)
}

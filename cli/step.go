package cli

import (
	"strconv"

	"github.com/spf13/pflag"

	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Step is the value of --step: a number, end, or empty.
type Step string

// Add adds the flag.
func (s *Step) Add(fs *pflag.FlagSet) {
	fs.StringVar((*string)(s), "step", string(*s), "step to show, a number or end; if empty, a picture shows the end and a window plays")
}

// Number returns the step, or false for the end.
func (s Step) Number() (n int, ok bool, err error) {
	if s == "" || s == "end" {
		return 0, false, nil
	}
	if n, err := strconv.ParseUint(string(s), 10, 31); err == nil {
		return int(n), true, nil
	}
	return 0, false, Usage("--step is %q, not end or the number of a step", s)
}

// Action returns the action that goes to the step, in a run of some length.
func (s Step) Action(steps int) (watch.Action, error) {
	n, ok, err := s.Number()
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return timeline.End{}, nil
	case n > steps:
		return nil, s.Beyond(steps)
	}
	return timeline.Seek{Step: n}, nil
}

// Beyond is the error of a step after the last one.
func (s Step) Beyond(last int) error { return Usage("--step is %s, and the last step is %d", s, last) }

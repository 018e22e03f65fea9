package watch

import (
	"context"
	"errors"

	"kernelscope/compute"
)

// Sides are the backends on which the two sides of a comparison run. Without a comparison there is
// the first side only. Both are the same unless SetSecond says otherwise.
type Sides [2]compute.Backend

// Both returns the sides of a session on one backend.
func Both(be compute.Backend) Sides { return Sides{be, be} }

// Rebuilt returns the sides where be takes the place of the first side's backend, which was lost.
func (s Sides) Rebuilt(be compute.Backend) Sides {
	if s[1] == s[0] {
		return Both(be)
	}
	return Sides{be, s[1]}
}

// flush waits for the submissions of both sides.
func (s Sides) flush() error {
	err := s[0].Flush(context.Background())
	if s[1] != s[0] {
		err = errors.Join(err, s[1].Flush(context.Background()))
	}
	return err
}

// Chosen returns the sides where the second one runs on be; nil is the first side's backend.
func (s Sides) Chosen(be compute.Backend) Sides {
	if be == nil {
		be = s[0]
	}
	return Sides{s[0], be}
}

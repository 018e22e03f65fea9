// Package clock reads the finest clock of the system. Package time does not on Windows, where it
// counts interrupts, half a millisecond apart or up to sixteen: short times are then often zero.
package clock

import (
	"sync/atomic"
	"time"
)

// Moment is a time on the clock, which begins anywhere.
type Moment time.Duration

// other replaces the clock of the system in tests; nil for none.
var other atomic.Pointer[func() Moment]

// Set replaces the clock of the system until restore is called: tests move another one.
func Set(now func() Moment) (restore func()) {
	before := other.Swap(&now)
	return func() { other.Store(before) }
}

// Now returns the present moment.
func Now() Moment {
	if now := other.Load(); now != nil {
		return (*now)()
	}
	return system()
}

// Since returns how long ago a moment was.
func Since(m Moment) time.Duration { return time.Duration(Now() - m) }

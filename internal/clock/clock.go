// Package clock reads the finest clock of the system. Package time does not on Windows, where it
// counts interrupts, half a millisecond apart or up to sixteen: what is measured is then often zero.
package clock

import "time"

// Moment is a time on the clock, which begins anywhere.
type Moment time.Duration

// Since returns how long ago a moment was.
func Since(m Moment) time.Duration { return time.Duration(Now() - m) }

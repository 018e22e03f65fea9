//go:build !windows

package clock

import "time"

var origin = time.Now()

// Now returns the present moment.
func Now() Moment { return Moment(time.Since(origin)) }

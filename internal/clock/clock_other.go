//go:build !windows

package clock

import "time"

var origin = time.Now()

// system returns the present moment.
func system() Moment { return Moment(time.Since(origin)) }

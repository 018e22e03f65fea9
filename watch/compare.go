package watch

import (
	"fmt"
	"math"

	"kernelscope/internal/format"
	"kernelscope/watch/timeline"
)

// comparedIn is how long a comparison takes to watch on a clock other than steps, in
// seconds.
const comparedIn = 8

// SetClock chooses the clock of a transport. Steps play at the transport's speed; on any
// other clock the whole line takes some seconds.
func SetClock(t *timeline.Transport, c timeline.Clock) {
	t.Apply(timeline.SetClock{Clock: c})
	if c == timeline.Steps {
		t.Apply(timeline.SetFit{})
		return
	}
	t.Apply(timeline.SetFit{Seconds: comparedIn})
}

// Unit is the unit of a measure.
type Unit int

const (
	// Number counts something.
	Number Unit = iota
	// Milliseconds is time of the device.
	Milliseconds
	// PerSecond is a rate by time of the device.
	PerSecond
	// Share is a part of 1.
	Share
	// Bytes are of memory.
	Bytes
)

// Measure is a number that both runs of a comparison have. NaN and infinities stand for unknown
// values.
type Measure struct {
	Name, Help string
	Unit       Unit
	Of         [2]float64
}

func known(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Ratio returns the second run's number divided by the first one's, NaN if unknown.
func (m Measure) Ratio() float64 {
	r := m.Of[1] / m.Of[0]
	if known(m.Of[0]) && known(r) {
		return r
	}
	return math.NaN()
}

// Timed reports whether the measure differs from run to run.
func (m Measure) Timed() bool { return m.Unit == Milliseconds || m.Unit == PerSecond }

// Text writes the number of a run.
func (m Measure) Text(run int) string {
	v := m.Of[run]
	switch {
	case !known(v):
		return "-"
	case m.Unit == Milliseconds:
		return format.Milliseconds(v)
	case m.Unit == PerSecond:
		return format.Rate(v)
	case m.Unit == Share:
		return fmt.Sprintf("%.1f %%", 100*v)
	case m.Unit == Bytes:
		return format.Bytes(int64(v))
	case v >= 1e7:
		return format.Rate(v) // three digits
	}
	return format.Thousands(int64(v))
}

// RatioText writes the ratio.
func (m Measure) RatioText() string {
	if r := m.Ratio(); known(r) {
		return fmt.Sprintf("%.2f", r)
	}
	return "-"
}

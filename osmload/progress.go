package osmload

import (
	"sync/atomic"
	"time"
)

// Phase is a stage of an import.
type Phase int32

// The phases in order.
const (
	PhaseOpen Phase = iota
	PhaseRoads
	PhaseNodes
	PhaseNetwork
	PhaseDone
)

// String returns the name of the phase.
func (p Phase) String() string {
	return [...]string{"opening", "reading roads", "reading nodes", "building the network", "done"}[p]
}

// Progress reports the progress of an import. It may be read concurrently with the import. The zero
// value is ready to use.
type Progress struct {
	phase                 atomic.Int32
	bytes, total, objects atomic.Int64
	entered               [PhaseDone + 1]time.Time // written only by the import
}

// Report is the state of an import: the bytes of the file read so far and in total, and the numbers
// of nodes, ways and relations read.
type Report struct {
	Phase                 Phase
	Bytes, Total, Objects int64
}

// Report returns the current state.
func (p *Progress) Report() Report {
	total := p.total.Load()
	return Report{Phase(p.phase.Load()), min(p.bytes.Load(), total), total, p.objects.Load()}
}

func (p *Progress) enter(phase Phase) {
	p.entered[phase] = time.Now()
	p.phase.Store(int32(phase))
}

// Durations returns the duration of each phase of a finished import.
func (p *Progress) Durations() map[Phase]time.Duration {
	out := map[Phase]time.Duration{}
	last := p.entered[PhaseDone]
	for phase := PhaseDone - 1; phase >= PhaseOpen; phase-- {
		if at := p.entered[phase]; !at.IsZero() {
			out[phase], last = last.Sub(at), at
		}
	}
	return out
}

package web

import (
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/web/live"
)

// maxRecording is the number of bytes of a recording before it is compressed that a browser unpacks within a second.
const maxRecording = 128 << 20

// Record runs a page from its start to its end and returns what a player without a program needs: what Begin
// says, then the frame of each step, as changes of the one before. Texts follow their length; numbers are varints. Of the
// scenes of a tour, which follow each other, only the first one has the arrays that do not change.
func Record(p *live.Page, first bool) (out []byte, err error) {
	p.Await()
	if err := settled(p, live.Request{Do: "rewind"}); err != nil {
		return nil, err
	}
	var frames []byte
	var last *Frame
	for steps := 0; ; steps++ {
		now, err := Now(p, nil)
		if err != nil {
			return nil, err
		}
		frames = now.Since(frames, last)
		if last = now; len(frames) > maxRecording {
			return nil, fault.Limit.Errorf("the recording has more than %s: take a smaller input", format.Bytes(maxRecording))
		}
		if done(now.State) {
			out, err := begin(nil, p, steps, first)
			return append(out, frames...), err
		}
		if err := settled(p, live.Request{Do: "step", Step: 1}); err != nil {
			return nil, err
		}
	}
}

// settled does a request to its end.
func settled(p *live.Page, r live.Request) error {
	if err := p.Do(r); err != nil {
		return err
	}
	return p.Settle()
}

// done reports whether all runs have ended.
func done(s live.State) bool {
	for _, r := range s.Runs {
		if !r.Done {
			return false
		}
	}
	return true
}

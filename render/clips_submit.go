package render

import (
	"fmt"
	"math/bits"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	ref "kernelscope/compute/ref/picture"
	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

const (
	// frameRounds limits the rounds of painting in a frame. The rest continues in the next frame.
	frameRounds = 4
	// roundWork is the number of loop iterations after which a strip leaves its round.
	roundWork = 16384
	// firstPages is the initial room for pages, per strip.
	firstPages = 4
)

// paintStage is a stage of a band whose work is known only afterwards. The device counts the work,
// and leaves for the next submission what exceeds the limit. It skips stages until all earlier ones
// are complete.
type paintStage int

const (
	countSides paintStage = iota
	writeSides
	paintStrips
)

// Words that a frame writes for the host. Four frames in rotation have their own places, so that
// none is overwritten while the host reads it.
const (
	toldStatus = 0
	toldTodo   = shaders.PictureStatus
	toldSides  = toldTodo + 1
	toldPairs  = toldSides + 1
	toldSerial = toldPairs + 1
	toldWords  = toldSerial + 1
	toldPlaces = 4
)

// timed adds the GPU time of parts to a clock.
func timed(clock *time.Duration, parts compute.Parts) (out compute.Parts) {
	for _, p := range parts {
		out = append(out, compute.Part{Work: p.Work, Record: func(e compute.Encoder) {
			stop := e.(*gpu.Commands).Clock(clock)
			p.Record(e)
			stop()
		}})
	}
	return out
}

// bin makes the n pairs of steps and tiles.
func (p *clipPaint) bin(n int) compute.Parts {
	c, steps, v, limit := p.c, len(p.c.owners), p.view, p.c.d.Limits().Work
	if n == 0 {
		return compute.Whole(1, func(e compute.Encoder) { e.Fill(p.keys.Count, 0, 1, 0) })
	}
	v.Room = uint32(n)
	parts := compute.Divide(steps, limit, 2, func(e compute.Encoder, first, n int) {
		v.First = uint32(first)
		pictureCount.Dispatch(e, n, ref.Count[compute.Buffer]{
			Owners: c.owner, Depths: c.depth, Resolved: c.clips.Resolved, Counts: p.counts, View: v,
		})
	})
	// The sum after the last step is not used.
	parts = append(parts, compute.Part{Work: steps, Record: func(e compute.Encoder) { p.scan.Record(e, p.counts, p.firsts, steps+1) }})
	return append(parts, compute.Divide(n, limit, bits.Len(uint(steps)), func(e compute.Encoder, first, n int) {
		v.First = uint32(first)
		picturePairs.Dispatch(e, n, ref.Pairs[compute.Buffer]{
			Owners: c.owner, Depths: c.depth, Resolved: c.clips.Resolved,
			Firsts: p.firsts, Keys: p.keys.Keys, Payload: p.keys.Payload, Count: p.keys.Count, View: v,
		})
	})...)
}

// list finds the lists of tiles in the n sorted pairs.
func (p *clipPaint) list(n int) compute.Parts {
	v := p.view
	keys, payload := p.keys.Sorted()
	parts := compute.Whole(n+p.ranges.Len(), func(e compute.Encoder) {
		e.Fill(p.status, 0, shaders.PictureStatus, 0)
		e.Fill(p.ranges, 0, p.ranges.Len(), 0)
		e.Fill(p.sideCounts, 0, n+1, shaders.PictureNotCounted)
	})
	return append(parts, compute.Divide(n, p.c.d.Limits().Work, 2, func(e compute.Encoder, first, n int) {
		v.First = uint32(first)
		if len(p.keys.Steps) == 0 {
			pictureLasts.Dispatch(e, n, ref.Lasts[compute.Buffer]{Keys: keys, Payload: payload, Count: p.keys.Count, Steps: p.c.steps, Ranges: p.ranges, View: v})
		} else {
			pictureLists.Dispatch(e, n, ref.Lists[compute.Buffer]{Keys: keys, Count: p.keys.Count, Ranges: p.ranges, View: v})
		}
	})...)
}

// slice returns the greatest number of pairs in a dispatch whose work is unknown.
func (p *clipPaint) slice() int { return max(1, p.c.d.Limits().Work/16) }

// joined reports whether a submission may go through all stages: the pairs are few, and no earlier
// window of sides was painted.
func (p *clipPaint) joined() bool { return p.pairCount <= p.slice() && p.view.FirstSide == 0 }

// submit records the next submission.
func (p *clipPaint) submit(cmd *gpu.Commands) {
	most, known := p.c.d.Limits().Work, 0
	if len(p.queue) > 0 {
		for _, part := range p.queue[0] {
			part.Record(cmd)
			known += part.Work
		}
		p.c.state.Work = known
		if p.queue = p.queue[1:]; len(p.queue) > 0 {
			return
		}
	}
	p.known = known
	p.view.Limit = uint32(max(1, most/4, most-known))
	cmd.Fill(p.status, shaders.PictureSpent, shaders.PictureStatus-shaders.PictureSpent, 0)
	stop := cmd.Clock(&p.c.state.Bin)
	if p.stage == countSides {
		p.countSides(cmd)
	}
	if p.stage == writeSides || p.stage == countSides && p.joined() {
		p.writeSides(cmd)
	}
	stop()
	if p.stage == paintStrips || p.joined() {
		p.rounds(cmd)
	}
	p.tell(cmd)
}

// hear continues after the results of a submission.
func (p *clipPaint) hear(told []uint32) error {
	painted, s, strips := p.advance(told), &p.c.state, shaders.PictureTile*p.view.Columns*p.view.Rows
	s.Work = p.known + int(told[shaders.PictureSpent])
	if p.stage > countSides {
		s.Pages, s.Sides = int(told[shaders.PicturePagesTaken]), int(told[toldSides])
	}
	switch {
	case p.pairCount > 0 && told[toldPairs] != uint32(p.pairCount):
		return fmt.Errorf("the device has found %d pairs of steps and tiles, the host %d", told[toldPairs], p.pairCount)
	case told[shaders.PictureTooManySides] != 0:
		return fmt.Errorf("%w: one shape has more than %d sides in a square of %d pixels: zoom in", fault.Limit, shaders.PictureMostSides, shaders.PictureTile)
	case p.stage > countSides && p.view.EndSide < told[toldSides] && p.moreSides(int(told[toldSides])):
		return p.band(nil)
	case told[shaders.PictureNoRoom] != 0:
		if err := p.morePages(); err != nil {
			return err
		}
		return p.band(nil)
	case !painted:
	case told[toldTodo] != 0:
		p.progress(1 - float64(told[toldTodo])/float64(strips))
		if told[shaders.PictureBusy] == 0 { // all strips wait for the next window
			p.view.FirstSide, p.view.EndSide = p.view.EndSide, p.view.EndSide+uint32(p.sideRoom())
			p.stage = writeSides
		}
	case int(p.view.FirstRow+p.view.Rows) < p.rows:
		p.view.FirstRow += p.view.Rows
		return p.band(nil)
	default:
		p.done = true
	}
	return nil
}

// advance finds the stage of the next submission, and reports whether the last one painted.
func (p *clipPaint) advance(told []uint32) (painted bool) {
	left := [...]uint32{countSides: told[shaders.PictureUncounted], writeSides: told[shaders.PictureUnwritten]}
	for p.stage < paintStrips {
		if left[p.stage] != 0 {
			return false
		}
		if p.view.First += uint32(p.slice()); int(p.view.First) < p.pairCount {
			return false
		}
		p.view.First = 0
		if p.stage++; !p.joined() {
			return false
		}
	}
	return true
}

// countSides counts the sides of a slice of pairs and, after the last slice, adds up all counts.
func (p *clipPaint) countSides(e compute.Encoder) {
	c, n := p.c, p.pairCount
	keys, payload := p.keys.Sorted()
	sidesCount.Dispatch(e, min(p.slice(), n-int(p.view.First)), ref.SidesCount[compute.Buffer]{
		Keys: keys, Payload: payload, Count: p.keys.Count, Steps: c.steps, Stretches: c.stretches, Points: c.points,
		Counts: p.sideCounts, Backdrops: p.backdrops, Status: p.status, View: p.view,
	})
	if int(p.view.First)+p.slice() >= n {
		p.sideScan.Record(e, p.sideCounts, p.sideFirsts, n+1)
	}
}

// writeSides writes the sides of a slice of pairs that are in the window.
func (p *clipPaint) writeSides(e compute.Encoder) {
	c, n := p.c, p.pairCount
	keys, payload := p.keys.Sorted()
	sidesWrite.Dispatch(e, min(p.slice(), n-int(p.view.First)), ref.SidesWrite[compute.Buffer]{
		Keys: keys, Payload: payload, Count: p.keys.Count, Steps: c.steps, Stretches: c.stretches, Points: c.points,
		Firsts: p.sideFirsts, Sides: p.sides, Counts: p.sideCounts, Status: p.status, View: p.view,
	})
}

// rounds records several rounds of painting, of which the first may cover all tiles.
func (p *clipPaint) rounds(cmd *gpu.Commands) {
	if p.stage < paintStrips {
		p.view.Round = 0 // an earlier submission painted nothing
	}
	stop := cmd.Clock(&p.c.state.Paint)
	for range frameRounds {
		p.round(cmd)
	}
	stop()
	p.c.state.Rounds = int(p.view.Round)
}

// tell copies the state of the remaining work for the host.
func (p *clipPaint) tell(cmd *gpu.Commands) {
	p.serial++
	at := int(p.serial % toldPlaces * toldWords)
	cmd.Copy(p.told, at+toldStatus, p.status, 0, shaders.PictureStatus)
	cmd.Copy(p.told, at+toldTodo, p.todo, p.list0()+shaders.PictureGrid-1, 1)
	cmd.Copy(p.told, at+toldSides, p.sideFirsts, p.pairCount, 1)
	cmd.Copy(p.told, at+toldPairs, p.firsts, len(p.c.owners), 1)
	cmd.Update(p.told, at+toldSerial, p.serial)
	cmd.ToHost()
}

// list0 returns the first word of the list of strips for the next round.
func (p *clipPaint) list0() int {
	return int(p.view.Round&1) * (shaders.PictureGrid + shaders.PictureTile*int(p.view.Columns*p.view.Rows))
}

// round records a round of painting.
func (p *clipPaint) round(e compute.Encoder) {
	c, v := p.c, p.view
	v.Room = uint32(p.pageRoom())
	_, lists := p.keys.Sorted()
	args := ref.Paint[compute.Buffer]{
		Steps: c.steps, Lists: lists, Ranges: p.ranges, Firsts: p.sideFirsts, Backdrops: p.backdrops, Sides: p.sides,
		Todo: p.todo, Strips: p.strips, Pages: p.pages, Status: p.status, Pixels: p.images[p.at], View: v,
	}
	now := p.list0()
	p.view.Round++
	e.Update(p.todo, p.list0(), 0, 1, 1, 0)
	e.Fill(p.status, shaders.PictureBusy, 1, 0)
	if v.Round == 0 {
		picturePaints.Dispatch(e, int(v.Columns*v.Rows)*shaders.PictureTile, args)
	} else {
		picturePaints.DispatchIndirect(e, p.todo, now, args)
	}
}

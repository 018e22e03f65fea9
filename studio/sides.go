package studio

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/internal/fault"
	"kernelscope/ui"
	"kernelscope/watch"
)

// The second side of a comparison may run on a device of its own. The device of the stage draws both
// sides: what it draws of the second one is copied through the host, for each frame.

// Side returns what runs a side of a comparison: 0, or 1 for the second one.
func (s *Stage) Side(side int) Computer {
	if side == 1 && s.second.Backend != nil {
		return s.second
	}
	return s.Computer
}

// Encoder returns what brings the layers of a side up to date for a frame: its commands where the
// device that draws also computes, the backend where not.
func (s *Stage) Encoder(cmd *gpu.Commands, side int) compute.Encoder {
	if c := s.Side(side); c.Backend != compute.Backend(s.GPU) {
		return c
	}
	return cmd
}

// Drawn returns a buffer of a side, which may be nil, for the device that draws: a copy, which holds
// for the frame, where the side does not run on that.
func (s *Stage) Drawn(b compute.Buffer, side int) (compute.Buffer, error) {
	if on, ok := b.(*gpu.Buffer); b == nil || ok && on.IsOn(s.GPU) {
		return b, nil
	}
	words := slices.Grow(s.words[:0], b.Len())[:b.Len()]
	s.words = words
	if err := s.Side(side).Read(context.Background(), b, 0, words); err != nil {
		return nil, err
	}
	c := s.copies[b]
	if c == nil {
		c = s.GPU.NewBuffer(b.Name(), len(words))
		s.copies[b] = c
	}
	s.GPU.Write(c, 0, words)
	s.drawn[b] = true
	return c, nil
}

// drop gives back the copies that the last frame did not draw.
func (s *Stage) drop() {
	for b, c := range s.copies {
		if !s.drawn[b] {
			c.Release()
			delete(s.copies, b)
		}
	}
	clear(s.drawn)
}

// divide leaves in Device the first of two devices that it names, and keeps the other one for the
// second sides of comparisons.
func (p *Program) divide() error {
	if p.Device == "" || p.Backend.onHost() {
		return nil
	}
	named, err := gpu.Find(p.Device)
	switch {
	case err != nil || len(named) == 1:
		return err
	case len(named) > 2:
		return fault.Usage.Errorf("--device %s names %d devices; a comparison has two sides", p.Device, len(named))
	}
	p.Device, p.second = strconv.Itoa(named[0].Index), &named[1].Index
	return nil
}

// SetSecond has the second sides of comparisons run on the device of a number. The stage's own
// number puts both sides on one device. Where it fails all stays as it was.
func (s *Stage) SetSecond(index int) error {
	switch {
	case s.Backend.onHost() || index == s.Side(1).Info.Index:
		return nil
	case index == s.GPU.Info().Index:
		return s.take(Computer{})
	}
	o := s.gpu()
	o.Device = strconv.Itoa(index)
	d, err := gpu.Open(o)
	if err != nil {
		return fmt.Errorf("device %d cannot be used: %w", index, err)
	}
	second := s.computer(context.Background(), d)
	second.device = d
	if err := s.take(second); err != nil {
		second.Release()
		return err
	}
	return nil
}

// err returns why a device of its own has left something out, or was lost.
func (c Computer) err() error {
	if c.device == nil {
		return nil
	}
	return c.device.Err()
}

// take gives the second sides of all views to a computer; the zero one is that of the first sides.
func (s *Stage) take(second Computer) error {
	before := s.second
	for i, v := range s.views {
		if err := second.give(v); err != nil {
			for _, v := range s.views[:i] {
				err = errors.Join(err, before.give(v))
			}
			return err
		}
	}
	s.second = second
	s.nameSides()
	before.Release()
	return nil
}

// give has a view run second sides on a computer. One that compares nothing leaves that alone.
func (c Computer) give(v View) error {
	if v == nil {
		return nil
	}
	_, err := v.Apply(watch.SetSecond{On: c.Backend})
	return err
}

// nameSides tells the interface where both sides run.
func (s *Stage) nameSides() {
	s.UI.Sides = [2]string{}
	s.UI.Second = s.Side(1).Info.Index
	if s.second.Backend != nil {
		for i := range s.UI.Sides {
			info := s.Side(i).Info
			s.UI.Sides[i] = strings.Join(strings.Fields(ui.DeviceName(info.Index, info.Name)), " ")
		}
	}
}

// rescue runs second sides on the device of the stage after they have lost their own, and returns the
// reason. It is not for the midst of a frame, whose commands may use what it releases.
func (s *Stage) rescue() error {
	d := s.second.device
	if d == nil || d.Failed() == nil || s.GPU.Failed() != nil {
		return nil
	}
	lost := d.Failed()
	d.Abandon()
	if err := s.take(Computer{}); err != nil {
		return fmt.Errorf("%w; its side cannot continue on the first device: %w", lost, err)
	}
	s.Log.Write("second lost", lost.Error())
	return fmt.Errorf("%w. Its side continues on the first device.", lost)
}

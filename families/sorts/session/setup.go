package session

import (
	"errors"
	"fmt"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/internal/fault"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// setInput sorts other keys, from the start.
func (s *Session) setInput(in Input, file []uint32) error {
	words := in.format().Words()
	if in.File != "" {
		in.N = len(file) / words
	} else {
		file, in.Bits = nil, 0
	}
	if in.Type != s.input.Type && in.Bits == s.input.Bits { // other bits differ then
		in.Bits = 0
	}
	if in.N < 1 || in.N > MaxKeys {
		return fmt.Errorf("sorts: %w: %d keys; between 1 and %d can be watched", fault.Limit, in.N, MaxKeys)
	}
	before, keys := *s, file
	s.input, s.file = in, file
	if file == nil {
		if same := before.input; before.keys != nil && same.File == "" && same.N == in.N && same.Type == in.Type && same.Distribution == in.Distribution && same.Seed == in.Seed {
			keys = before.keys
		} else {
			var err error
			if keys, err = keygen.Keys(in.Distribution, in.Type, in.N, in.Seed); err != nil {
				s.input, s.file = before.input, before.file
				return err
			}
		}
	}
	s.keys, s.values = keys[:in.N*words], nil
	if in.Payload {
		s.values = keygen.Payload(in.N)
	}
	s.least, s.most = rangeOf(s.keys, sorting.Format{Type: in.Type})
	if err := s.prepareAll(); err != nil {
		s.input, s.file, s.keys, s.values, s.least, s.most = before.input, before.file, before.keys, before.values, before.least, before.most
		return err
	}
	s.transport.Reset(0)
	s.warmup = 0
	return nil
}

// rangeOf returns the least and the greatest key, as numbers by which they are
// sorted. They differ, so that keys that are all the same have a height too.
func rangeOf(keys []uint32, f sorting.Format) (least, most uint64) {
	least = ^uint64(0)
	for i := 0; i < len(keys); i += f.Words() {
		key := uint64(keys[i])
		if f.Words() == 2 {
			key |= uint64(keys[i+1]) << 32
		}
		o := f.Order(key)
		least, most = min(least, o), max(most, o)
	}
	if least == most {
		least -= min(least, 1)
		most = least + 1
	}
	return least, most
}

// prepareAll makes the lanes anew. Where that fails those before stay.
func (s *Session) prepareAll() error {
	var made [2]*lane
	for i := range made {
		if i == 1 && !s.compare {
			break
		}
		l, err := s.prepare(i, s.chosen[i])
		if err != nil {
			if made[0] != nil {
				made[0].release()
			}
			return err
		}
		made[i] = l
	}
	s.Release()
	s.lanes = made
	s.relink()
	return nil
}

// prepare makes room for a sort of a side.
func (s *Session) prepare(side int, c choice) (*lane, error) {
	f, be := s.input.format(), s.sides[side]
	if need, has := int64(f.Words())*int64(s.input.N)*4*int64(s.copies()), be.Limits().Memory; need > has {
		return nil, fmt.Errorf("sorts: %w: %d keys need %d MiB of memory on the device, which has %d MiB", fault.Limit, s.input.N, need>>20, has>>20)
	}
	sort, err := c.algorithm.Prepare(be, f, s.input.N, c.values)
	if err != nil {
		return nil, err
	}
	l := &lane{Session: s, be: be, sort: sort}
	l.forget()
	l.before = sort.NewBuffer("keys before the step", f.Words()*s.input.N)
	if err := sort.Ready(); err != nil {
		return nil, err
	}
	return l, nil
}

// copies is how many times the keys are on the device: before, between and after
// two steps, in each lane.
func (s *Session) copies() int {
	if s.compare && s.sides[1] == s.sides[0] {
		return 6
	}
	return 3
}

// setCompare begins a comparison, or ends it; the first sort stays where it is.
func (s *Session) setCompare(on bool) error {
	if on == s.compare {
		return nil
	}
	s.compare = on
	if s.lanes[0] == nil {
		s.clock()
		return nil
	}
	if !on {
		s.lanes[1].release()
		s.lanes[1] = nil
		s.clock()
		return nil
	}
	l, err := s.prepare(1, s.chosen[1])
	if err != nil {
		s.compare = false
		return err
	}
	s.lanes[1] = l
	s.lanes[0].forget()
	s.warmup = 0
	s.clock()
	s.transport.Reset(0)
	return nil
}

// setSecond chooses the backend of the second sort. A comparison begins again.
func (s *Session) setSecond(be compute.Backend) error {
	before := s.sides
	if s.sides = s.sides.Chosen(be); s.sides == before {
		return nil
	}
	s.took.On(s.sides)
	err := s.choose(1, choice{s.chosen[1].algorithm, s.chosen[1].values.Allowed(s.chosen[1].algorithm.Params(), s.sides[1].Limits())}, 0)
	if err != nil {
		s.sides = before
		s.took.On(before)
	}
	return err
}

// clock is device time in a comparison at first, and steps without one.
func (s *Session) clock() {
	s.relink()
	if s.compare {
		watch.SetClock(&s.transport, timeline.DeviceTime)
		return
	}
	watch.SetClock(&s.transport, timeline.Steps)
}

func (s *Session) setAlgorithm(a SetAlgorithm) error {
	algorithm, err := s.algorithmOf(a.Name)
	if err != nil {
		return err
	}
	before := s.chosen[a.Lane]
	if before.algorithm == algorithm {
		return nil
	}
	err = s.choose(a.Lane, choice{algorithm, before.values.Allowed(algorithm.Params(), s.sides[a.Lane].Limits())}, 0)
	if errors.Is(err, compute.ErrValue) { // they do not fit together
		err = s.choose(a.Lane, choice{algorithm, compute.Values{}}, 0)
	}
	return err
}

func (s *Session) setParam(a SetParam) error {
	c := s.chosen[a.Lane]
	values, err := c.values.With(c.algorithm.Params(), s.sides[a.Lane].Limits(), a.Name, a.Value)
	if err != nil {
		return err
	}
	return s.choose(a.Lane, choice{c.algorithm, values}, s.transport.Position())
}

// choose gives a lane another sort, at a step. A comparison begins again, since its
// times are others.
func (s *Session) choose(lane int, c choice, position float64) error {
	if s.lanes[lane] == nil {
		s.chosen[lane] = c
		return nil
	}
	l, err := s.prepare(lane, c)
	if err != nil {
		return err
	}
	s.chosen[lane] = c
	s.lanes[lane].release()
	s.lanes[lane] = l
	s.relink()
	s.transport.Reset(position)
	if s.compare {
		s.warmup = 0
		s.transport.Reset(0)
	}
	return nil
}

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{
		Device: s.sides[0].Limits(), Algorithms: s.algorithms, Input: s.input, Compare: s.compare, Time: s.transport.State(),
		View: s.view, Measured: 1, Profiled: s.took != nil,
	}
	for i, l := range s.active() {
		lane := l.state()
		lane.On = l.be.Limits()
		lane.Algorithm = s.chosen[i].algorithm
		lane.Params = compute.States(lane.Algorithm.Params(), s.chosen[i].values, l.sort.Values)
		n.Lanes = append(n.Lanes, lane)
		if s.compare {
			n.Measured = min(n.Measured, l.share())
		}
	}
	return n
}

// Kinds of layers.
const (
	// Keys are the present keys, Before those before the last step: words, the low one of a key
	// first.
	Keys   compute.LayerKind = "keys"
	Before compute.LayerKind = "keys before the step"
	// Payload are the values beside the keys.
	Payload compute.LayerKind = "payload"
	// Counts are the keys of each partition by digit, a row of partitions for each digit;
	// Offsets are the positions of their keys.
	Counts  compute.LayerKind = "counts"
	Offsets compute.LayerKind = "offsets"
)

// Layers returns the arrays of the lane.
func (l *lane) Layers(compute.Encoder) []compute.Layer {
	keys, payload := l.now()
	n, words := l.input.N, l.sort.Words()
	layers := []compute.Layer{
		{Kind: Keys, Name: "keys", Buffer: keys, Count: n, Stride: words},
		{Kind: Before, Name: "keys before the step", Buffer: l.before, Count: n, Stride: words},
	}
	if l.input.Payload {
		layers = append(layers, compute.Layer{Kind: Payload, Name: "payload", Buffer: payload, Count: n, Stride: 1})
	}
	if t := l.table(); t != nil {
		kind, name := Counts, "counts of partitions"
		if t.Scanned {
			kind, name = Offsets, "offsets of partitions"
		}
		layers = append(layers, compute.Layer{Kind: kind, Name: name, Buffer: t.Buffer, Count: t.Words(), Stride: 1})
	}
	return layers
}

// Array is the array of a lane for a picture.
type Array struct {
	Keys, Before compute.Buffer // now, and before the last step
	Least, Most  uint64         // of the keys, by their order if ascending
	Version      int            // differs when the contents do
}

// Arrays returns the visible arrays of the lanes.
func (s *Session) Arrays() (out []Array) {
	for _, l := range s.active() {
		if s.compare && !l.measured() || !l.written {
			return nil
		}
		keys, _ := l.now()
		out = append(out, Array{keys, l.before, s.least, s.most, l.version})
	}
	return out
}

package session

import (
	"fmt"
	"strconv"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/internal/fault"
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
	before, keys := s.input, file
	s.input, s.file = in, file
	if file == nil {
		if s.keys != nil && before.File == "" && before.N == in.N && before.Type == in.Type && before.Distribution == in.Distribution && before.Seed == in.Seed {
			keys = s.keys
		} else {
			var err error
			if keys, err = keygen.Keys(in.Distribution, in.Type, in.N, in.Seed); err != nil {
				return err
			}
		}
	}
	s.keys, s.values = keys[:in.N*words], nil
	if in.Payload {
		s.values = keygen.Payload(in.N)
	}
	s.least, s.most = rangeOf(s.keys, sorting.Format{Type: in.Type})
	if err := s.Remake(); err != nil {
		return err
	}
	s.Transport.Reset(0)
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

// prepare makes room for the sort of a lane. The times of a sort that it takes the place of stay.
func (s *Session) prepare(lane int, before *lane) (*lane, error) {
	f, be, c := s.input.format(), s.Sides[lane], s.Chosen[lane]
	if need, has := int64(f.Words())*int64(s.input.N)*4*int64(s.copies()), be.Limits().Memory; need > has {
		return nil, fmt.Errorf("sorts: %w: %d keys need %d MiB of memory on the device, which has %d MiB", fault.Limit, s.input.N, need>>20, has>>20)
	}
	if !f.Descending {
		f.Greatest = s.most
	}
	sort, err := c.Algorithm.Prepare(be, f, s.input.N, c.Values)
	if err != nil {
		return nil, err
	}
	l := newLane(s, be, sort)
	if err := sort.Ready(); err != nil {
		return nil, err
	}
	if before != nil && len(before.samples) == len(l.samples) {
		l.samples, l.whole = before.samples, before.whole
	}
	return l, nil
}

// copies is how many times the keys are on the device: before, between and after
// two steps, in each lane.
func (s *Session) copies() int {
	if s.Compared && s.Sides[1] == s.Sides[0] {
		return 6
	}
	return 3
}

// Snapshot returns the present state.
func (s *Session) Snapshot() *Snapshot {
	n := &Snapshot{Common: s.Common(), Algorithms: s.Algorithms, Input: s.input, View: s.view, Measured: 1}
	for i, l := range s.Lanes.Active() {
		lane := l.state()
		lane.On = l.be.Limits()
		lane.Algorithm, lane.Params = s.Chosen[i].Algorithm, s.Params(i, l.sort.Values)
		n.Lanes = append(n.Lanes, lane)
		if s.Compared {
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
		{Kind: Keys, Name: "keys", Buffer: keys, Count: n, Stride: words, Entry: "key"},
		{Kind: Before, Name: "keys before the step", Buffer: l.before, Count: n, Stride: words},
	}
	if words == 2 {
		for i := range layers {
			layers[i].Type, layers[i].Text = "uint64", func(e []uint32) string { return strconv.FormatUint(uint64(e[1])<<32|uint64(e[0]), 10) }
		}
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
	for _, l := range s.Lanes.Active() {
		if s.Compared && !l.measured() || !l.written {
			return nil
		}
		keys, _ := l.now()
		out = append(out, Array{keys, l.before, s.least, s.most, l.version})
	}
	return out
}

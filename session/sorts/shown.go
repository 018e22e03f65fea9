package sorts

import "context"

// Few is the number of keys up to which a snapshot holds them, so that pictures can write
// them down.
const Few = 64

// shown is what of a lane the host has read, so that panels and pictures may write it.
type shown struct {
	version int // of the lane that was read, and one before the first
	keys    []uint32
}

// look reads what is to be written of the present state: the keys, where they are few.
func (l *lane) look() error {
	switch {
	case !l.written:
		l.shown = shown{version: -1}
	case l.shown.version != l.version && l.input.N <= Few:
		l.shown = shown{l.version, make([]uint32, len(l.keys))}
		keys, _ := l.now()
		return l.be.Read(context.Background(), keys, 0, l.shown.keys)
	}
	return nil
}

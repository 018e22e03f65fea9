package compute

import (
	"context"
	"fmt"

	"kernelscope/fault"
)

// Room reports whether a device has room for n of something, such as keys: given the
// words of each in one buffer, and all words that they need in total. Ask before
// allocating: drivers find out one buffer at a time. The error wraps
// fault.Limit and says how many there is room for.
func (l Limits) Room(n int, something string, words, all int) error {
	const mebi = 1 << 20
	if need := words * n; need > l.BufferWords {
		return fmt.Errorf("%w: %d %s need %d MiB in a buffer, and %s allows %d MiB: at most %d %s",
			fault.Limit, n, something, 4*need/mebi, l.Device, 4*l.BufferWords/mebi, l.BufferWords/words, something)
	}
	if need := 4 * int64(all); need > l.Memory {
		most := float64(n) * float64(l.Memory) / float64(need)
		return fmt.Errorf("%w: %d %s need %d MiB of memory on the device, and %s has %d MiB: at most some %.0f %s",
			fault.Limit, n, something, need/mebi, l.Device, l.Memory/mebi, most, something)
	}
	return nil
}

// Memory is what something holds of a device: buffers, and what else is released with
// them.
type Memory struct {
	Backend Backend
	held    []interface{ Release() }
}

// NewBuffer makes a buffer and holds it.
func (m *Memory) NewBuffer(name string, words int) Buffer {
	b := m.Backend.NewBuffer(name, words)
	m.Hold(b)
	return b
}

// Hold releases something with the rest.
func (m *Memory) Hold(something interface{ Release() }) { m.held = append(m.held, something) }

// Ready waits until the memory is there. If it is not, all is given back, and the
// backend is as good as before.
func (m *Memory) Ready() error {
	err := m.Backend.Flush(context.Background())
	if err != nil {
		m.Release()
	}
	return err
}

// Bytes returns how much the buffers take.
func (m *Memory) Bytes() (sum int64) {
	for _, h := range m.held {
		if b, ok := h.(Buffer); ok {
			sum += 4 * int64(b.Len())
		}
	}
	return sum
}

// Release gives everything back.
func (m *Memory) Release() {
	for _, h := range m.held {
		h.Release()
	}
}

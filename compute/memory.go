package compute

import (
	"context"
	"fmt"

	"kernelscope/internal/fault"
)

// Room reports whether n items, such as keys, fit a device, given the words per item in one
// buffer and in total. Call it before allocating, since drivers fail one buffer at a time. The
// error wraps fault.Limit and gives the number that fits.
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

// Memory is a set of buffers and other resources that are released together.
type Memory struct {
	Backend Backend
	held    []interface{ Release() }
}

// NewBuffer makes a buffer and adds it to the memory.
func (m *Memory) NewBuffer(name string, words int) Buffer {
	b := m.Backend.NewBuffer(name, words)
	m.Hold(b)
	return b
}

// Hold adds something to be released with the rest.
func (m *Memory) Hold(something interface{ Release() }) { m.held = append(m.held, something) }

// Ready waits for the allocations. If one failed, it releases everything and returns the error;
// the backend stays usable.
func (m *Memory) Ready() error {
	err := m.Backend.Flush(context.Background())
	if err != nil {
		m.Release()
	}
	return err
}

// HasMemory reports whether a buffer has memory, which its backend may have had no room for.
func HasMemory(b Buffer) bool {
	x, ok := b.(interface{ HasMemory() bool })
	return !ok || x.HasMemory()
}

// Bytes returns the size of all buffers.
func (m *Memory) Bytes() (sum int64) {
	for _, h := range m.held {
		switch h := h.(type) {
		case Buffer:
			sum += 4 * int64(h.Len())
		case interface{ Bytes() int64 }:
			sum += h.Bytes()
		}
	}
	return sum
}

// Release releases all resources.
func (m *Memory) Release() {
	for _, h := range m.held {
		h.Release()
	}
}

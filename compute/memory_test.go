package compute_test

import (
	"errors"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/internal/fault"
)

func TestRoom(t *testing.T) {
	l := compute.Limits{Device: "small", BufferWords: 1 << 20, Memory: 16 << 20}
	for _, c := range []struct {
		n, words, all int
		want          string // "" if there is room
	}{
		{0, 2, 0, ""},
		{1 << 19, 2, 1 << 22, ""},
		{1<<19 + 1, 2, 0, "524289 keys need 4 MiB in a buffer, and small allows 4 MiB: at most 524288 keys"},
		{1 << 19, 2, 1 << 23, "524288 keys need 32 MiB of memory on the device, and small has 16 MiB: at most some 262144 keys"},
	} {
		err := l.Room(c.n, "keys", c.words, c.all)
		if (err == nil) != (c.want == "") || err != nil && (!errors.Is(err, fault.Limit) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// What is held is found by name, counted, and released once and for all.
func TestMemory(t *testing.T) {
	be := host.New()
	m := compute.Memory{Backend: be}
	m.NewBuffer("keys", 5)
	released := 0
	m.Hold(release(func() { released++ }))
	if err := m.Ready(); err != nil || m.Bytes() != 20 {
		t.Errorf("%d bytes, %v", m.Bytes(), err)
	}
	m.Release()
	if released != 1 {
		t.Errorf("released %d times", released)
	}
}

type release func()

func (r release) Release() { r() }

package onsimt_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/sorting"
)

// counted is a backend that counts the words of its buffers.
type counted struct {
	compute.Backend
	words *int
}

func (c counted) NewBuffer(name string, words int) compute.Buffer {
	*c.words += words
	return c.Backend.NewBuffer(name, words)
}

// Counters and writers need at most 16 bytes for a word of the buffers, and 64 MB.
func TestMemory(t *testing.T) {
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	const n = 1 << 19
	i := onsimt.New(32).Backend()
	i.Machine.Observe = simt.Observe{Counters: true, Writers: true}
	words := 0
	s, err := sorting.Radix{}.Prepare(counted{i, &words}, sorting.Format{}, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(drawn(rand.New(rand.NewPCG(1, 1)), n), nil); err != nil {
		t.Fatal(err)
	}
	before := heap()
	s.Record(i)
	if err := i.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	used := heap() - before
	t.Logf("%d words of buffers need %.1f MB more, %.1f bytes each", words, float64(used)/1e6, float64(used)/float64(words))
	if words < n || used > int64(16*words)+64e6 {
		t.Errorf("%d bytes are needed for %d words of buffers", used, words)
	}
	runtime.KeepAlive(s)
	runtime.KeepAlive(i)
}

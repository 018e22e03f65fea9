package command

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/timing"
	"kernelscope/internal/parallel"
	"kernelscope/internal/source"
)

// sortOnHost sorts an array on the host: on one processor with Go's sorts (slices.Sort for plain integers
// in ascending order, otherwise slices.SortStableFunc), or on all processors with parallel.RadixSort. It
// returns the sorted array and the wall time.
func sortOnHost(ctx context.Context, f sorting.Format, onAll bool, keys, values []uint32, r timing.Runs) (k, v []uint32, t timing.Times, err error) {
	t, err = timing.Host(ctx, func() func() {
		a, b := slices.Clone(keys), slices.Clone(values)
		k, v = a, b
		return func() { hostSort(f, onAll, a, b) } // not k and v: a cancelled sort goes on when they are returned
	}, r)
	if err != nil {
		return nil, nil, t, err
	}
	return k, v, t, nil
}

// hostNeeds refuses a sort of the host that lacks memory for a copy of the array, for the entries
// made of it and, on all processors or in another process, for a second buffer of entries. std::sort
// sorts by the order of the type alone.
func hostNeeds(f sorting.Format, host string, n int) error {
	if host == inCpp && asPairs(f) {
		return fmt.Errorf("%w: %s sorts integers in ascending order, without values", compute.ErrValue, inCpp)
	}
	const ofPair = 24
	entry := 4 * f.Words()
	if asPairs(f) {
		entry = ofPair
	}
	all := arrayBytes(f)
	if entry > 4 {
		all += entry
	}
	if host != onHost {
		all += entry
	}
	return source.Need(int64(n)*int64(all), fmt.Sprintf("sorting %d keys on the host", n))
}

// asPairs reports whether keys are sorted together with their values and their order.
func asPairs(f sorting.Format) bool { return f.Payload || f.Descending || f.Type == sorting.F32 }

// hostTakes estimates the time of a sort of n random keys, measured on one core of a server; a
// parallel sort is divided among the processors.
func hostTakes(alg sorter, n int) time.Duration {
	if alg.host == onProcessors {
		return time.Duration(n) * 40 * time.Nanosecond / time.Duration(runtime.GOMAXPROCS(0))
	}
	return time.Duration(float64(n) * math.Log2(float64(n+1)) * 3.5) // ns
}

// hostSort sorts in place.
func hostSort(f sorting.Format, onAll bool, k, v []uint32) {
	if asPairs(f) {
		stableSort(f, onAll, k, v)
		return
	}
	sort := slices.Sort[[]uint32]
	if onAll {
		sort = func(k []uint32) { parallel.RadixSort(k, 32, func(x uint32) uint64 { return uint64(x) }) }
	}
	switch f.Type {
	case sorting.U32:
		sort(k)
	case sorting.I32:
		flipSigns(k)
		sort(k)
		flipSigns(k)
	case sorting.U64:
		whole := make([]uint64, len(k)/2) // the words may not be aligned for uint64
		for i := range whole {
			whole[i] = uint64(k[2*i]) | uint64(k[2*i+1])<<32
		}
		if onAll {
			parallel.RadixSort(whole, 64, func(x uint64) uint64 { return x })
		} else {
			slices.Sort(whole)
		}
		for i, x := range whole {
			k[2*i], k[2*i+1] = uint32(x), uint32(x>>32)
		}
	}
}

// flipSigns maps signed numbers to unsigned ones of the same order, and back.
func flipSigns(k []uint32) {
	for i := range k {
		k[i] ^= 1 << 31
	}
}

// stableSort sorts keys together with their values.
func stableSort(f sorting.Format, onAll bool, k, v []uint32) {
	type pair struct {
		order, key uint64
		value      uint32
	}
	w := f.Words()
	pairs := make([]pair, len(k)/w)
	for i := range pairs {
		p := &pairs[i]
		for j := range w {
			p.key |= uint64(k[i*w+j]) << (32 * j)
		}
		p.order = f.Order(p.key)
		if f.Payload {
			p.value = v[i]
		}
	}
	if onAll {
		parallel.RadixSort(pairs, 32*w, func(p pair) uint64 { return p.order })
	} else {
		slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.order, b.order) })
	}
	for i, p := range pairs {
		for j := range w {
			k[i*w+j] = uint32(p.key >> (32 * j))
		}
		if f.Payload {
			v[i] = p.value
		}
	}
}

package session

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"kernelscope/compute/prepared"
	"kernelscope/scene"
)

// making is the making of the fronts of a map, away from the drawing thread.
type making struct {
	share  atomic.Uint64 // that is done, as bits
	cancel context.CancelFunc
	done   chan struct{}
	made   *prepared.Made
	bound  *prepared.Bound
	err    error
}

// begin begins to make the fronts of a map.
func begin(orders Orders, m *scene.Map) *making {
	ctx, cancel := context.WithCancel(context.Background())
	k := &making{cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(k.done)
		if k.bound, k.err = prepared.NewBound(m.Graph); k.err != nil {
			return
		}
		k.made, k.err = orders.Fronts(ctx, m, prepared.Making{Progress: func(share float64) { k.share.Store(math.Float64bits(share)) }})
	}()
	return k
}

// Making is the progress of the order of a map.
type Making struct{ Share float64 }

// state returns how far it is.
func (k *making) state() *Making { return &Making{math.Float64frombits(k.share.Load())} }

// ended reports whether it is over, waiting for it until a time.
func (k *making) ended(until time.Time) bool {
	select {
	case <-k.done:
		return true
	default:
	}
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case <-k.done:
		return true
	case <-timer.C:
		return false
	}
}

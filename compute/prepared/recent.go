package prepared

import (
	"context"
	"slices"
	"sync"

	"kernelscope/scene"
)

// Recent caches the fronts of the networks that were prepared last, for experiments and changed
// weights. The zero value is empty. Goroutines may share it; one waits for an order that
// another makes.
type Recent struct {
	lock sync.Mutex
	kept []keptFronts // the last one used is the last
}

type keptFronts struct {
	key    Key
	fronts *Fronts
}

// maxKept bounds the nodes of all networks that are kept beside the last one: their lists
// take some 100 bytes per node.
const maxKept = 2_000_000

// Fronts returns the fronts of a map, made if they are not cached.
func (r *Recent) Fronts(ctx context.Context, m *scene.Map) (*Fronts, error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	how := Making{Places: PlacesOf(m)}
	key := KeyOf(m.Graph, how.Places)
	if i := slices.IndexFunc(r.kept, func(k keptFronts) bool { return k.key == key }); i >= 0 {
		k := r.kept[i]
		r.kept = append(slices.Delete(r.kept, i, i+1), k)
		return k.fronts, nil
	}
	order, err := NewOrder(ctx, m.Graph, how)
	if err != nil {
		return nil, err
	}
	fronts, err := NewFronts(m.Graph, order)
	if err != nil {
		return nil, err
	}
	r.kept = append(r.kept, keptFronts{key, fronts})
	for nodes := 0; ; {
		for _, k := range r.kept[:len(r.kept)-1] {
			nodes += len(k.fronts.Node)
		}
		if nodes <= maxKept {
			return fronts, nil
		}
		r.kept, nodes = slices.Delete(r.kept, 0, 1), 0
	}
}

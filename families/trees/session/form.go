package session

import (
	"context"
	"errors"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// form is where trees are computed. Distances are always on the device, for pictures.
type form interface {
	weigh(weight, edges []uint32) // of some edges, or of all where edges is nil
	clear(lengths bool)           // forgets distances, and maybe lengths
	stage(i int)                  // of customization
	customize()                   // makes all stages
	steps() int                   // of a tree
	step(i int, source uint32)
	tree(source uint32) // makes all steps
	dist() compute.Buffer
	distances(ctx context.Context) ([]uint32, error) // graph.Unreached where no path leads
	// lengths returns a buffer with the square of a front, and its first word.
	lengths(front uint32) (b compute.Buffer, first int)
	rows() compute.Buffer       // nodes by row
	boundaries() compute.Buffer // nodes of all boundaries
	bytes() int64               // on the device
	Release()
}

// newForm puts fronts where trees are computed; why says why that is the host.
func newForm(be compute.Backend, f *prepared.Fronts, edges int, asked Processor, v compute.Values) (made form, why string, err error) {
	if asked == OnHost {
		return newHost(be, f, "it was asked for")
	}
	if asked == Auto && be.Limits().IsSoftware {
		return newHost(be, f, "a software device takes longer for new weights")
	}
	d, err := prepared.NewDevice(be, f, edges, v)
	if asked == Auto && errors.Is(err, fault.Limit) {
		return newHost(be, f, err.Error())
	}
	if err != nil {
		return nil, "", err
	}
	return &onDevice{d}, "", nil
}

// onDevice computes on the device.
type onDevice struct{ *prepared.Device }

func (d *onDevice) weigh(weight, edges []uint32) { d.Weigh(weight, edges) }
func (d *onDevice) stage(i int)                  { d.Customizing(i) }
func (d *onDevice) customize()                   { d.Recustomize() }
func (d *onDevice) steps() int                   { return d.Steps() }
func (d *onDevice) tree(source uint32)           { d.Tree(source) }
func (d *onDevice) dist() compute.Buffer         { return d.Dist() }
func (d *onDevice) rows() compute.Buffer         { return d.Rows() }
func (d *onDevice) boundaries() compute.Buffer   { return d.Boundaries() }
func (d *onDevice) bytes() int64                 { return d.Bytes() }

func (d *onDevice) distances(ctx context.Context) ([]uint32, error) { return d.Distances(ctx) }

func (d *onDevice) lengths(front uint32) (compute.Buffer, int) {
	return d.Lengths(), int(d.List[front].Base)
}

func (d *onDevice) clear(lengths bool) {
	d.Clear()
	if lengths {
		d.ClearLengths()
	}
}

func (d *onDevice) step(i int, source uint32) {
	if i == 0 {
		d.Begin(source)
	}
	d.Step(i)
}

// onHost computes on the host, and copies distances to the device.
type onHost struct {
	*prepared.Host
	be     compute.Backend
	memory compute.Memory
	weight []uint32
	found  []uint32 // distances

	copied, square, nodes, around compute.Buffer
}

func newHost(be compute.Backend, f *prepared.Fronts, why string) (form, string, error) {
	h := &onHost{Host: prepared.NewHost(f), be: be, memory: compute.Memory{Backend: be}, found: make([]uint32, len(f.Node))}
	h.copied, h.square = h.memory.NewBuffer("distances", len(f.Node)), h.memory.NewBuffer("lengths of a front", int(f.Largest*(f.Largest+3)))
	h.nodes, h.around = h.memory.NewBuffer("nodes", len(f.Node)), h.memory.NewBuffer("boundaries", len(f.BoundaryNode))
	be.Write(h.nodes, 0, f.Node)
	if len(f.BoundaryNode) > 0 {
		be.Write(h.around, 0, f.BoundaryNode)
	}
	return h, why, h.memory.Ready()
}

func (h *onHost) weigh(weight, _ []uint32)   { h.weight = weight }
func (h *onHost) stage(i int)                { h.Customizing(i, h.weight) }
func (h *onHost) customize()                 { h.Customize(h.weight) }
func (h *onHost) steps() int                 { return h.Steps() }
func (h *onHost) dist() compute.Buffer       { return h.copied }
func (h *onHost) rows() compute.Buffer       { return h.nodes }
func (h *onHost) boundaries() compute.Buffer { return h.around }
func (h *onHost) bytes() int64               { return h.memory.Bytes() }

// Release releases the buffers on the device.
func (h *onHost) Release() { h.memory.Release() }

func (h *onHost) distances(context.Context) ([]uint32, error) {
	return append([]uint32(nil), h.found...), nil
}

func (h *onHost) clear(lengths bool) {
	fill(h.found, graph.Unreached)
	if lengths {
		fill(h.Lengths(), prepared.Unreached)
	}
	h.be.Fill(h.copied, 0, len(h.found), graph.Unreached)
}

func fill(words []uint32, x uint32) {
	for i := range words {
		words[i] = x
	}
}

func (h *onHost) step(i int, source uint32) {
	h.Step(i, source, h.found)
	h.be.Write(h.copied, 0, h.found)
}

func (h *onHost) tree(source uint32) {
	h.Tree(source, h.found)
	h.be.Write(h.copied, 0, h.found)
}

// lengths copies the square of a front.
func (h *onHost) lengths(front uint32) (compute.Buffer, int) {
	f := &h.List[front]
	h.be.Write(h.square, 0, h.Lengths()[f.Base:f.Base+f.Size()*f.Stride])
	return h.square, 0
}

package gpu

import (
	"slices"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu/internal/vkx"
)

// descriptors caches descriptor sets: one per layout and list of resources, until one of the
// resources is released.
type descriptors struct {
	pools []vk.DescriptorPool
	sets  map[setKey]set
}

// maxBindings is the greatest number of bindings of a program.
const maxBindings = 16

type setKey struct {
	layout    vk.DescriptorSetLayout
	resources [maxBindings]uint64
}

type set struct {
	handle vk.DescriptorSet
	pool   vk.DescriptorPool
}

// Resource is what a descriptor set holds: a buffer or a texture.
type Resource interface {
	Number() uint64                        // of the object, on its device
	Write(s vk.DescriptorSet, binding int) // puts it at a binding
}

// bound is a buffer as a resource.
type bound struct{ *Buffer }

// Number returns the buffer's number, which no texture has.
func (b bound) Number() uint64 { return b.id }

// Write binds the whole buffer.
func (b bound) Write(s vk.DescriptorSet, binding int) {
	vkx.WriteBuffer(b.d.handle, s, binding, b.handle)
}

// setFor returns the set of a layout that holds resources.
func (d *Device) setFor(layout vk.DescriptorSetLayout, resources []Resource) (vk.DescriptorSet, error) {
	key := setKey{layout: layout}
	for i, r := range resources {
		key.resources[i] = r.Number()
	}
	if s, ok := d.sets[key]; ok {
		return s.handle, nil
	}
	s, err := d.allocateSet(layout)
	if err != nil {
		return nil, err
	}
	for i, r := range resources {
		r.Write(s.handle, i)
	}
	if d.sets == nil {
		d.sets = map[setKey]set{}
	}
	d.sets[key] = s
	return s.handle, nil
}

func (d *Device) allocateSet(layout vk.DescriptorSetLayout) (set, error) {
	for _, p := range slices.Backward(d.pools) {
		if h, r := vkx.AllocateSet(d.handle, p, layout); r == vk.Success {
			return set{h, p}, nil
		}
	}
	const sets = 64
	pool, r := vkx.CreateDescriptorPool(d.handle, sets, 8*sets, sets)
	if err := ErrorOf(r, "create descriptor pool", ""); err != nil {
		return set{}, err
	}
	d.pools = append(d.pools, pool)
	h, r := vkx.AllocateSet(d.handle, pool, layout)
	return set{h, pool}, ErrorOf(r, "allocate descriptor set", "")
}

// dropSets forgets the sets that hold a resource; their memory is released when
// submitted work has finished.
func (ds *descriptors) dropSets(d *Device, number uint64) {
	for key, s := range ds.sets {
		if slices.Contains(key.resources[:], number) {
			delete(ds.sets, key)
			d.retire(func() { vkx.FreeSet(d.handle, s.pool, s.handle) })
		}
	}
}

func (ds *descriptors) destroy(d vk.Device) {
	for _, p := range ds.pools {
		vk.DestroyDescriptorPool(d, p, nil)
	}
}

package gpu

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"

	"kernelscope/compute/gpu/internal/vkx"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
)

// Buffer is an array of 32-bit words on the device.
type Buffer struct {
	d      *Device
	id     uint64
	name   string
	words  int
	handle vk.Buffer
	memory vk.DeviceMemory
	bytes  int64    // of the memory
	mapped []uint32 // of a mapped buffer
	lacks  error    // why it has no memory; nil if it has
}

// Name returns the name, which appears in errors and validation messages.
func (b *Buffer) Name() string { return b.name }

// Len returns the length in words.
func (b *Buffer) Len() int { return b.words }

// HasMemory reports whether the buffer has memory. Commands that use another are omitted.
func (b *Buffer) HasMemory() bool { return b.lacks == nil }

// IsOn reports whether the buffer is on a device.
func (b *Buffer) IsOn(d *Device) bool { return b.d == d }

// Words are the contents of a mapped buffer, for the host to read and write
// while no submitted work uses them.
func (b *Buffer) Words() []uint32 { return b.mapped }

// Bytes are the same contents as Words.
func (b *Buffer) Bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(b.mapped))), 4*len(b.mapped))
}

// access is the kind of a buffer's memory.
type access int

const (
	onDevice  access = iota
	hostWrite        // mapped, for the host to write
	hostRead         // mapped, for the host to read
)

// What may fail on any device; tests make it so.
var (
	allocateMemory = vkx.Allocate
	mapMemory      = vk.MapMemory
)

// newBuffer makes a buffer. Every buffer has all usage flags, which cost nothing.
func (d *Device) newBuffer(name string, words int, where access) (*Buffer, error) {
	const usage = vk.BufferUsageStorageBufferBit | vk.BufferUsageTransferSrcBit | vk.BufferUsageTransferDstBit |
		vk.BufferUsageIndirectBufferBit | vk.BufferUsageIndexBufferBit | vk.BufferUsageVertexBufferBit
	if words = max(1, words); d.err != nil {
		return nil, d.err
	}
	if bytes := 4 * int64(words); where == onDevice && bytes > d.info.StorageBytes { // kernels bind no other
		return nil, fmt.Errorf("%w: %s needs %s, but %s allows at most %s in a storage buffer (maxStorageBufferRange)",
			fault.Limit, name, format.Bytes(bytes), d.info.Name, format.Bytes(d.info.StorageBytes))
	}
	b := &Buffer{d: d, id: d.id(), name: name, words: words}
	handle, need, r := vkx.CreateBuffer(d.handle, 4*words, usage)
	if err := ErrorOf(r, "create buffer", name); err != nil {
		return nil, err
	}
	b.handle = handle
	flags := [...][]vk.MemoryPropertyFlagBits{
		onDevice:  {vk.MemoryPropertyDeviceLocalBit, 0},
		hostWrite: {vk.MemoryPropertyHostVisibleBit | vk.MemoryPropertyHostCoherentBit},
		hostRead: {vk.MemoryPropertyHostVisibleBit | vk.MemoryPropertyHostCoherentBit | vk.MemoryPropertyHostCachedBit,
			vk.MemoryPropertyHostVisibleBit | vk.MemoryPropertyHostCoherentBit},
	}[where]
	memory, err := d.allocate(need, name, flags...)
	if err != nil {
		vk.DestroyBuffer(d.handle, handle, nil)
		return nil, err
	}
	b.memory, b.bytes = memory, int64(need.Size)
	d.held += b.bytes
	err = ErrorOf(vk.BindBufferMemory(d.handle, handle, memory, 0), "bind buffer", name)
	if err == nil && where != onDevice {
		var p unsafe.Pointer
		if err = ErrorOf(mapMemory(d.handle, memory, 0, vk.DeviceSize(vk.WholeSize), 0, &p), "map buffer", name); err == nil {
			b.mapped = unsafe.Slice((*uint32)(p), words)
		}
	}
	if err != nil {
		b.destroy()
		return nil, err
	}
	vkx.Name(d.handle, vk.ObjectTypeBuffer, handle, name)
	d.live[b] = living{"buffer " + name, b.destroy}
	return b, nil
}

// allocate allocates memory of the first kind of flags that the device has and that is not
// exhausted.
func (d *Device) allocate(need vkx.Need, name string, flags ...vk.MemoryPropertyFlagBits) (vk.DeviceMemory, error) {
	err := fmt.Errorf("%w: the device has no memory suitable for %s", fault.Limit, name)
	for _, f := range flags {
		t, ok := vkx.MemoryType(d.physical, need.Bits, f)
		if !ok {
			continue
		}
		var memory vk.DeviceMemory
		r := vk.Result(vk.ErrorOutOfDeviceMemory)
		if !d.fake.full(name) {
			memory, r = allocateMemory(d.handle, need.Size, t)
		}
		if err = ErrorOf(r, "allocate "+format.Bytes(int64(need.Size))+" for", name); err == nil {
			return memory, nil
		}
		if errors.Is(err, ErrOutOfMemory) {
			err = fmt.Errorf("%w, which has %s; buffers of this program hold %s of it%s", err, format.Bytes(d.info.Memory), format.Bytes(d.held), d.left())
		}
	}
	return nil, err
}

// left describes the free memory, if the device reports it.
func (d *Device) left() string {
	if n, known := vkx.MemoryLeft(d.physical); known {
		return fmt.Sprintf(", and %s are left", format.Bytes(n))
	}
	return ""
}

// TryBuffer is NewBuffer for callers that can continue without the buffer.
func (d *Device) TryBuffer(name string, words int) (*Buffer, error) {
	return d.newBuffer(name, words, onDevice)
}

// Release releases the buffer once no submitted work uses it.
func (b *Buffer) Release() {
	if b == nil || b.handle == nil || b.d.handle == nil {
		return
	}
	if _, live := b.d.live[b]; !live {
		return
	}
	delete(b.d.live, b)
	delete(b.d.changes, b.id)
	b.d.dropSets(b.d, b.id)
	b.d.retire(b.destroy)
}

func (b *Buffer) destroy() {
	vk.DestroyBuffer(b.d.handle, b.handle, nil)
	vk.FreeMemory(b.d.handle, b.memory, nil)
	b.d.held -= b.bytes
	b.handle, b.mapped = nil, nil
}

// NewMapped makes a buffer that the host writes and the device reads.
func (d *Device) NewMapped(name string, words int) (*Buffer, error) {
	return d.newBuffer(name, words, hostWrite)
}

// Small staging buffers are kept for the next write: making one takes longer than copying its
// contents. Large ones are not: while buffers of 4 MiB were kept, boxes of 2^20 elements were
// cut 4 % slower on an H200, perhaps since other buffers came to lie elsewhere.
const (
	maxStaging   = 8       // buffers kept
	minStaging   = 1 << 14 // words
	largeStaging = 1 << 18 // words from which a buffer is not kept
)

// stage returns a mapped buffer of at least n words for one write.
func (d *Device) stage(n int) (*Buffer, error) {
	for i, b := range d.staging {
		if b.words >= n {
			d.staging = slices.Delete(d.staging, i, i+1)
			return b, nil
		}
	}
	if n < largeStaging {
		n = max(minStaging, 1<<bits.Len(uint(n-1)))
	}
	return d.newBuffer("staging", n, hostWrite)
}

// unstage returns a buffer to the pool when its write has finished.
func (d *Device) unstage(b *Buffer) {
	if b.words >= largeStaging || len(d.staging) == maxStaging || b.d.handle == nil {
		b.Release()
		return
	}
	d.staging = append(d.staging, b)
}

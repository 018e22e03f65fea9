package gpu

import (
	"slices"

	vk "github.com/vulkan-go/vulkan"
)

// stages and accesses are sets of Vulkan's flags.
type (
	stages   = vk.PipelineStageFlagBits
	accesses = vk.AccessFlagBits
)

// use is an access of a command to a buffer. A command may use a buffer several times, even
// read and write it.
type use struct {
	buffer        uint64
	stage         stages
	reads, writes accesses // either may be zero
}

// planner finds the barriers needed between the commands of one command buffer. It tracks for
// each buffer the stages that wrote and read it, and the stages to which the writes were made
// visible since. One barrier covers all buffers: on the measured hardware it costs as much as
// one for a single buffer.
type planner struct {
	buffers map[uint64]*history
	last    []use // of the last command, and of those that run concurrently with it
}

// history records the uses of a buffer since its last write.
type history struct {
	wrote     stages // zero if it was not written
	wroteBy   accesses
	wroteSeen stages // ordered after the write, and see it
	read      stages // since
	readsSeen stages // ordered after the reads
}

// barrier is a global memory barrier.
type barrier struct {
	from, to             stages
	fromAccess, toAccess accesses
}

// plan returns the barrier needed before a command, if any, and records the command. A command
// beside the last one shares its buffers without a barrier: the last one has already waited for
// everything earlier.
func (p *planner) plan(uses []use, beside bool) (b barrier, needed bool) {
	if p.buffers == nil {
		p.buffers = map[uint64]*history{}
	}
	for _, u := range uses {
		b.to |= u.stage
		needed = needed || p.conflicts(u) && !(beside && p.isOfLast(u))
	}
	if needed {
		b.toAccess = accessesOf(b.to)
		for _, h := range p.buffers {
			b.from |= h.wrote | h.read
			b.fromAccess |= h.wroteBy
			h.wroteSeen |= b.to
			h.readsSeen |= b.to
		}
	}
	for _, u := range uses { // what came before a write no longer matters
		if u.writes != 0 && !(beside && p.isOfLast(u)) {
			*p.of(u.buffer) = history{}
		}
	}
	for _, u := range uses {
		h := p.of(u.buffer)
		if u.writes != 0 {
			h.wrote |= u.stage
			h.wroteBy |= u.writes
			h.wroteSeen = 0
		} else {
			h.read |= u.stage
			h.readsSeen = 0
		}
	}
	if !beside {
		p.last = p.last[:0]
	}
	p.last = append(p.last, uses...)
	return b, needed
}

// accessesOf returns all accesses of stages to buffers. Histories record stages, not accesses:
// what is visible to a stage is visible for reading and writing.
func accessesOf(s stages) (out accesses) {
	for _, of := range []struct {
		stages   vk.PipelineStageFlagBits
		accesses vk.AccessFlagBits
	}{
		{vk.PipelineStageTransferBit, vk.AccessTransferReadBit | vk.AccessTransferWriteBit},
		{vk.PipelineStageComputeShaderBit, vk.AccessShaderReadBit | vk.AccessShaderWriteBit},
		{vk.PipelineStageVertexShaderBit | vk.PipelineStageFragmentShaderBit, vk.AccessShaderReadBit},
		{vk.PipelineStageVertexInputBit, vk.AccessIndexReadBit | vk.AccessVertexAttributeReadBit},
		{vk.PipelineStageDrawIndirectBit, vk.AccessIndirectCommandReadBit},
	} {
		if s&of.stages != 0 {
			out |= of.accesses
		}
	}
	return out
}

// isOfLast reports whether the last command has waited for everything that a use of the same
// stage must wait for.
func (p *planner) isOfLast(u use) bool {
	return slices.ContainsFunc(p.last, func(l use) bool {
		return l.buffer == u.buffer && l.stage == u.stage && (l.writes != 0 || u.writes == 0)
	})
}

func (p *planner) conflicts(u use) bool {
	h, known := p.buffers[u.buffer]
	if !known {
		return false
	}
	unseenWrite := h.wrote != 0 && u.stage&^h.wroteSeen != 0
	unseenRead := u.writes != 0 && h.read != 0 && u.stage&^h.readsSeen != 0
	return unseenWrite || unseenRead
}

func (p *planner) of(buffer uint64) *history {
	h, known := p.buffers[buffer]
	if !known {
		h = &history{}
		p.buffers[buffer] = h
	}
	return h
}

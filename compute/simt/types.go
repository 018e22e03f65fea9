package simt

// shape is what a type is made of.
type shape uint8

const (
	isVoid shape = iota
	isBool
	isInt
	isFloat
	isVector
	isMatrix
	isArray
	isRuntimeArray
	isStruct
	isPointer
	isFunctionType
	isImage
	isSampledImage // with a sampler; its element is the image
)

// typ is a type after specialization.
type typ struct {
	id      uint32
	shape   shape
	width   int // of a number, in bits
	signed  bool
	elem    *typ // of a vector, matrix (its columns), array or pointer
	count   int  // of elements
	members []*typ
	class   uint32 // storage class of a pointer
	words   int    // registers of a value

	image   imageType
	stride  uint32 // of an array with an explicit layout, bytes
	offsets []uint32
	matrix  []matrixLayout // of members
	name    string
}

// matrixLayout is how a matrix lies in memory (MatrixStride, RowMajor).
type matrixLayout struct {
	stride   uint32
	rowMajor bool
}

// Most registers of a value, words of all variables of an invocation, bytes of shared memory, and words of the
// registers of a workgroup.
const (
	maxValue  = 1 << 12
	maxLocals = 1 << 16
	maxShared = 1 << 20
	maxWords  = 1 << 26
)

func (t *typ) isScalar() bool { return t.shape == isBool || t.shape == isInt || t.shape == isFloat }

// scalar returns the type of the components of a scalar or vector.
func (t *typ) scalar() *typ {
	if t.shape == isVector {
		return t.elem
	}
	return t
}

// components returns the number of components of a scalar or vector, and 0 for other types.
func (t *typ) components() int {
	switch {
	case t.shape == isVector:
		return t.count
	case t.isScalar():
		return 1
	}
	return 0
}

// typeOf returns the type with an id.
func (c *compiler) typeOf(id uint32) *typ {
	if t, ok := c.types[id]; ok {
		if t == nil {
			refuse("type %%%d contains itself", id)
		}
		return t
	}
	in := c.m.defs[id]
	if in == nil {
		refuse("%%%d is not a type", id)
	}
	c.types[id] = nil
	t := c.makeType(in)
	t.id, t.name = id, c.m.names[id]
	if t.words > maxLocals {
		refuse("%s: %d words, at most %d are supported", c.m.at(in), t.words, maxLocals)
	}
	c.types[id] = t
	return t
}

func (c *compiler) makeType(in *instruction) *typ {
	arg := func(i int) uint32 { return c.m.arg(in, i) }
	need := func(ok bool, what string) {
		if !ok {
			refuse("%s: %s", c.m.at(in), what)
		}
	}
	switch in.op {
	case opTypeVoid:
		return &typ{shape: isVoid}
	case opTypeBool:
		return &typ{shape: isBool, width: 1, words: 1}
	case opTypeInt, opTypeFloat:
		t := &typ{shape: isFloat, width: int(arg(0)), words: 1}
		if in.op == opTypeInt {
			t.shape, t.signed = isInt, arg(1) != 0
			need(integers[t.width] != nil, "its width is not 8, 16, 32 or 64 bits")
		}
		need(t.shape == isInt || floats[t.width] != nil, "its width is not 16, 32 or 64 bits")
		if t.width == 64 {
			t.words = 2
		}
		return t
	case opTypeVector, opTypeMatrix:
		t := &typ{shape: isVector, elem: c.typeOf(arg(0)), count: int(arg(1))}
		need(t.count >= 2 && t.count <= 4, "it has not 2 to 4 elements")
		if in.op == opTypeMatrix {
			t.shape = isMatrix
			need(t.elem.shape == isVector && t.elem.elem.shape == isFloat, "its columns are not vectors of floats")
		} else {
			need(t.elem.isScalar(), "its components are not scalars")
		}
		t.words = t.count * t.elem.words
		return t
	case opTypeArray:
		t := &typ{shape: isArray, elem: c.typeOf(arg(0)), count: int(c.constantWord(arg(1))), stride: c.word(in.result, decArrayStride)}
		need(t.elem.shape != isImage && t.elem.shape != isSampledImage, "arrays of images are not supported")
		need(t.elem.words > 0 && t.count > 0 && t.count <= maxLocals, "its length is 0, or more than is supported")
		t.words = t.count * t.elem.words
		return t
	case opTypeRuntimeArray:
		t := &typ{shape: isRuntimeArray, elem: c.typeOf(arg(0)), stride: c.word(in.result, decArrayStride)}
		need(t.stride > 0 && t.elem.words > 0, "it lacks ArrayStride")
		return t
	case opTypeStruct:
		return c.structure(in)
	case opTypePointer:
		return &typ{shape: isPointer, class: arg(0), elem: c.typeOf(arg(1))}
	case opTypeImage:
		return c.imageOf(in)
	case opTypeSampledImage:
		t := &typ{shape: isSampledImage, elem: c.typeOf(arg(0))}
		need(t.elem.shape == isImage && !t.elem.image.storage, "its image is not sampled")
		return t
	case opTypeFunction:
		return &typ{shape: isFunctionType}
	}
	refuse("%s is not a type that is supported here", c.m.at(in))
	return nil
}

func (c *compiler) structure(in *instruction) *typ {
	t := &typ{shape: isStruct, count: len(in.args)}
	for i, id := range in.args {
		m := c.typeOf(id)
		if m.shape == isRuntimeArray && i+1 < len(in.args) {
			refuse("%s: a runtime array is not its last member", c.m.at(in))
		}
		offset, layout := uint32(0), matrixLayout{}
		for _, d := range c.m.members[[2]uint32{in.result, uint32(i)}] {
			switch {
			case d.kind == decOffset && len(d.args) > 0:
				offset = d.args[0]
			case d.kind == decMatrixStride && len(d.args) > 0:
				layout.stride = d.args[0]
			case d.kind == decRowMajor:
				layout.rowMajor = true
			}
		}
		t.members, t.offsets, t.matrix = append(t.members, m), append(t.offsets, offset), append(t.matrix, layout)
		t.words += m.words
	}
	return t
}

// word returns the operand of a decoration, or 0.
func (c *compiler) word(id, kind uint32) uint32 {
	for _, d := range c.m.decorations[id] {
		if d.kind == kind && len(d.args) > 0 {
			return d.args[0]
		}
	}
	return 0
}

func (c *compiler) has(id, kind uint32) bool {
	for _, d := range c.m.decorations[id] {
		if d.kind == kind {
			return true
		}
	}
	return false
}

// parts returns the types of the elements of a composite.
func (t *typ) part(i int) *typ {
	switch {
	case i < 0 || i >= t.count:
		return nil
	case t.shape == isStruct:
		return t.members[i]
	}
	return t.elem
}

// at returns the first register of element i within a value.
func (t *typ) at(i int) int {
	if t.shape != isStruct {
		return i * t.elem.words
	}
	at := 0
	for _, m := range t.members[:i] {
		at += m.words
	}
	return at
}

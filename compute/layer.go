package compute

// Layer is a buffer, or a part of one, that pictures draw from and inspectors read
// between two steps. Subjects declare layers; buffers are never looked up by name.
type Layer struct {
	Kind   LayerKind
	Name   string // for people
	Buffer Buffer
	First  int // word of the first entry
	Count  int // entries
	Stride int // words of an entry
	// Unordered layers are sets: the order of their entries may differ from run to run.
	Unordered bool
	// Type says what an entry is, for people; empty for numbers of 32 bits.
	Type string
	// Text writes an entry; nil writes its words.
	Text func(entry []uint32) string
}

// LayerKind says what the words of a layer mean. Each family declares its own.
type LayerKind string

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
}

// LayerKind says what the words of a layer mean. Each family declares its own.
type LayerKind string

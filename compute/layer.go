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
	// Entry is what an entry belongs to, where a person points at it: a node, a key.
	Entry string
	// Of returns where the algorithm has what an entry shows; nil where that is the entry itself.
	Of func(entry int) Source
}

// Source is where an algorithm has a value that a layer shows.
type Source struct {
	Buffer Buffer // nil if it has the value nowhere
	Word   int
	// Also has the value in turn with Buffer, if it is not nil.
	Also Buffer
	// Mask has the bits of the word that are the value, which is written when the first of them is set; 0 for all
	// bits, and any write.
	Mask uint32
	// Step is the step that shows how the value is written, of a subject that only replays; 0 for others.
	Step int
}

// Named is the name by which a person asks for an entry.
func (l *Layer) Named() string {
	if l.Entry != "" {
		return l.Entry
	}
	return string(l.Kind)
}

// Source returns where the algorithm has what an entry shows.
func (l *Layer) Source(entry int) Source {
	if l.Of != nil {
		return l.Of(entry)
	}
	return Source{Buffer: l.Buffer, Word: l.First + entry*l.Stride}
}

// LayerKind says what the words of a layer mean. Each family declares its own.
type LayerKind string

package sorting

import (
	"slices"

	"kernelscope/compute"
)

// radixWork is what a pass of a radix sort takes for a key, in stages of a network.
const radixWork = 4

// Record records all parts of a step.
func (s Step) Record(e compute.Encoder) { s.Parts.Record(e) }

// Record records all steps.
func (s *Sort) Record(e compute.Encoder) {
	for _, step := range s.Steps {
		step.Record(e)
	}
}

// Submissions divides all steps so that none takes longer than a quarter of a second, as
// far as their parts allow, and none has more steps than were asked for.
func (s *Sort) Submissions() (out []compute.Parts) {
	batch := s.batch
	if batch == 0 {
		batch = max(1, len(s.Steps))
	}
	for steps := range slices.Chunk(s.Steps, batch) {
		var parts compute.Parts
		for _, step := range steps {
			parts = append(parts, step.Parts...)
		}
		out = append(out, parts.Submissions(s.work)...)
	}
	return out
}

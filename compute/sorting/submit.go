package sorting

import (
	"slices"

	"kernelscope/compute"
)

// radixWork is the work of a radix pass per key, in stages of a network.
const radixWork = 4

// Record records all parts of a step.
func (s Step) Record(e compute.Encoder) { s.Parts.Record(e) }

// Record records all steps.
func (s *Sort) Record(e compute.Encoder) {
	for _, step := range s.Steps {
		step.Record(e)
	}
}

// Submissions divides all steps into submissions of at most a quarter of a second, as far as
// their parts allow, and of at most the requested number of steps.
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

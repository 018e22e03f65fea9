package sorting

import "kernelscope/compute"

// Part is work of a step that one submission makes.
type Part struct {
	// Work is a measure of its time on one device: keys times stages of a network, or what
	// takes as long.
	Work   int
	Record func(compute.Encoder)
}

// radixWork is what a pass of a radix sort takes for a key, in stages of a network.
const radixWork = 4

// submissionWork is the work that takes less than a quarter of a second on slow devices of a
// kind, so that windows answer and signals are heard: two processors make some 2^27 a second,
// small GPUs some 2^33.
func submissionWork(l compute.Limits) int {
	if l.IsSoftware {
		return softwareWork
	}
	return 1 << 31
}

var softwareWork = 1 << 24 // another one in tests

// whole is a step of one part.
func whole(work int, record func(compute.Encoder)) []Part { return []Part{{work, record}} }

// inParts divides n things, such as invocations, into parts as large as can be while their
// work, each as given, does not exceed a limit; but one thing at least.
func inParts(n, limit, each int, record func(e compute.Encoder, first, n int)) (parts []Part) {
	most := max(1, limit/each)
	for first := 0; first == 0 || first < n; first += most {
		some := min(most, n-first)
		parts = append(parts, Part{some * each, func(e compute.Encoder) { record(e, first, some) }})
	}
	return parts
}

// Record records all parts of a step.
func (s Step) Record(e compute.Encoder) {
	for _, p := range s.Parts {
		p.Record(e)
	}
}

// Record records all steps.
func (s *Sort) Record(e compute.Encoder) {
	for _, step := range s.Steps {
		step.Record(e)
	}
}

// Submission is work that is submitted as a whole: some steps, or parts of them.
type Submission []Part

// Record records all its work.
func (s Submission) Record(e compute.Encoder) {
	for _, p := range s {
		p.Record(e)
	}
}

// Submissions divides all steps so that none takes longer than a quarter of a second, as
// far as their parts allow, and none has more steps than were asked for.
func (s *Sort) Submissions() (out []Submission) {
	var now Submission
	work, steps := 0, 0
	flush := func() {
		if len(now) > 0 {
			out = append(out, now)
		}
		now, work, steps = nil, 0, 0
	}
	for _, step := range s.Steps {
		if s.batch > 0 && steps == s.batch {
			flush()
		}
		for _, p := range step.Parts {
			if work+p.Work > s.work {
				flush()
			}
			now, work = append(now, p), work+p.Work
		}
		steps++
	}
	flush()
	return out
}

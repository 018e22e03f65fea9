package compute

import "context"

// Part is work that one submission executes as a whole.
type Part struct {
	// Work estimates its time on a device, in keys times stages of a merge network. Limits.Work
	// has the same unit.
	Work   int
	Record func(Encoder)
}

// Parts are executed in order.
type Parts []Part

// Whole is work in one part.
func Whole(work int, record func(Encoder)) Parts { return Parts{{work, record}} }

// Divide divides n things, such as workgroups, into the largest parts whose work, the given
// amount per thing, does not exceed a limit. A part has at least one thing.
func Divide(n, limit, each int, record func(e Encoder, first, n int)) (parts Parts) {
	most := max(1, limit/max(1, each))
	for first := 0; first == 0 || first < n; first += most {
		some := min(most, n-first)
		parts = append(parts, Part{some * each, func(e Encoder) { record(e, first, some) }})
	}
	return parts
}

// Run submits all work to a backend in submissions of the size that its limits allow, and waits for all but the last one.
func (parts Parts) Run(ctx context.Context, be Backend) error {
	for i, s := range parts.Submissions(be.Limits().Work) {
		if i > 0 {
			if err := be.Flush(ctx); err != nil {
				return err
			}
		}
		s.Record(be)
	}
	return nil
}

// Record records all work.
func (parts Parts) Record(e Encoder) {
	for _, p := range parts {
		p.Record(e)
	}
}

// Submissions joins consecutive parts into submissions that do not exceed a limit, unless a
// single part does.
func (parts Parts) Submissions(limit int) (out []Parts) {
	first, work := 0, 0
	for i, p := range parts {
		if i > first && work+p.Work > limit {
			out = append(out, parts[first:i])
			first, work = i, 0
		}
		work += p.Work
	}
	if first < len(parts) {
		out = append(out, parts[first:])
	}
	return out
}

// Work that takes less than a quarter of a second on slow devices of a kind, so that windows
// answer and signals are heard: two processors make some 2^27 a second, small GPUs some 2^33.
const (
	SoftwareWork = 1 << 24
	HardwareWork = 1 << 31
)

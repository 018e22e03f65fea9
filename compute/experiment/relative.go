package experiment

import "slices"

// Relatives describes each setting in each group, as ByGroup does, with its speed: how
// many times as fast it is as the base of the group, case by case. The base is the
// reference where the plan measures it, else the setting with the least median wall time,
// whose speed is 1.
func (p Plan) Relatives(rows []Row) (out []Summary) {
	all := p.ByGroup(rows)
	base := p.bases(all)
	for _, s := range all {
		if b, ok := base[s.Group]; ok {
			s.compare(b)
		}
		if s.Speed != nil {
			out = append(out, s)
		}
	}
	return out
}

// Than says what speeds of a relative plan are relative to.
func (p Plan) Than() string {
	if p.Reference {
		return p.Words.Reference
	}
	return "the best setting of each " + p.Words.Group
}

// bases returns what settings are compared with, by group.
func (p Plan) bases(all []Summary) map[int]Summary {
	base := map[int]Summary{}
	for _, s := range all {
		best, ok := base[s.Group]
		switch {
		case p.Reference && s.Setting != Reference:
		case !ok || s.Wall.Median < best.Wall.Median:
			base[s.Group] = s
		}
	}
	return base
}

// compare finds the speeds of the cases that a base has too.
func (s *Summary) compare(base Summary) {
	for i, c := range s.cases {
		if k := slices.Index(base.cases, c); k >= 0 && s.Walls[i] > 0 {
			s.Speeds = append(s.Speeds, base.Walls[k]/s.Walls[i])
		}
	}
	if len(s.Speeds) > 0 {
		stat := StatOf(s.Speeds)
		s.Speed = &stat
	}
}

// speed is the column of the speed of a row in the CSV file of a relative plan.
const speed = "speed"

// withSpeeds states in each row how many times as fast it is as its case with the base of
// its group.
func (p Plan) withSpeeds(rows []Row) []Row {
	base := p.bases(p.ByGroup(rows))
	out := slices.Clone(rows)
	for i, r := range out {
		b := base[r.Group]
		if k := slices.Index(b.cases, caseKey{r.Input, r.Case}); k >= 0 && r.Wall > 0 {
			out[i].Facts = slices.Clip(r.Facts)
			out[i].State(speed, b.Walls[k]/r.Wall)
		}
	}
	return out
}

package inside

import (
	"fmt"
	"regexp"
	"slices"

	"kernelscope/compute/simt"
	"kernelscope/internal/format"
)

// Sentence says what limits a dispatch.
type Sentence struct {
	Rule string // its name
	Text string
	Line simt.Line // or zero
}

// rule returns a sentence if it holds. Each has a shader in testdata that it is true of, which is then mended.
type rule struct {
	name  string
	holds func(s *sums) (text string, at simt.Line)
}

// sums are what the rules compare.
type sums struct {
	*Count
	instructions, sectors, rounds int64 // of all lines
	subgroups                     int64 // that were executed
	single                        int64 // instructions that single lanes execute
	slots, idle                   int64 // lanes of all instructions, and those that are idle where most are but one is not alone
}

// part is the part of all that a line must have of what a rule is about.
const part = 0.1

// Sentences returns what limits the dispatch, in no more than a sentence for each rule.
func (c *Count) Sentences() (out []Sentence) {
	if c.difference != nil {
		return c.difference.sentences
	}
	s := &sums{Count: c, subgroups: int64(c.Groups() * c.subgroups())}
	for _, r := range c.Rows {
		s.instructions += r.Instructions
		s.sectors += r.Sectors
		s.rounds += r.BankRounds
		s.slots += r.Instructions * int64(c.Width)
		switch {
		case s.alone(r):
			s.single += r.Instructions
		case s.sparse(r):
			s.idle += r.Instructions*int64(c.Width) - r.Lanes
		}
	}
	for _, r := range rules {
		if text, at := r.holds(s); text != "" {
			out = append(out, Sentence{r.name, text, at})
		}
	}
	return out
}

// subgroups is the number of a workgroup.
func (c *Count) subgroups() int { return (c.Grid.Size + c.Width - 1) / c.Width }

// alone reports whether single lanes execute a line, of subgroups with several.
func (c *Count) alone(r Row) bool {
	return c.Width >= 4 && r.Instructions > 0 && float64(r.Lanes) < 1.5*float64(r.Instructions)
}

// sparse reports whether fewer than 60 % of lanes execute a line.
func (c *Count) sparse(r Row) bool {
	return r.Instructions > 0 && float64(r.Lanes) < 0.6*float64(r.Instructions*int64(c.Width))
}

// worst returns the row with the greatest number, if that is above zero.
func (c *Count) worst(measure func(r Row) float64) (worst Row, v float64) {
	for _, r := range c.Rows {
		if x := measure(r); x > v {
			worst, v = r, x
		}
	}
	return worst, v
}

func of(a, b int64) float64 { return float64(a) / float64(max(1, b)) }

var loop = regexp.MustCompile(`\b(for|while|do)\b`)

var rules = []rule{
	{"scattered", func(s *sums) (string, simt.Line) {
		r, _ := s.worst(func(r Row) float64 {
			n, least := of(r.Sectors, r.Requests), of(r.MinSectors, r.Requests)
			if n < 2*least || n < least+2 || of(r.Sectors, s.sectors) < part {
				return 0
			}
			return float64(r.Sectors - r.MinSectors)
		})
		return say(r, "%s sectors a request at line %v, %s possible: neighbouring lanes access words that are not contiguous",
			number(of(r.Sectors, r.Requests)), r.Line, number(of(r.MinSectors, r.Requests)))
	}},
	{"shifted", func(s *sums) (string, simt.Line) {
		r, _ := s.worst(func(r Row) float64 {
			n, least := of(r.Sectors, r.Requests), of(r.MinSectors, r.Requests)
			whole := r.AccessLanes == r.Requests*int64(s.Width) && r.Requests == r.Accesses && r.Addresses == 0
			if !whole || least < 2 || n < 1.05*least || n > least+1 || of(r.Sectors, s.sectors) < part {
				return 0
			}
			return float64(r.Sectors - r.MinSectors)
		})
		return say(r, "%s sectors a request at line %v, %s possible: subgroups begin in the middle of a sector",
			number(of(r.Sectors, r.Requests)), r.Line, number(of(r.MinSectors, r.Requests)))
	}},
	{"banks", func(s *sums) (string, simt.Line) {
		r, _ := s.worst(func(r Row) float64 {
			if r.Conflicts < r.Shared || of(r.BankRounds, s.rounds) < part || of(r.BankRounds, s.instructions) < part/10 {
				return 0
			}
			return float64(r.Conflicts)
		})
		return say(r, "%s rounds at line %v, %s possible: lanes meet in one bank",
			number(of(r.BankRounds, r.Shared)), r.Line, number(of(r.BankRounds-r.Conflicts, r.Shared)))
	}},
	{"atomics", func(s *sums) (string, simt.Line) {
		r, _ := s.worst(func(r Row) float64 {
			if r.AtomicLanes < 4*r.Addresses || of(r.AtomicLanes-r.Addresses, s.instructions) < part {
				return 0
			}
			return float64(r.AtomicLanes)
		})
		return say(r, "%s lanes on one address at line %v: one after the other", number(of(r.AtomicLanes, r.Addresses)), r.Line)
	}},
	{"front", func(s *sums) (string, simt.Line) {
		all := int64(s.Groups() * s.Grid.Size)
		busy, most := s.busy()
		if 5*busy > 3*s.subgroups || !most || s.empty() {
			return "", simt.Line{}
		}
		r, _ := s.worst(func(r Row) float64 { // all subgroups that arrive are whole, but the last
			once := r.Executions > 0 && r.Executions <= busy && r.Reached > (r.Executions-1)*int64(s.Width)
			if !once || s.alone(r) || of(r.Reached, all) > 0.6 {
				return 0
			}
			return float64(r.Instructions)
		})
		return say(r, "%s of %s invocations are idle at line %v: there is work for %s", format.Thousands(all-r.Reached), format.Thousands(all), r.Line,
			format.Thousands(r.Reached))
	}},
	{"loop", func(s *sums) (string, simt.Line) {
		return s.parted(true, "repeat the loop %s a different number of times")
	}},
	{"branch", func(s *sums) (string, simt.Line) { return s.parted(false, "part %s") }},
	{"single", func(s *sums) (string, simt.Line) {
		r, _ := s.worst(func(r Row) float64 {
			if !s.alone(r) || of(s.single, s.instructions) < 0.25 {
				return 0
			}
			return float64(r.Instructions)
		})
		return say(r, "one of %d lanes works at line %v: single lanes execute %.0f %% of the instructions of subgroups", s.Width, r.Line,
			100*of(s.single, s.instructions))
	}},
	{"imbalance", func(s *sums) (string, simt.Line) {
		works := s.working()
		if x := works.Imbalance(); works.Groups() >= 4 && x >= 2 {
			return fmt.Sprintf("the longest of %s executes %s times the mean", format.Plural(works.Groups(), "workgroup", "workgroups"), number(x)), simt.Line{}
		}
		return "", simt.Line{}
	}},
	{"empty", func(s *sums) (string, simt.Line) {
		if n := s.Groups() - s.working().Groups(); s.empty() {
			return fmt.Sprintf("%d of %d workgroups end without work: the grid is too large", n, s.Groups()), simt.Line{}
		}
		return "", simt.Line{}
	}},
	{"waiting", func(s *sums) (string, simt.Line) {
		r, _ := s.worst(func(r Row) float64 {
			if of(r.Waited, r.Waited+r.Worked) < 0.4 || of(r.Waited, s.instructions) < 2*part {
				return 0
			}
			return float64(r.Waited)
		})
		return say(r, "subgroups wait %.0f %% of the time before the barrier at line %v: others have more to do",
			100*of(r.Waited, r.Waited+r.Worked), r.Line)
	}},
	{"barriers", func(s *sums) (string, simt.Line) {
		barriers := int64(0)
		for _, r := range s.Rows {
			barriers += r.Barriers
		}
		r, _ := s.worst(func(r Row) float64 { return float64(r.Barriers) })
		if s.Count.subgroups() < 2 || barriers < 8*s.subgroups || of(s.instructions, barriers) > 30 {
			return "", simt.Line{}
		}
		return say(r, "subgroups come to a barrier every %.0f instructions, %.0f times: most often at line %v", of(s.instructions, barriers), of(barriers, s.subgroups), r.Line)
	}},
	{"size", func(s *sums) (string, simt.Line) {
		lack := s.Count.subgroups()*s.Width - s.Grid.Size
		if float64(lack) < part*float64(s.Count.subgroups()*s.Width) {
			return "", simt.Line{}
		}
		return fmt.Sprintf("%d of %d lanes of each workgroup do not exist: it has %d invocations", lack, s.Count.subgroups()*s.Width, s.Grid.Size), simt.Line{}
	}},
	{"alone", func(s *sums) (string, simt.Line) {
		if s.Grid.X*s.Grid.Y != 1 || s.Lengths[0] < 5000 {
			return "", simt.Line{}
		}
		return fmt.Sprintf("one workgroup does everything, %s instructions one after the other", format.Thousands(s.Lengths[0])), simt.Line{}
	}},
}

// say returns a text about a row, or nothing about none.
func say(r Row, form string, values ...any) (string, simt.Line) {
	if r.Line.File == "" {
		return "", simt.Line{}
	}
	return fmt.Sprintf(form, values...), r.Line
}

// parted says that lanes of a subgroup are idle because others execute something else, or the loop once more.
func (s *sums) parted(loops bool, why string) (string, simt.Line) {
	from, _ := s.worst(func(r Row) float64 {
		if of(r.Divergent, r.Executions) < 0.05 {
			return 0
		}
		return float64(r.Divergent)
	})
	if of(s.idle, s.slots) < 0.2 || from.Divergent == 0 || loop.MatchString(from.Text) != loops {
		return "", simt.Line{}
	}
	r, _ := s.worst(func(r Row) float64 {
		if !s.sparse(r) || s.alone(r) {
			return 0
		}
		return float64(r.Instructions*int64(s.Width) - r.Lanes)
	})
	where := "there"
	if from.Line != r.Line {
		where = "at line " + from.Line.String()
	}
	return say(r, "%.0f of %d lanes are idle at line %v: lanes of a subgroup "+why, float64(s.Width)-of(r.Lanes, r.Instructions), s.Width, r.Line, where)
}

// busy is the number of subgroups that execute at least a third of what the busiest does, and whether they execute most of all.
func (c *Count) busy() (n int64, most bool) {
	theirs, all := int64(0), int64(0)
	busiest := slices.Max(append([]int64{0}, c.Works...))
	for _, x := range c.Works {
		if 3*x >= busiest {
			n, theirs = n+1, theirs+x
		}
		all += x
	}
	return n, 2*theirs > all
}

// empty reports whether half of the workgroups or more have nothing to do.
func (c *Count) empty() bool { return c.Groups() >= 4 && 2*c.working().Groups() <= c.Groups() }

// short is the number of instructions in which a workgroup finds that it has nothing to do.
const short = 64

// working returns the lengths of workgroups that have something to do: all but short ones, of at most a twentieth of the longest.
func (c *Count) working() *Count {
	longest := slices.Max(append([]int64{0}, c.Lengths...))
	out := &Count{}
	for _, n := range c.Lengths {
		if 20*n > longest || n > short {
			out.Lengths = append(out.Lengths, n)
		}
	}
	return out
}

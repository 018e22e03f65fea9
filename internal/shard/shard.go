// Package shard divides work into parts for independent processes, and records in each part's file
// to which whole it belongs. It starts no process.
package shard

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"kernelscope/internal/fault"
)

// MaxCount is the greatest number of parts: the digits of a name.
const MaxCount = 9999

// Part is one of Count parts, numbered from 0. The zero Part is the whole.
type Part struct {
	Index int `json:"index"`
	Count int `json:"count"`
}

// Parse reads a part: 3/8.
func Parse(text string) (p Part, err error) {
	index, count, ok := strings.Cut(text, "/")
	if p.Index, err = strconv.Atoi(index); err == nil {
		p.Count, err = strconv.Atoi(count)
	}
	if !ok || err != nil || p.Index < 0 || p.Index >= p.Count || p.Count > MaxCount {
		return Part{}, fmt.Errorf("%.40q is not a part such as 0/8, the first of eight, or 7/8, the last; at most %d are possible", text, MaxCount)
	}
	return p, nil
}

// Set is Parse, for flags.
func (p *Part) Set(text string) (err error) {
	*p, err = Parse(text)
	return err
}

// String writes a part as Parse reads it, and the whole as nothing.
func (p Part) String() string {
	if !p.On() {
		return ""
	}
	return fmt.Sprintf("%d/%d", p.Index, p.Count)
}

// Type names the value in the help of flags.
func (Part) Type() string { return "i/n" }

// On reports whether this is a part, and not the whole.
func (p Part) On() bool { return p.Count > 0 }

// Cut returns the range of n things that belongs to this part, from first to before end. Parts
// are contiguous and differ by at most one thing.
func (p Part) Cut(n int) (first, end int) {
	if !p.On() {
		return 0, n
	}
	at := func(i int) int { return int(int64(n) * int64(i) / int64(p.Count)) }
	return at(p.Index), at(p.Index + 1)
}

// Has reports whether the k-th thing belongs to this part if neighbours, which take about the
// same time, are spread over all parts.
func (p Part) Has(k int) bool { return !p.On() || k%p.Count == p.Index }

// Of returns a part of this part, with neighbours spread as by Has.
func (p Part) Of(index, count int) Part {
	if !p.On() {
		return Part{index, count}
	}
	return Part{p.Index + p.Count*index, p.Count * count}
}

// File returns the name of this part of a file: OUT-0003-of-0008.parquet.
func (p Part) File(path string) string {
	if !p.On() || path == "" || path == "-" {
		return path
	}
	ending := filepath.Ext(path)
	return fmt.Sprintf("%s-%04d-of-%04d%s", strings.TrimSuffix(path, ending), p.Index, p.Count, ending)
}

// Origin describes the whole to which a part belongs.
type Origin struct {
	Part
	File  string // where it was found
	Facts map[string]string
}

// Facts of a part. The facts of All are the same in all parts of a whole.
const (
	Shard    = "shard"
	Command  = "command"       // all words that the result depends on
	Question = "inputs_sha256" // of everything that was asked, of all parts
	Graph    = "graph_sha256"
	Version  = "version"
)

// same are the facts that parts have in common, in the order in which they are compared, and
// what a part is called that differs.
var same = []struct{ fact, words string }{
	{Graph, "of another graph"}, {Command, "of another command"}, {Question, "made from other inputs"}, {Version, "made by another version"},
}

// Whole checks that parts form one whole, each present once, and sorts them. Errors are of kind
// fault.Input.
func Whole(parts []Origin) ([]Origin, error) {
	if len(parts) == 0 {
		return nil, fmt.Errorf("%w: there are no parts", fault.Input)
	}
	first := parts[0]
	ordered := make([]Origin, first.Count)
	for _, p := range parts {
		if p.Count != first.Count {
			return nil, fmt.Errorf("%w: %s is one of %d parts, %s one of %d", fault.Input, p.File, p.Count, first.File, first.Count)
		}
		for _, s := range same {
			if a, b := p.Facts[s.fact], first.Facts[s.fact]; a != b {
				return nil, fmt.Errorf("%w: %s is %s than %s: %s, not %s", fault.Input, p.File, s.words, first.File, shown(a), shown(b))
			}
		}
		if other := ordered[p.Index]; other.On() {
			return nil, fmt.Errorf("%w: part %s appears twice: %s and %s", fault.Input, p.Part, other.File, p.File)
		}
		ordered[p.Index] = p
	}
	var missing []string
	for i, p := range ordered {
		if !p.On() {
			missing = append(missing, strconv.Itoa(i))
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%w: %d of %d parts are missing: %s", fault.Input, len(missing), first.Count, shortened(missing))
	}
	return ordered, nil
}

// shown is a fact in a message; of a checksum the beginning is enough.
func shown(fact string) string {
	const digits = 64
	if len(fact) == digits && !strings.Contains(fact, " ") {
		fact = fact[:12] + "…"
	}
	return fmt.Sprintf("%.300q", fact)
}

// shortened lists words, of many the first ones.
func shortened(words []string) string {
	const most = 20
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(words[:most], ", "), len(words)-most)
}

// Facts returns the facts of a whole: the common facts of its parts, and differing ones, such
// as their devices, as a list.
func Facts(parts []Origin) map[string]string {
	facts := map[string]string{}
	for _, p := range parts {
		for name, value := range p.Facts {
			switch had, ok := facts[name]; {
			case name == Shard:
			case !ok:
				facts[name] = value
			case !strings.Contains("; "+had+"; ", "; "+value+"; "):
				facts[name] = had + "; " + value
			}
		}
	}
	return facts
}

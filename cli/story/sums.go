package story

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"strings"

	"kernelscope/compute/gpu"
	"kernelscope/studio"
	"kernelscope/watch"
)

// Sums are hashes of what a storyboard has shown. Events and results are the same on every
// device, pixels on one driver.
type Sums struct {
	Frames                  int
	Events, Results, Pixels string // 24 digits each
	Driver                  string // that has drawn the pixels
}

// sums are hashes in the making.
type sums struct {
	frames                  int
	events, results, pixels hash.Hash
	driver                  string
}

func newSums(i gpu.Info) *sums {
	return &sums{events: sha256.New(), results: sha256.New(), pixels: sha256.New(), driver: driverOf(i)}
}

// driverOf names a device and its driver, in at most 72 bytes.
func driverOf(i gpu.Info) string {
	driver := strings.ToValidUTF8(i.Name+", "+i.Driver, "?")
	return strings.TrimSpace(driver[:min(len(driver), 72)])
}

// tell writes what there is of each run.
func tell(to hash.Hash, n studio.Now, ended bool) error {
	for _, r := range n.Runs {
		t := watch.Told{Title: r.Title, Event: r.Event, Done: r.Done}
		if ended && r.Verdict.Heard {
			right := r.Verdict.Wrong == nil
			t.Right = &right
		}
		if err := t.Write(to); err != nil {
			return err
		}
	}
	return nil
}

// event notes the events of a frame.
func (s *sums) event(n studio.Now) error {
	s.frames++
	return tell(s.events, n, false)
}

// result notes what the end of a step has established.
func (s *sums) result(n studio.Now) error { return tell(s.results, n, true) }

// frame notes the pixels of a frame.
func (s *sums) frame(pixels []byte) { s.pixels.Write(pixels) }

func (s *sums) all() Sums {
	digits := func(h hash.Hash) string { return fmt.Sprintf("%x", h.Sum(nil)[:12]) }
	return Sums{s.frames, digits(s.events), digits(s.results), digits(s.pixels), s.driver}
}

// Text is a line that parseSums reads.
func (s Sums) Text() string {
	return fmt.Sprintf(sumsText, s.Frames, s.Events, s.Results, s.Pixels) + s.Driver
}

const sumsText = "%d frames, events %s results %s pixels %s drawn by "

// parseSums reads what Text has written; ok is false for another text.
func parseSums(text string) (s Sums, ok bool) {
	n, err := fmt.Sscanf(text, sumsText, &s.Frames, &s.Events, &s.Results, &s.Pixels)
	if n != 4 || err != nil {
		return Sums{}, false
	}
	_, s.Driver, ok = strings.Cut(text, " drawn by ")
	return s, ok
}

// compare says what another play of the storyboard has shown otherwise. Pixels are not compared.
func (s Sums) compare(o Sums) error {
	switch {
	case s.Frames != o.Frames:
		return fmt.Errorf("it has %d frames, and the storyboard has %d", s.Frames, o.Frames)
	case s.Events != o.Events:
		return fmt.Errorf("its events have the hash %s, and the storyboard's have %s", s.Events, o.Events)
	case s.Results != o.Results:
		return fmt.Errorf("its results have the hash %s, and the storyboard's have %s", s.Results, o.Results)
	}
	return nil
}

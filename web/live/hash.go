package live

import (
	"context"
	"crypto/sha256"
	"fmt"

	"kernelscope/watch"
)

// Hashes are the hashes of a step.
type Hashes struct {
	Told   string   `json:"told"`
	Lines  []string `json:"lines"`  // that it is a hash of
	States []string `json:"states"` // of the layers of each run
}

// Told returns the hash of the texts of the present step: the events' hash of a storyboard that shows this step
// alone, as 'viewer check' prints it. lines are the texts.
func (p *Page) Told() (hash string, lines []string, err error) {
	sum := sha256.New()
	for _, r := range p.state().Runs {
		line := &line{}
		if err := r.told().Write(line); err != nil {
			return "", nil, err
		}
		sum.Write(*line)
		lines = append(lines, string(*line))
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:12]), lines, nil
}

// Hashes returns the hashes of the present step.
func (p *Page) Hashes() (h Hashes, err error) {
	if h.Told, h.Lines, err = p.Told(); err != nil {
		return h, err
	}
	for i := range h.Lines {
		of, err := watch.Hash(context.Background(), p.be, p.Layers(p.be, i))
		if err != nil {
			return h, err
		}
		h.States = append(h.States, fmt.Sprintf("%016x", of))
	}
	return h, nil
}

// line is a writer to memory.
type line []byte

func (l *line) Write(b []byte) (int, error) {
	*l = append(*l, b...)
	return len(b), nil
}

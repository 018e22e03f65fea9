package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"kernelscope/compute"
	"kernelscope/compute/session/clips"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
)

// clipFile is what a file of clips holds.
type clipFile struct {
	name     string
	sequence clipseq.Sequence
	scene    *clipscene.Scene // nil where there is nothing to paint
}

// isClips says whether a file holds a scene, by its name, or a sequence of clips, by its
// first character behind comments.
func isClips(file string) bool {
	if isPicture(file) {
		return true
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 1<<12)
	n, _ := f.Read(head)
	for line := range bytes.Lines(head[:n]) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return line[0] == '(' || line[0] == ')' || line[0] == '.'
		}
	}
	return false
}

// mostPainted is how many elements of a sequence are painted, too.
const mostPainted = 1 << 20

// readClips reads a scene, or a sequence, which is painted as rectangles.
func readClips(ctx context.Context, file string) (*clipFile, error) {
	c := &clipFile{name: filepath.Base(file)}
	var err error
	if isPicture(file) {
		if c.scene, err = loadPicture(ctx, file); err != nil {
			return nil, err
		}
		c.sequence = c.scene.Sequence()
	} else if c.sequence, err = clipseq.ReadFile(ctx, file); err != nil {
		return nil, err
	}
	n := len(c.sequence.Elements)
	if n > clips.MaxElements {
		return nil, fmt.Errorf("%w: %s has %d elements; at most %d can be watched", compute.ErrLimit, file, n, clips.MaxElements)
	}
	if c.scene == nil && len(c.sequence.Boxes) > 0 && n <= mostPainted {
		// Boxes that cannot be painted, since they reach too far, can still be cut.
		c.scene, _ = clipscene.OfSequence(c.name, c.sequence)
	}
	return c, nil
}

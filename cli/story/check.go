package story

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/render/record"
	"kernelscope/studio"
)

// Recording returns what the storyboard is recorded to in a file.
func (p *Player) Recording(ctx context.Context, canvas *studio.Canvas, out string) (to studio.Recording, err error) {
	to = studio.Recording{Path: out, FPS: p.Board.FPS, Frames: p.Board.Frames()}
	to.Palette, to.Command, err = p.palette(ctx, canvas)
	return to, err
}

// Check compares a recording with what the storyboard shows now.
func (p *Player) Check(ctx context.Context, out io.Writer, canvas *studio.Canvas, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fault.Input.Errorf("%s: %w", path, err)
	}
	defer f.Close()
	said, noted := parseSums(record.ReadNote(f))
	twice := canvas.GPU.Info().Software && slices.Contains([]string{".gif", ".apng", ".y4m"}, strings.ToLower(filepath.Ext(path)))
	if noted && said.Driver != driverOf(canvas.GPU.Info()) {
		twice = false
	}
	if !noted && !twice {
		return fault.Input.Errorf("%s has no hashes; recordings of storyboards as .gif, .apng, .mp4 or .webm have them", path)
	}
	var sums Sums
	var written [sha256.Size]byte
	if twice {
		sums, written, err = p.hashed(ctx, canvas, path)
	} else {
		sums, err = p.Play(ctx, canvas, nil)
	}
	if err != nil {
		return err
	}
	if noted {
		if err := said.compare(sums); err != nil {
			return fault.Wrong.Errorf("%s: %w", path, err)
		}
	}
	verified := "events and results are the same"
	if twice {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return fault.Input.Errorf("%s: %w", path, err)
		}
		h := sha256.New()
		if _, err := io.Copy(h, f); err != nil {
			return fault.Input.Errorf("%s: %w", path, err)
		}
		if [sha256.Size]byte(h.Sum(nil)) != written {
			return fault.Wrong.Errorf("%s: recorded again, it has different bytes", path)
		}
		verified = "all bytes are the same"
	} else {
		verified += "; frames were drawn by " + said.Driver + ", and are not compared"
	}
	_, err = fmt.Fprintf(out, "%s: %s, %s\n", path, format.Count(sums.Frames, "frame"), verified)
	return err
}

// hashed records the storyboard to nowhere, and returns the hash of the file.
func (p *Player) hashed(ctx context.Context, canvas *studio.Canvas, path string) (sums Sums, written [sha256.Size]byte, err error) {
	p.Still = func(string, []byte, int, int, string) error { return nil }
	to, err := p.Recording(ctx, canvas, path)
	if err != nil {
		return sums, written, err
	}
	h := sha256.New()
	w, err := canvas.Encoder(h, to)
	if err != nil {
		return sums, written, err
	}
	if sums, err = p.write(ctx, canvas, w); err == nil {
		err = w.Close()
	}
	return sums, [sha256.Size]byte(h.Sum(nil)), err
}

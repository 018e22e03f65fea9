package live

import (
	"context"
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
)

// The image of rows has at most maxCells cells each way. A cell looks at the bits of about looksDown nodes and looksAcross
// searches, evenly; shaders/rows_bits.frag looks at more.
const (
	maxCells    = 96
	looksDown   = 8
	looksAcross = 2
)

// imageOf describes the image of a search's rows.
func imageOf(l *session.Lane) *Image {
	out := &Image{Text: l.RowsCaption(), Across: min(l.Now().Columns, maxCells), Colours: []string{string(session.SeenBefore)}}
	if l.Paired() {
		out.Colours = []string{string(session.SourceSide), string(session.TargetSide)}
	}
	return out
}

// bitRows are rows of bits, in memory that is used for the next image.
type bitRows struct {
	words         []uint32
	stride, count int
}

// share returns how many bits of some rows and columns are set, as the square root of their share, from 0 to 255: single
// bits are visible.
func (r bitRows) share(top, bottom, left, right int) uint32 {
	n, set := 0, uint32(0)
	for y := top; y < bottom; y += max(1, (bottom-top)/looksDown) {
		for x := left; x < right; x += max(1, (right-left)/looksAcross) {
			n++
			set += r.words[y*r.stride+x/32] >> (x % 32) & 1
		}
	}
	return uint32(math.Round(255 * math.Sqrt(float64(set)/float64(n))))
}

// image returns the cells of the image, row by row: the share of set bits, and in the next byte of new ones.
func (f *hops) image(lane int, l *session.Lane) ([]uint32, error) {
	for _, of := range f.Layers(f.be, lane) {
		k := slices.Index([]compute.LayerKind{bfs.Seen, bfs.Fresh}, of.Kind)
		if k < 0 {
			continue
		}
		n, r := of.Count*of.Stride, &f.rows[k]
		r.words, r.stride, r.count = slices.Grow(r.words[:0], n)[:n], of.Stride, of.Count
		if err := f.be.Read(context.Background(), of.Buffer, of.First, r.words); err != nil {
			return nil, err
		}
	}
	seen, fresh := f.rows[0], f.rows[1]
	nodes, columns := seen.count, l.Now().Columns
	down, across := min(nodes, maxCells), min(columns, maxCells)
	out := make([]uint32, 0, down*across)
	for y := range down {
		for x := range across {
			top, bottom, left, right := y*nodes/down, (y+1)*nodes/down, x*columns/across, (x+1)*columns/across
			out = append(out, seen.share(top, bottom, left, right)|fresh.share(top, bottom, left, right)<<8)
		}
	}
	return out, nil
}

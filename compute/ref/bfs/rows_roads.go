package bfs

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/ref"
)

// RowsRoads holds the buffers of bfs_rows_roads.
type RowsRoads[B any] struct {
	Words compute.Constant // of a row
	Count compute.Constant // whether to count the nodes of each level

	Four, Rest, Old, Next, OldFresh, NextFresh, State, Pairs, Lengths, Counts, Totals B

	Nodes, RowGroups, Ahead uint32
}

// MirrorRowsRoads mirrors bfs_rows_roads.
func MirrorRowsRoads(g compute.Grid, a RowsRoads[[]uint32]) {
	words, s := int(a.Words), a.State
	level := s[RowsBase] + a.Ahead
	if idle(s, level) {
		return
	}
	for v := range int(a.Nodes) {
		a.NextFresh[v] = 0
		near := FoursOf(a.Four, a.Rest, uint32(v))
		width := 4 * rowsEach(words) // words of a piece
		for piece := range words / width {
			a.NextFresh[v] |= growPiece(a, uint32(v), near, piece, width)
		}
		if a.NextFresh[v] != 0 {
			s[RowsChangedBy(level)] = level
		}
	}
	for p := s[RowsFirstPair]; p < s[RowsFirstPair]+s[RowsPairs]; p++ {
		if a.Lengths[p] != Open {
			continue
		}
		v := a.Pairs[2*p]
		if slices.ContainsFunc(FoursOf(a.Four, a.Rest, v), func(u uint32) bool { return sees(a.Old, u, words, a.Pairs[2*p+1]) }) {
			answer(s, a.Pairs, a.Lengths, a.Counts, p, level)
		}
	}
}

// growPiece computes a piece of a row, width words long. It returns the bit of the piece if the
// piece has grown, otherwise zero.
func growPiece(a RowsRoads[[]uint32], v uint32, near []uint32, piece, width int) (grown uint32) {
	bit := uint32(1) << piece
	var fresh []uint32 // neighbours that the previous level changed
	for _, u := range near {
		if a.OldFresh[u]&bit != 0 {
			fresh = append(fresh, u)
		}
	}
	if a.OldFresh[v]&bit == 0 && fresh == nil {
		return 0
	}
	words := int(a.Words)
	for w := piece * width; w < (piece+1)*width; w++ {
		was := a.Old[int(v)*words+w]
		row := was
		for _, u := range fresh {
			row |= a.Old[int(u)*words+w] & a.State[RowsSearching+w]
		}
		a.Next[int(v)*words+w] = row
		for new := row &^ was; new != 0; new &= new - 1 {
			grown = bit
			if a.Count != 0 {
				a.Totals[int(a.Ahead)*32*words+32*w+bits.TrailingZeros32(new)]++
			}
		}
	}
	return grown
}

// AgreeOnRowsRoads allows rows to grow or not in columns that retire during the dispatch. The
// bits of pieces must match the changes.
func AgreeOnRowsRoads(before, device, mirror RowsRoads[[]uint32]) error {
	level := before.State[RowsBase] + before.Ahead
	if idle(before.State, level) {
		return errors.Join(ref.Same("Next", device.Next, before.Next), ref.Same("NextFresh", device.NextFresh, before.NextFresh), ref.Same("State", device.State, before.State))
	}
	words, changed := int(before.Words), false
	for v := range int(before.Nodes) {
		want := uint32(0)
		for w := range words {
			i := v*words + w
			free := before.State[RowsSearching+w] &^ mirror.State[RowsSearching+w]
			if (device.Next[i]^mirror.Next[i])&^free != 0 {
				return fmt.Errorf("Next[%d] is %#x on the device, %#x in the mirror, but only %#x has retired", i, device.Next[i], mirror.Next[i], free)
			}
			if device.Next[i] != before.Old[i] {
				want |= 1 << (w / 4 / rowsEach(words))
			}
			changed = changed || (mirror.Next[i]^before.Old[i])&^free != 0
		}
		if device.NextFresh[v] != want {
			return fmt.Errorf("NextFresh[%d] is %#x on the device, but the pieces %#x have changed", v, device.NextFresh[v], want)
		}
	}
	at := RowsChangedBy(level)
	if s := device.State[at]; s != mirror.State[at] && changed {
		return fmt.Errorf("the last level that changed a row is %d on the device, %d in the mirror", s, mirror.State[at])
	}
	device.State[at] = mirror.State[at]
	return errors.Join(
		ref.Same("State", device.State, mirror.State),
		ref.Same("Lengths", device.Lengths, mirror.Lengths),
		ref.Same("Counts", device.Counts, mirror.Counts),
		ref.Same("Totals", device.Totals, mirror.Totals),
	)
}

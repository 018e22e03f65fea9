package ref

import (
	"errors"
	"fmt"
	"slices"

	"kernelscope/compute"
)

// BFSRowsRoads are the buffers of bfs_rows_roads.
type BFSRowsRoads[B any] struct {
	Words compute.Constant // of a row
	Count compute.Constant // whether the nodes of levels are counted

	Four, Rest, Old, Next, OldStamps, NextStamps, State, Pairs, Lengths, Counts, Totals B

	Nodes, RowGroups, Ahead uint32
}

// MirrorBFSRowsRoads mirrors bfs_rows_roads.
func MirrorBFSRowsRoads(g compute.Grid, a BFSRowsRoads[[]uint32]) {
	words, s := int(a.Words), a.State
	level := s[RowsBase] + a.Ahead
	if idle(s, level) {
		return
	}
	stamp := s[RowsEpoch] + level
	for v := range int(a.Nodes) {
		var fresh []uint32 // neighbours that changed in the level before
		for _, u := range FoursOf(a.Four, a.Rest, uint32(v)) {
			if a.OldStamps[u] == stamp-1 {
				fresh = append(fresh, u)
			}
		}
		if a.OldStamps[v] != stamp-1 && fresh == nil {
			continue
		}
		row := grow(s, a.Old, fresh, v, words)
		if !slices.Equal(row, a.Old[v*words:(v+1)*words]) {
			a.NextStamps[v], s[RowsChangedBy(level)] = stamp, level
		}
		for column := range uint32(32 * words) {
			if a.Count != 0 && !sees(a.Old, uint32(v), words, column) && sees(row, 0, words, column) {
				a.Totals[a.Ahead*uint32(32*words)+column]++
			}
		}
		copy(a.Next[v*words:], row)
	}
	for p := s[RowsFirstPair]; p < s[RowsFirstPair]+s[RowsPairs]; p++ {
		if a.Lengths[p] != BFSOpen {
			continue
		}
		v := a.Pairs[2*p]
		if slices.ContainsFunc(FoursOf(a.Four, a.Rest, v), func(u uint32) bool { return sees(a.Old, u, words, a.Pairs[2*p+1]) }) {
			answer(s, a.Pairs, a.Lengths, a.Counts, p, level)
		}
	}
}

// AgreeOnBFSRowsRoads leaves free whether rows have grown by columns that retired
// meanwhile; a stamp must tell whether its row has changed.
func AgreeOnBFSRowsRoads(before, device, mirror BFSRowsRoads[[]uint32]) error {
	level := before.State[RowsBase] + before.Ahead
	if idle(before.State, level) {
		return errors.Join(same("Next", device.Next, before.Next), same("NextStamps", device.NextStamps, before.NextStamps), same("State", device.State, before.State))
	}
	words := int(before.Words)
	stamp, changed := before.State[RowsEpoch]+level, uint32(0)
	for v := range int(before.Nodes) {
		grown := false
		for i := v * words; i < (v+1)*words; i++ {
			free := before.State[RowsSearching+i%words] &^ mirror.State[RowsSearching+i%words]
			if (device.Next[i]^mirror.Next[i])&^free != 0 {
				return fmt.Errorf("Next[%d] is %#x on the device, %#x in the mirror, and only %#x has retired", i, device.Next[i], mirror.Next[i], free)
			}
			grown = grown || (mirror.Next[i]^before.Old[i])&^free != 0
		}
		if grown {
			changed = level
		}
		if want := mirror.NextStamps[v]; device.NextStamps[v] != want && (want != stamp || grown) {
			return fmt.Errorf("NextStamps[%d] is %d on the device, %d in the mirror", v, device.NextStamps[v], want)
		}
	}
	at := RowsChangedBy(level)
	if s := device.State[at]; s != mirror.State[at] && changed == level {
		return fmt.Errorf("the last level that changed a row is %d on the device, %d in the mirror", s, mirror.State[at])
	}
	device.State[at] = mirror.State[at]
	return errors.Join(
		same("State", device.State, mirror.State),
		same("Lengths", device.Lengths, mirror.Lengths),
		same("Counts", device.Counts, mirror.Counts),
		same("Totals", device.Totals, mirror.Totals),
	)
}

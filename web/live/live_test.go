package live

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kernelscope/compute/clip"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp"
	"kernelscope/open"
	"kernelscope/scene"
)

// grid returns a small map.
func grid(t *testing.T, name string) *scene.Map {
	t.Helper()
	m, err := open.ReadMap(t.Context(), name, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func packed(t *testing.T, m *scene.Map) []byte {
	t.Helper()
	b, err := Pack(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// opened opens a scene, which a test needs.
func opened(t *testing.T, s Scene, data []byte) *Page {
	t.Helper()
	p, err := Open(s, data)
	if err != nil {
		t.Fatalf("%+v: %v", s, err)
	}
	return p
}

// ordered packs a map with its order.
func ordered(t *testing.T, m *scene.Map) []byte {
	t.Helper()
	o, err := prepared.NewOrder(t.Context(), m.Graph, prepared.Making{Places: prepared.PlacesOf(m)})
	if err != nil {
		t.Fatal(err)
	}
	data, err := PackTrees(m, o)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A map that was packed has the same graph and the same picture.
func TestPack(t *testing.T) {
	for _, name := range []string{"gen:grid,width=9,height=7", ""} {
		m := grid(t, name)
		of, err := unpack(packed(t, m))
		if err != nil {
			t.Fatal(err)
		}
		got, towns := of.m, of.towns
		a, b := m.Graph, got.Graph
		for what, same := range map[string]bool{
			"edges": reflect.DeepEqual(a.FirstOut, b.FirstOut) && reflect.DeepEqual(a.Head, b.Head), "weights": reflect.DeepEqual(a.Weight, b.Weight),
			"edges into nodes": reflect.DeepEqual(a.Tail, b.Tail), "lengths": reflect.DeepEqual(a.Length, b.Length), "places": reflect.DeepEqual(a.At, b.At),
			"components": a.Largest == b.Largest && a.Components == b.Components, "numbers of few nodes": a.Nodes() > MaxHops || slices.Equal(a.ID, b.ID), "lines": reflect.DeepEqual(m.Lines, got.Lines), "points": reflect.DeepEqual(m.Points, got.Points),
			"water": m.Water == nil || reflect.DeepEqual(m.Water, got.Water), "towns": m.Names == nil || len(towns) > 10, "box": m.Box == got.Box, "core": m.Core() == got.Core(),
			"names": sameNames(m, got),
		} {
			if !same {
				t.Errorf("%s: packed, the map has other %s", m.Name, what)
			}
		}
	}
}

// sameNames reports whether the lines of two maps have the same names.
func sameNames(a, b *scene.Map) bool {
	if a.Names == nil {
		return b.Names == nil
	}
	for line := range a.Lines {
		if a.NameOf(uint32(line)) != b.NameOf(uint32(line)) {
			return false
		}
	}
	return true
}

// Damaged data are refused, or make some map; they never end the program.
func TestDamaged(t *testing.T) {
	m := grid(t, "gen:grid,width=9,height=7")
	whole, rnd := packed(t, m), rand.New(rand.NewPCG(1, 2))
	for n := range whole {
		if _, err := unpack(whole[:n]); err == nil {
			t.Fatalf("%d of %d bytes are taken", n, len(whole))
		}
	}
	for range 3000 {
		b := bytes.Clone(whole)
		for range 1 + rnd.IntN(3) {
			b[rnd.IntN(len(b))] = byte(rnd.Uint32())
		}
		_, _ = unpack(b)
	}
	trees := ordered(t, m)
	for range 300 {
		b := bytes.Clone(trees)
		b[len(whole)+rnd.IntN(len(b)-len(whole))] ^= byte(1 + rnd.IntN(255))
		if p, err := Open(Scene{Family: Trees, Runs: []Run{{Algorithm: "host"}}}, b); err == nil {
			p.Release()
		}
	}
	for n := len(whole); n < len(trees); n++ {
		if _, err := Open(Scene{Family: Trees, Runs: []Run{{Algorithm: "host"}}}, trees[:n]); err == nil {
			t.Fatalf("an order without its last %d bytes is taken", len(trees)-n)
		}
	}
}

// Each algorithm ends, is verified, and has the same states when it goes back.
func TestAlgorithms(t *testing.T) {
	data := packed(t, grid(t, "gen:grid,width=9,height=7"))
	var scenes []Scene
	for _, a := range sssp.Algorithms() {
		scenes = append(scenes, Scene{Family: Paths, Runs: []Run{{Algorithm: a.Name()}}}, Scene{Family: Paths, All: true, Runs: []Run{{Algorithm: a.Name()}, {Algorithm: "dijkstra"}}})
	}
	for _, a := range sorting.Algorithms() {
		scenes = append(scenes, Scene{Family: Sorts, Keys: &Keys{N: 300, Distribution: "random", Seed: 2}, Runs: []Run{{Algorithm: a.Name()}, {Algorithm: "radix"}}})
	}
	for _, a := range clip.Forms() {
		scenes = append(scenes, Scene{Family: Clips, Keys: &Keys{N: 700, Distribution: "random", Seed: 2}, Runs: []Run{{Algorithm: a.Name(), Values: map[string]uint32{"workgroup": 64}}}})
	}
	scenes = append(scenes, Scene{Family: Clips, Keys: &Keys{Text: "((.)())"}, Runs: []Run{{Algorithm: "tree"}, {Algorithm: "lookback"}}})
	for _, a := range Schemes() {
		scenes = append(scenes, Scene{Family: Hops, Keys: &Keys{N: 5, Seed: 2}, Runs: []Run{{Algorithm: a.Name()}}})
	}
	ordered := ordered(t, grid(t, "gen:grid,width=9,height=7"))
	front := &View{Colour: "separators", Front: true}
	scenes = append(scenes,
		Scene{Family: Trees, View: front, Runs: []Run{{Algorithm: "device"}, {Algorithm: "host"}}},
		Scene{Family: Trees, View: &View{Colour: "loss"}, Roads: []Change{{Lines: []uint32{3}}}, Runs: []Run{{Algorithm: "host"}}},
		Scene{Family: Paths, Roads: []Change{{Lines: []uint32{3}, Factor: 2}}, Runs: []Run{{Algorithm: "nearfar"}}},
	)
	scenes = append(scenes, Scene{Family: Sums, Keys: &Keys{N: 3000, Seed: 2}, Runs: []Run{{Algorithm: "scan"}, {Algorithm: "scan", Values: map[string]uint32{"workgroup": 32}}}})
	for _, s := range scenes {
		data := data
		if s.Family == Trees {
			data = ordered
		}
		p := opened(t, s, data)
		do := func(r Request) Hashes { return done(t, p, r) }
		second := do(Request{Do: "seek", Step: 1})
		do(Request{Do: "end"})
		for _, r := range p.State().Runs {
			if !r.Right || !r.Done {
				t.Errorf("%+v: %s is %q at its end", s, r.Title, r.Verdict)
			}
		}
		if back := do(Request{Do: "seek", Step: 1}); back.Told != second.Told || !reflect.DeepEqual(back.States, second.States) {
			t.Errorf("%+v: back at step 1, it has %+v, not %+v", s, back, second)
		}
		p.Release()
	}
}

// A request that is refused changes nothing.
func TestRefused(t *testing.T) {
	data := packed(t, grid(t, "gen:grid,width=9,height=7"))
	for _, s := range []Scene{{Family: Paths, Runs: []Run{{Algorithm: "nearfar"}}}, {Family: Sorts, Keys: &Keys{N: 30, Distribution: "random"}, Runs: []Run{{Algorithm: "radix"}}}} {
		p := opened(t, s, data)
		before := p.State()
		for _, r := range []Request{
			{Do: "odd"}, {Do: "set", Algorithm: "odd"}, {Do: "set", Values: map[string]uint32{"odd": 1}}, {Do: "set", Values: map[string]uint32{"workgroup": 3}}, {Do: "set", Lane: 7},
			{Do: "keys"}, {Do: "keys", Keys: &Keys{N: -1, Distribution: "random"}}, {Do: "keys", Keys: &Keys{N: 9, Distribution: "odd"}}, {Do: "clock", Name: "odd"},
		} {
			if err := p.Do(r); err == nil {
				t.Errorf("%s: %+v is done", s.Family, r)
			}
		}
		if after := p.State(); !reflect.DeepEqual(after, before) {
			t.Errorf("%s: refused requests have changed %+v to %+v", s.Family, before, after)
		}
		for lane, name := range map[int]string{0: "odd", 5: "states", -1: "cells"} {
			if _, err := p.Array(lane, name); err == nil {
				t.Errorf("%s: there is an array %q of run %d", s.Family, name, lane)
			}
		}
		p.Release()
	}
	for _, s := range []Scene{{}, {Family: Paths}, {Family: Sorts}, {Family: Paths, Runs: []Run{{Algorithm: "odd"}}}, {Family: Sorts, Keys: &Keys{N: 9, Distribution: "random"}, Runs: make([]Run, 3)}} {
		if _, err := Open(s, data); err == nil {
			t.Errorf("%+v is opened", s)
		}
	}
}

// BenchmarkOpen measures how long a page takes to open the embedded map.
func BenchmarkOpen(b *testing.B) {
	m, err := open.ReadMap(b.Context(), "", open.Options{})
	if err != nil {
		b.Fatal(err)
	}
	data, err := Pack(m)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p, err := Open(Scene{Family: Paths, Runs: []Run{{Algorithm: "nearfar"}}}, data)
		if err != nil {
			b.Fatal(err)
		}
		p.Release()
	}
}

// done does a request to its end and returns the hashes of the step.
func done(t *testing.T, p *Page, r Request) Hashes {
	t.Helper()
	if err := p.Do(r); err != nil {
		t.Fatalf("%s: %+v: %v", p.About().Name, r, err)
	}
	if err := p.Settle(); err != nil {
		t.Fatal(err)
	}
	h, err := p.Hashes()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

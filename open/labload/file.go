// Package labload reads labs: TOML files that describe buffers, dispatches and checks, or single compute
// shaders, for which it assumes the rest. Shaders are SPIR-V, or are compiled by an installed compiler.
package labload

// file is a lab file. docs/lab.md describes it.
type file struct {
	Title     string               `toml:"title"`
	Shader    string               `toml:"shader"` // of dispatches that name none
	Parameter map[string]parameter `toml:"parameter"`
	Graph     map[string]named     `toml:"graph"`
	Picture   map[string]named     `toml:"picture"`
	Buffer    map[string]buffer    `toml:"buffer"`
	Dispatch  []dispatch           `toml:"dispatch"`
	Run       struct {
		Repeat any    `toml:"repeat"`
		Until  string `toml:"until"`
	} `toml:"run"`
	Check []check `toml:"check"`
	View  []view  `toml:"view"`
}

// named is a file whose sizes formulas have.
type named struct {
	File string `toml:"file"`
}

type parameter struct {
	Value  float64   `toml:"value"`
	Min    float64   `toml:"min"`
	Max    float64   `toml:"max"`
	Step   float64   `toml:"step"`
	Values []float64 `toml:"values"`
	Unit   string    `toml:"unit"`
	Help   string    `toml:"help"`
}

type buffer struct {
	Type   string    `toml:"type"`
	Length any       `toml:"length"`
	Fill   string    `toml:"fill"`
	Values []float64 `toml:"values"`
	File   string    `toml:"file"`
	Graph  string    `toml:"graph"` // the name of one
	Part   string    `toml:"part"`  // of the graph
	// Picture is the name of one.
	Picture string  `toml:"picture"`
	Low     float64 `toml:"low"`
	High    float64 `toml:"high"`
	Seed    uint64  `toml:"seed"`
}

type dispatch struct {
	Shader      string            `toml:"shader"`
	Entry       string            `toml:"entry"`
	Invocations any               `toml:"invocations"` // a formula, or up to three
	Groups      any               `toml:"groups"`
	Indirect    string            `toml:"indirect"`
	At          int               `toml:"at"`
	Bind        map[string]string `toml:"bind"`
	Push        map[string]any    `toml:"push"`
	Constants   map[string]any    `toml:"constants"`
	Times       any               `toml:"times"`
	Swap        [][]string        `toml:"swap"`
}

type check struct {
	Each        string  `toml:"each"`
	Formula     any     `toml:"formula"`
	Equal       string  `toml:"equal"`
	Sorted      string  `toml:"sorted"`
	Permutation string  `toml:"permutation"`
	Sum         string  `toml:"sum"`
	Of          string  `toml:"of"`
	Tolerance   float64 `toml:"tolerance"`
	// Command writes the expected elements of the buffer Equal.
	Command []string `toml:"command"`
}

type view struct {
	Buffer string  `toml:"buffer"`
	Kind   string  `toml:"kind"`
	Width  any     `toml:"width"`
	Graph  string  `toml:"graph"` // of the kind map
	Low    float64 `toml:"low"`
	High   float64 `toml:"high"`
}

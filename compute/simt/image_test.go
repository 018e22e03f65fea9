package simt_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/simt"
)

func f(x ...float32) (out []uint32) {
	for _, v := range x {
		out = append(out, math.Float32bits(v))
	}
	return out
}

var nan = float32(math.NaN())

// Each format: the words of a texel and the components that they are, components that are stored and the words that
// they become.
var formats = []struct {
	file        string
	format      simt.Format
	words, read []uint32
	value, to   []uint32
}{
	{"rgba32f", simt.Rgba32f, f(1, -2, 3.5, nan), f(1, -2, 3.5, nan), f(0, 1e-40, 7, nan), f(0, 1e-40, 7, nan)},
	{"rgba16f", simt.Rgba16f, []uint32{0xc0003c00, 0x00017bff}, f(1, -2, 65504, 1.0/(1<<24)), f(65520, 1e-8, float32(math.Copysign(0, -1)), 1),
		[]uint32{0x00007c00, 0x3c008000}},
	{"r32f", simt.R32f, f(9.5), f(9.5, 0, 0, 1), f(-3, 4, 5, 6), f(-3)},
	{"rgba8", simt.Rgba8, []uint32{0x80ff0001}, f(1.0/255, 0, 1, 128.0/255), f(0.5, -1, 2, nan), []uint32{0x00ff0080}},
	{"rgba8_snorm", simt.Rgba8Snorm, []uint32{0x80817f00}, f(0, 1, -1, -1), f(-2, 0.5, 1, nan), []uint32{0x007f4081}},
	{"rgba32i", simt.Rgba32i, []uint32{1, 0xffffffff, 3, 0x80000000}, []uint32{1, 0xffffffff, 3, 0x80000000}, []uint32{5, 6, 7, 8}, []uint32{5, 6, 7, 8}},
	{"rgba16i", simt.Rgba16i, []uint32{0xffff0001, 0x80007fff}, []uint32{1, 0xffffffff, 0x7fff, 0xffff8000}, []uint32{1, 0xffffffff, 3, 0xfffffffc},
		[]uint32{0xffff0001, 0xfffc0003}},
	{"rgba8i", simt.Rgba8i, []uint32{0x7f80ff01}, []uint32{1, 0xffffffff, 0xffffff80, 0x7f}, []uint32{1, 0xffffffff, 3, 4}, []uint32{0x0403ff01}},
	{"r32i", simt.R32i, []uint32{0xfffffff0}, []uint32{0xfffffff0, 0, 0, 1}, []uint32{7, 8, 9, 10}, []uint32{7}},
	{"rgba32ui", simt.Rgba32ui, []uint32{1, 2, 3, 4}, []uint32{1, 2, 3, 4}, []uint32{5, 6, 7, 8}, []uint32{5, 6, 7, 8}},
	{"rgba16ui", simt.Rgba16ui, []uint32{0xffff0001, 0x80007fff}, []uint32{1, 0xffff, 0x7fff, 0x8000}, []uint32{1, 2, 3, 65535}, []uint32{0x00020001, 0xffff0003}},
	{"rgba8ui", simt.Rgba8ui, []uint32{0x7f80ff01}, []uint32{1, 0xff, 0x80, 0x7f}, []uint32{1, 2, 3, 255}, []uint32{0xff030201}},
	{"r32ui", simt.R32ui, []uint32{0xfffffff0}, []uint32{0xfffffff0, 0, 0, 1}, []uint32{7, 8, 9, 10}, []uint32{7}},
}

func TestFormats(t *testing.T) {
	for _, x := range formats {
		p := load(t, "images/"+x.file+".spv", simt.Options{Subgroup: 8})
		const w, h = 4, 6
		n := len(x.words)
		from := &simt.Image{Width: w, Height: h, Format: x.format, Words: make([]uint32, w*h*n)}
		to := &simt.Image{Width: h, Height: w, Format: x.format, Words: make([]uint32, w*h*n)}
		const i = 3*w + 1 // texel (1, 3), which goes to (3, 1)
		copy(from.Words[i*n:], x.words)
		values, read, size := make([]uint32, 4*w*h), make([]uint32, 4*w*h), make([]uint32, 2)
		copy(values[4*i:], x.value)
		m := simt.Machine{Observe: everything}
		if err := m.Run(t.Context(), p, simt.Dispatch{
			Groups: [3]int{1, h / 2, 1}, Images: map[simt.Slot]*simt.Image{{}: from, {Binding: 1}: to},
			Buffers: map[simt.Slot][]uint32{{Binding: 2}: read, {Binding: 3}: values, {Binding: 4}: size},
		}); err != nil {
			t.Errorf("%s: %v", x.file, err)
			continue
		}
		for _, e := range m.Events() {
			if e.Kind != simt.Race || e.Memory != "Size" { // all write the same
				t.Errorf("%s: %v", x.file, e)
			}
		}
		at := (1*h + 3) * n
		if got := read[4*i:][:4]; !slices.Equal(got, x.read) || !slices.Equal(size, []uint32{w, h}) {
			t.Errorf("%s: read %#x, not %#x; size %d", x.file, got, x.read, size)
		}
		if got := to.Words[at:][:n]; !slices.Equal(got, x.to) {
			t.Errorf("%s: stored %#x, not %#x", x.file, got, x.to)
		}
	}
}

func TestFetch(t *testing.T) {
	p := load(t, "images/fetch.spv", simt.Options{Subgroup: 8})
	colours := &simt.Image{Width: 7, Height: 2, Format: simt.Rgba8, Words: make([]uint32, 14)}
	numbers := &simt.Image{Width: 8, Height: 1, Format: simt.R32ui, Words: []uint32{1, 2, 3, 4, 5, 6, 7, 8}}
	colours.Words[7+5] = 0xff
	words := make([]uint32, 32+32+2)
	m := simt.Machine{Observe: everything}
	d := simt.Dispatch{
		Groups: [3]int{1, 1, 1}, Images: map[simt.Slot]*simt.Image{{}: colours, {Binding: 1}: numbers}, Buffers: map[simt.Slot][]uint32{{Binding: 2}: words},
	}
	if err := m.Run(t.Context(), p, d); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(words[20:24], f(1, 0, 0, 0)) || !slices.Equal(words[32+8:32+12], []uint32{3, 0, 0, 1}) || !slices.Equal(words[64:], []uint32{7, 2}) {
		t.Errorf("got %#x", words)
	}
	var outside []string
	for _, e := range m.Events() {
		if e.Kind == simt.OutsideImage {
			outside = append(outside, e.String())
		}
	}
	if len(outside) != 1 || !strings.HasPrefix(outside[0], "fetch.comp:7: access outside an image: texel (7, 1) of level 0 in colours, which has 7 by 2") {
		t.Errorf("reported is %v", outside)
	}
	r, err := simt.Record(t.Context(), p, d, simt.Recorder{Interval: 5})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Seek(t.Context(), r.Len()); err != nil || !slices.Equal(r.Buffer(simt.Slot{Binding: 2}), words) {
		t.Errorf("recorded is %#x: %v", r.Buffer(simt.Slot{Binding: 2}), err)
	}
	if err := r.Seek(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	isFetch := func() bool { return r.Moment().Op == "OpImageFetch" }
	if found, err := r.Until(t.Context(), isFetch); err != nil || !found {
		t.Fatal(found, err)
	}
	a, ok := r.Access()
	if want := []int64{0, 4, 8, 12, 44, 48, 52, -1}; !ok || a.In != simt.InImage || a.Name != "colours" || a.Writes || !slices.Equal(a.Addresses, want) {
		t.Errorf("got %+v %v", a, ok)
	}
	if got := r.Operands(5); !slices.Equal(got, []uint64{5, 1}) {
		t.Errorf("coordinates %d", got)
	}
	if err := r.Seek(t.Context(), r.At()+1); err != nil || len(r.Results(5)) != 4 || r.Results(5)[0] != uint64(math.Float32bits(1)) {
		t.Errorf("fetched %#x: %v", r.Results(5), err)
	}
	for name, change := range map[string]func(){
		"has format": func() { colours.Format = simt.R32ui }, "words for": func() { colours.Words = colours.Words[1:] },
		"has format format 6": func() { colours.Format = 6 }, "no image": func() { d.Images = nil },
	} {
		saved, images := *colours, d.Images
		change()
		err := m.Run(t.Context(), p, d)
		if *colours, d.Images = saved, images; err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(name, " format 6")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestImageAtomics(t *testing.T) {
	for _, lanes := range []int{1, 4, 16} {
		counts := &simt.Image{Width: 4, Height: 2, Format: simt.R32ui, Words: make([]uint32, 8)}
		least := &simt.Image{Width: 2, Height: 1, Format: simt.R32i, Words: make([]uint32, 2)}
		m := simt.Machine{Observe: everything}
		h := &simt.History{Buffer: counts.Words, From: 5, To: 6}
		m.Histories = append(m.Histories, h)
		p := load(t, "images/atomics.spv", simt.Options{Subgroup: lanes})
		if err := m.Run(t.Context(), p, simt.Dispatch{
			Groups: [3]int{1, 1, 1}, Images: map[simt.Slot]*simt.Image{{}: counts, {Binding: 1}: least},
			Buffers: map[simt.Slot][]uint32{{Binding: 2}: make([]uint32, 16)},
		}); err != nil {
			t.Fatal(err)
		}
		if want := []uint32{0, 0, 100, 0, 24, 28, 32, 36}; !slices.Equal(counts.Words, want) || !slices.Equal(least.Words, []uint32{^uint32(14), 5}) {
			t.Errorf("%d lanes: %d, not %d; %d", lanes, counts.Words, want, least.Words)
		}
		if events := m.Events(); len(events) > 0 {
			t.Errorf("%d lanes: %v", lanes, events)
		}
		var by []int
		for _, w := range h.Writes {
			by = append(by, w.Invocation)
		}
		if !slices.Equal(by, []int{1, 5, 9, 13}) || h.Writes[2].Old != 6 || h.Writes[2].New != 15 || h.Writes[2].Line.Line != 9 {
			t.Errorf("%d lanes: the history is %v", lanes, h.Writes)
		}
		if w, ok := m.Writer(counts.Words, 5); !ok || w.Invocation != 13 {
			t.Errorf("%d lanes: the last writer is %v", lanes, w)
		}
	}
}

// Races of texels are found, and reads outside.
func TestImageRaces(t *testing.T) {
	image := &simt.Image{Width: 16, Height: 2, Format: simt.Rgba32f, Words: make([]uint32, 128)}
	m := simt.Machine{Observe: everything}
	if err := m.Run(t.Context(), load(t, "images/race.spv", simt.Options{Subgroup: 8}), simt.Dispatch{
		Groups: [3]int{1, 1, 1}, Images: map[simt.Slot]*simt.Image{{}: image}, Buffers: map[simt.Slot][]uint32{{Binding: 2}: make([]uint32, 128)},
	}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range m.Events() {
		got = append(got, e.Line.String()+" "+e.Kind.String())
	}
	if want := []string{"race.comp:8 data race", "race.comp:9 access outside an image"}; !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// Images that are not supported are refused by name.
func TestRefusedImages(t *testing.T) {
	wants := map[string]string{
		"image3D": "3D", "image2DArray": "arrayed", "image2DMS": "Multisample", "imageBuffer": "ImageBuffer", "imageCube": "Cube", "image1D": "Image1D",
		"rg32f": "StorageImageExtendedFormats", "sample": "OpImageSampleExplicitLod", "array": "arrays of images",
	}
	files, err := filepath.Glob("testdata/images/refused_*.spv")
	if err != nil || len(files) != len(wants) {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "refused_"), ".spv")
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := simt.Load(string(code))
		if err == nil {
			_, err = m.Compile(simt.Options{})
		}
		if err == nil || !strings.Contains(err.Error(), wants[name]) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

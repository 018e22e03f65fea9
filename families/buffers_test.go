package families_test

import (
	"testing"

	"kernelscope/assets"
	"kernelscope/cli"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	"kernelscope/open"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/watch/timeline"
)

// In each view B shows the buffers after the present step, and again B another one; all of their entries can be read
// and written down.
func TestBuffers(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range families.All {
		t.Run(f.Name, func(t *testing.T) {
			p := &studio.Program{Families: cli.Views(families.All)}
			s, err := studio.NewStage(d, 1280, 720, 1, studio.Options{Program: p, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Release)
			v := beginWith(t, s, f)
			apply := func(a timeline.Action) {
				t.Helper()
				if _, err := v.Apply(a); err != nil {
					t.Fatal(err)
				}
				if err := v.Settle(); err != nil {
					t.Fatal(err)
				}
			}
			press := func(k input.Key) {
				t.Helper()
				for _, keys := range [][]input.KeyEvent{{{Key: k, Down: true}}, {{Key: k}}, nil} {
					if _, err := s.Interact(input.Frame{Seconds: 0.2, X: -1, Y: -1, Keys: keys}); err != nil {
						t.Fatal(err)
					}
				}
			}
			apply(timeline.Pause{})
			press(input.KeyNone)
			press(input.KeyB)
			apply(timeline.Seek{Step: 1})
			press(input.KeyNone)
			layers := v.(studio.Layered).Layers(0)
			for _, l := range layers {
				if name, entry := s.UI.Buffer(); name != l.Name || entry == "" && l.Count > 0 {
					t.Errorf("B shows %q, with %q, and not %s", name, entry, l.Name)
				}
				press(input.KeyB)
			}
			if name, _ := s.UI.Buffer(); len(layers) == 0 || name != layers[0].Name {
				t.Errorf("after %d buffers %q is shown", len(layers), name)
			}
			for _, l := range layers {
				for _, entry := range []int{0, l.Count - 1} {
					if l.Count == 0 {
						break
					}
					words := make([]uint32, l.Stride)
					if err := s.UI.Probe.Read(0, l, entry*l.Stride, words); err != nil || l.Text != nil && l.Text(words) == "" {
						t.Errorf("entry %d of %s: %v", entry, l.Name, err)
					}
				}
			}
		})
	}
}

// beginWith shows a family with its built-in input.
func beginWith(t *testing.T, s *studio.Stage, f cli.Family) studio.View {
	t.Helper()
	v, err := s.Show(f.Name)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{assets.NestName, assets.WilmingtonName} {
		in, err := open.Read(t.Context(), name, open.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Takes != nil && f.Takes(in) {
			if err := v.Open(in); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := v.Begin(); err != nil {
		t.Fatal(err)
	}
	return v
}

package render

import (
	"testing"

	"kernelscope/scene"
)

// Streets are drawn as tertiary roads where there is nothing else, and as streets beside other roads.
func TestPlainMaps(t *testing.T) {
	m := grid()
	for i := range m.Lines {
		m.Lines[i].Class = scene.Street
	}
	drawn := func() scene.Class { return scene.Class(newOutline(m).kindOf(m.Lines[1]) & 15) }
	if got := drawn(); got != scene.Tertiary {
		t.Errorf("streets alone are drawn as %v", got)
	}
	m.Lines[0].Class = scene.Service
	if got := drawn(); got != scene.Street {
		t.Errorf("streets beside a service road are drawn as %v", got)
	}
}

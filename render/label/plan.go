package label

import (
	"kernelscope/render/glyphs"
	"kernelscope/scene"
)

// step is a kind of label in a range of zooms.
type step struct {
	far, near  float64 // range in metres per pixel of a plain display
	pixels     float64 // pixels per em on a plain display
	weight     glyphs.Weight
	style      Style
	settlement bool
	size       scene.Size  // size of settlements
	plates     bool        // numbers instead of names
	class      scene.Class // class of roads
}

// plan lists what is placed, the most important first. A name appears when its road or settlement
// is about as large as the name. The name of a settlement disappears when only a part of the
// settlement is in view.
var plan = []step{
	town(scene.City, 2000, 8, 18), town(scene.Town, 260, 3, 15),
	plates(scene.Motorway, 170, 11), plates(scene.Trunk, 110, 11),
	town(scene.Village, 45, 1.2, 13), town(scene.Suburb, 22, 1.5, 12.5),
	names(scene.Motorway, 11, 12), names(scene.Trunk, 11, 12.5), names(scene.Primary, 11, 12.5),
	plates(scene.Primary, 45, 10.5), names(scene.Secondary, 8, 12), plates(scene.Secondary, 20, 10),
	town(scene.Hamlet, 6, 0.8, 12), names(scene.Tertiary, 6, 12),
	names(scene.Street, 3.6, 11.5), names(scene.Service, 1.3, 11), names(scene.Path, 1, 11),
}

func town(s scene.Size, far, near, pixels float64) step {
	style := Place
	weight := glyphs.Medium
	if s >= scene.Suburb {
		style = Quarter
	}
	if s == scene.Hamlet || s == scene.Village {
		weight = glyphs.Regular
	}
	return step{far: far, near: near, pixels: pixels, weight: weight, style: style, settlement: true, size: s}
}

func names(c scene.Class, far, pixels float64) step {
	return step{far: far, pixels: pixels, style: Road, class: c}
}

func plates(c scene.Class, far, pixels float64) step {
	return step{far: far, pixels: pixels, weight: glyphs.Medium, style: Number, plates: true, class: c}
}

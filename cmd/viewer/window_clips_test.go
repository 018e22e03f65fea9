//go:build !nowindow

package main

import (
	"testing"
)

// TestWindowClips watches how partitions look back, points at them, changes form, and
// looks at the picture and the map.
func TestWindowClips(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "clip", "--shape", "adversarial", "--speed", "200")
	d.until("the result is right", func() bool { return d.count("matched", `"form":"lookback","right":true`) == 1 })
	if n := like(d.screenshot(), 0x62, 0x89, 0xCF); n < 8000 {
		t.Errorf("only %d pixels are like partitions that are linked", n)
	}
	d.key("Home")
	d.until("it is at its start", func() bool { return d.count("Seek", `"Step":0`) == 1 })
	if n := like(d.screenshot(), 0x39, 0x45, 0x52); n < 8000 {
		t.Errorf("only %d pixels are like partitions that wait", n)
	}
	d.key("space")
	d.until("it plays", func() bool { return d.count("Play", "") == 1 })
	d.key("End")
	d.click(1200, 390) // a block
	d.until("a partition is chosen", func() bool { return d.count("clips.Select", `"Partition":5`) == 1 })
	d.key("Down")
	d.until("the one before it is", func() bool { return d.count("clips.Select", `"Partition":5`) == 2 })
	if n := like(d.screenshot(), 0xFF, 0x5C, 0x8A); n < 100 {
		t.Errorf("only %d pixels are like back-links", n)
	}
	d.click(800, 600) // the strip
	d.until("an element is chosen", func() bool { return d.count("SelectElement", "") == 1 })
	d.key("F2")
	d.until("the map is open", func() bool { return d.count("Show", `"Map"`) == 1 && d.count("open", "Wilmington") == 1 })
	d.key("F6")
	d.until("clips are shown again", func() bool { return d.count("Show", `"Clips"`) == 1 })
	d.key("p")
	d.until("the picture is shown", func() bool { return d.count("clips.SetView", `"Page":0`) == 1 })
	d.screenshot() // of the scene, which is ready then
	d.moveTo(800, 400)
	d.until("the mouse points at an element", func() bool { return d.count("pointAt", "") > 0 })
	d.click(800, 402)
	d.until("it is pinned", func() bool { return d.count("pointAt", `"Pin":true`) == 1 })
	d.screenshot()
}

// TestWindowScene opens a scene, and one that is broken, which is said.
func TestWindowScene(t *testing.T) {
	t.Parallel()
	file := write(t, "two.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><clipPath id="c"><circle cx="32" cy="24" r="20"/></clipPath>
<g clip-path="url(#c)"><rect id="red" width="64" height="48" fill="#e02010"/></g></svg>`)
	broken := write(t, "broken.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><g>\n</svg>")
	d := openDesktop(t, file)
	d.until("the scene is open", func() bool { return d.count("open", "two.svg") == 1 })
	d.until("its clips are matched", func() bool { return d.count("matched", `"right":true`) == 1 })
	red := func() bool { return like(d.screenshot(), 0xE0, 0x20, 0x10) > 20_000 }
	d.until("it is painted", red)
	d.click(150, 182)
	d.do("type", "--window", d.window, broken)
	d.key("Return")
	d.until("another one is asked for", func() bool { return d.count("OpenFile", "broken.svg") == 1 })
	d.until("the message is shown", func() bool { return like(d.screenshot(), 0xFF, 0x8A, 0x65) > 50 })
	d.until("what was open is shown again", red) // a frame without it may be between
}

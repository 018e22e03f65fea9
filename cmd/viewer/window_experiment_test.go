//go:build !nowindow

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWindowExperiment measures a sweep, clicks a cell of it and saves the chart.
func TestWindowExperiment(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "-a", "nearfar")
	d.until("the embedded map is open", func() bool { return d.count("open", "Delaware") == 1 })
	d.until("a search is running", func() bool { return d.step() > 10 })
	d.key("F10")
	d.click(1022, 363) // Run
	d.until("a sweep runs", func() bool { return d.count("RunExperiment", `"sweep"`) == 1 })
	before := d.step()
	d.until("cells are as bright as the best ones", func() bool { return like(d.screenshot(), 0xFD, 0xE7, 0x25) >= 500 })
	if now := d.step(); now != before {
		t.Errorf("the search goes on from round %d to %d meanwhile", before, now)
	}
	d.click(1022, 363) // Cancel
	d.until("it is cancelled", func() bool {
		return d.count("CancelExperiment", "") == 1 && d.count("experiment", `"whole":false`) == 1
	})
	d.until("the search goes on", func() bool { return d.step() > before })
	d.click(640, 610) // a cell: delta 13,504, batch 16
	d.until("the setting of the cell is in use", func() bool { return d.count("ApplySetting", `"delta":13504`) == 1 })
	d.click(1176, 363) // Save
	d.until("the chart is saved", func() bool { return d.count("chart", "kernelscope-sweep-") == 1 })
	saved, _ := filepath.Glob(filepath.Join(d.dir, "kernelscope-sweep-*"))
	if len(saved) != 5 {
		t.Errorf("saved: %v", saved)
	}
	d.sameAsSaved()
}

// sameAsSaved compares the chart in the window with the one in the file.
func (d *desktop) sameAsSaved() {
	d.t.Helper()
	found, _ := filepath.Glob(filepath.Join(d.dir, "kernelscope-sweep-*.png"))
	file := readPNG(d.t, found[0])
	for _, name := range found { // of which screenshot expects one
		os.Rename(name, strings.Replace(name, "kernelscope-", "chart-", 1))
	}
	d.moveTo(760, 100) // off the chart
	screen := d.screenshot()
	size := file.Bounds().Size()
	// The chart ends where the dock's padding begins: 12 + 14 pixels from the
	// right, 12 + 12 from the foot.
	left, top := screen.Bounds().Dx()-26-size.X, screen.Bounds().Dy()-24-size.Y
	off := 0
	for y := range size.Y {
		for x := range size.X {
			r0, g0, b0, _ := file.At(x, y).RGBA()
			r1, g1, b1, _ := screen.At(left+x, top+y).RGBA()
			if r0 != r1 || g0 != g1 || b0 != b1 {
				off++
			}
		}
	}
	if off > 0 {
		d.t.Errorf("%d of %d pixels of the file differ from the window", off, size.X*size.Y)
	}
}

//go:build !nowindow

package main

import (
	"testing"
)

// TestWindowSorts watches a sort, goes back a step, compares it, and visits the map.
func TestWindowSorts(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "sort", "-n", "20000", "-a", "radix4", "--speed", "20")
	d.until("the sort has ended, and is right", func() bool { return d.count("sorted", `"right":true`) == 1 })
	if n := like(d.screenshot(), 0xFD, 0xE7, 0x25); n < 2000 {
		t.Errorf("only %d pixels are as bright as the greatest keys and their digit", n)
	}
	d.key("Left")
	d.until("it goes back a step", func() bool { return d.count("Step", `"Steps":-1`) == 1 })
	if n := like(d.screenshot(), 0x22, 0x29, 0x31); n < 600 {
		t.Errorf("only %d pixels are like bits that no pass has read", n)
	}
	d.click(36, 643) // compare
	d.until("a comparison begins", func() bool { return d.count("SetCompare", "true") == 1 })
	d.key("space")
	d.until("both have ended", func() bool { return d.count("sorted", `"right":true`) == 2 })
	d.key("F2")
	d.until("the map is open", func() bool { return d.count("Show", `"Map"`) == 1 && d.count("open", "Wilmington") == 1 })
	d.until("a search is running", func() bool { return d.step() > 10 })
	d.key("F5")
	d.until("sorts are shown again", func() bool { return d.count("Show", `"Sorts"`) == 1 })
	d.key("Home")
	d.until("the comparison is at its start", func() bool { return d.count("Seek", `"Step":0`) == 1 })
	d.screenshot()
}

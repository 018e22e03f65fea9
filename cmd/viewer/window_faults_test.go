//go:build !nowindow

package main

import (
	"encoding/json"
	"fmt"
	"image"
	"strings"
	"syscall"
	"testing"
	"time"

	"kernelscope/compute/gpu/gputest"
)

// Results of Vulkan calls, of which the first is the layer's own.
const (
	zeroSize    = 1000
	notReady    = 1
	timedOut    = 2
	noMemory    = -2
	deviceLost  = -4
	surfaceLost = -1000000000
	outOfDate   = -1000001004
	suboptimal  = 1000001003
)

// A window goes on where its surface has no size, no image comes, its swapchain is out of date
// or cannot be made, the surface or the device is lost, and ends with the first signal, even while the device does not answer.
func TestWindowFaults(t *testing.T) {
	t.Parallel()
	faults := []string{
		fmt.Sprint("vkGetPhysicalDeviceSurfaceCapabilitiesKHR:1:3:", zeroSize),
		fmt.Sprint("vkAcquireNextImageKHR:15:20:", notReady), fmt.Sprint("vkAcquireNextImageKHR:50:12:", timedOut),
		fmt.Sprint("vkAcquireNextImageKHR:70:2:", surfaceLost), fmt.Sprint("vkQueuePresentKHR:60:1:", surfaceLost),
		fmt.Sprint("vkAcquireNextImageKHR:85:1:", outOfDate), fmt.Sprint("vkQueuePresentKHR:70:3:", suboptimal), fmt.Sprint("vkQueuePresentKHR:80:1:", outOfDate),
		fmt.Sprint("vkCreateSwapchainKHR:3:2:", noMemory), fmt.Sprint("vkQueueSubmit:150:1:", deviceLost),
	}
	d := openDesktopIn(t, gputest.Faults(t, strings.Join(faults, ",")), "gen:grid,width=40,height=40")
	d.until("the device is opened again", func() bool { return d.count("restored", "lost") == 1 })
	d.until("the search is at its end", func() bool { return d.count("verified", `"right":true`) > 0 })
	if p := d.screenshot(); p.Bounds() != image.Rect(0, 0, 1280, 800) || onPanel(p) < 40 || like(p, 0x62, 0x89, 0xCF) < 40 {
		t.Error("the picture is not that of a search")
	}
	for i, f := range faults {
		function, rest, _ := strings.Cut(f, ":")
		first, _, _ := strings.Cut(rest, ":")
		d.until("the fault "+f+" is met", func() bool {
			d.moveTo(600+i%2, 400) // there is a frame only when something changes
			i++
			return strings.Contains(d.said(), fmt.Sprintf("[fault] %s call %s ", function, first))
		})
	}
	d.ends(syscall.SIGTERM, 143)

	d = openDesktopIn(t, gputest.Faults(t, fmt.Sprint("vkWaitForFences:30:1000000000:", timedOut)), "gen:grid,width=40,height=40")
	d.until("a file is open", func() bool { return d.count("open", "grid") == 1 })
	d.ends(syscall.SIGINT, 130)
}

// A window shows a comparison on two devices, and goes on on the first where the second is lost.
func TestWindowTwoDevices(t *testing.T) {
	t.Parallel()
	env := append(gputest.TwoDevices(t), gputest.Faults(t, fmt.Sprint("vkQueueSubmit@2:30:1000000:", deviceLost))...)
	d := openDesktopIn(t, env, "gen:grid,width=40,height=40", "--compare", "delta=64", "--device", "0,1")
	d.until("the second device is lost", func() bool { return d.count("second lost", "lost") == 1 })
	d.until("the search is at its end", func() bool { return d.count("verified", `"right":true`) > 0 })
	if p := d.screenshot(); like(p, 0x62, 0x89, 0xCF) < 40 || d.count("restored", "") > 0 {
		t.Error("the picture is not that of a search")
	}
}

// ends sends the program a signal, after which it must end with a code.
func (d *desktop) ends(s syscall.Signal, code int) {
	d.t.Helper()
	if err := d.program.Process.Signal(s); err != nil {
		d.t.Fatal(err)
	}
	select {
	case <-d.ended:
		if got := d.program.ProcessState.ExitCode(); got != code {
			d.t.Errorf("after %v the exit code is %d, want %d", s, got, code)
		}
	case <-time.After(patience):
		d.t.Fatalf("the program does not heed %v", s)
	}
}

// The source of a drag is gone before the window answers it: the server reports an error to the
// program, which logs it and goes on.
func TestWindowDragDies(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "--verbose", "gen:grid,width=9,height=9")
	d.until("the search is at its end", func() bool { return d.count("verified", `"right":true`) > 0 })
	for !strings.Contains(d.said(), "X error") { // a window that answers in time causes none
		if err := d.Drop(t, d.window, "/a.gr", true); err != nil {
			t.Fatal(err)
		}
		d.frame("F12") // by then the drag was handled
	}
	d.key("F1")
	d.until("the panel hides", func() bool { return d.count("ShowPanels", `"On":false`) == 1 })
	d.ends(syscall.SIGTERM, 143)
}

// A window that is left alone draws only when something has changed. Without its display
// the program ends, and keeps its settings.
func TestWindowAlone(t *testing.T) {
	t.Parallel()
	d := openDesktop(t, "gen:grid,width=9,height=9")
	d.until("the search is at its end", func() bool { return d.count("verified", `"right":true`) > 0 })
	var rest int
	d.until("it rests", func() bool { return d.rests(&rest) })
	before := rest
	d.frame("F12")
	d.until("it rests again", func() bool { return d.rests(&rest) && rest > before })
	if drawn := rest - before; drawn > 8 {
		t.Errorf("a key makes it draw %d frames", drawn)
	}
	d.do("windowsize", d.window, "1000", "640")
	d.until("it is resized", func() bool { return d.screenshot().Bounds().Dx() == 1000 })
	// A frame drawn while the server ends asks a surface without a display for its capabilities.
	d.until("it rests in its new size", func() bool { before := rest; return d.rests(&rest) && rest > before })
	if err := d.Server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-d.ended:
		if got := d.program.ProcessState.ExitCode(); got != 4 || !strings.HasSuffix(d.said(), "viewer: no display any more: its server has ended the connection\n") {
			t.Errorf("without a display the exit code is %d, want 4", got)
		}
		if w := d.settings().Window; w.Width != 1000 || w.Height != 640 {
			t.Errorf("the window that was kept is %+v", w)
		}
	case <-time.After(patience):
		t.Fatal("the program goes on without a display")
	}
}

// rests reports whether the window rests, by its log, and after which frame.
func (d *desktop) rests(frame *int) bool {
	lines := d.log()
	last := lines[max(0, len(lines)-1):]
	return len(last) == 1 && last[0].Action == "rest" && json.Unmarshal(last[0].Value, frame) == nil
}

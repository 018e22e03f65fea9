//go:build !nowindow

// Package window opens the window: input comes in, frames go out. It is the only package that uses
// GLFW. It must be used only on the main goroutine, locked to its thread.
//
// The size of a framebuffer is not the size of its window. Size zero means minimized: there is no swapchain
// then, and no busy loop. glfw.Init returns nil without a display, and the next call panics, so FindDisplay
// comes first. FIFO presentation does not throttle under Xvfb, so the rate of frames has a cap.
package window

import (
	"context"
	"errors"
	"fmt"
	"log"
	"slices"
	"strings"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/render/input"
)

// ErrNoDisplay reports that there is no display to open a window on.
var ErrNoDisplay = errors.New("there is no display")

// Window is the program's window with its device and swapchain.
type Window struct {
	Device *gpu.Device
	window *glfw.Window
	chain  *draw.Swapchain // nil while there is none
	shared *shared         // shows the frames instead; nil where it cannot
	plain  bool            // it could not for this device
	lost   int             // number of consecutive surfaces that did not show a frame
	open   gpu.Options     // options of the device
	input  input.Frame
	events []event   // not yet returned by Poll
	held   modifiers // modifiers reported by the window system
	x, y   float64   // position of the mouse in units of the window system
	last   time.Time // when Poll last returned input
	next   time.Time // when the next frame is due
	awake  int       // frames to draw without waiting after an event
	place  [4]int    // position and size in units of the window system, also after the display is lost
}

// linger is the number of frames drawn after an event, because an interface needs several to
// settle. settle is the same after something has moved without input.
const (
	linger = 4
	settle = 2
)

// Open opens a window with a position and a size in units of the window system, and the device that
// draws to it. The window system chooses the position if it is (0, 0) or on no monitor. If plain is
// set, the size is that on a plain display, and it is scaled for the monitor of the window.
func Open(title string, x, y, width, height int, plain bool, o gpu.Options) (w *Window, err error) {
	if err := FindDisplay(); err != nil {
		return nil, err
	}
	if err := initialize(); err != nil {
		return nil, err
	}
	glfw.WindowHint(glfw.ClientAPI, glfw.NoAPI)
	if plain {
		glfw.WindowHint(glfw.ScaleToMonitor, glfw.True)
	}
	window, err := glfw.CreateWindow(width, height, title, nil, nil)
	if err != nil {
		glfw.Terminate()
		return nil, fmt.Errorf("%w: %v", ErrNoDisplay, err)
	}
	handleErrors()
	if (x != 0 || y != 0) && onMonitor(x, y, width) {
		window.SetPos(x, y)
	}
	o.Extensions = window.GetRequiredInstanceExtensions()
	o.Surface = func(instance any) (uintptr, error) { return window.CreateWindowSurface(instance, nil) }
	w = &Window{window: window, last: time.Now(), x: -1, y: -1, open: o, awake: linger}
	if w.Device, err = gpu.Open(o); err != nil {
		window.Destroy()
		glfw.Terminate()
		return nil, err
	}
	w.listen()
	w.place[0], w.place[1] = window.GetPos()
	w.place[2], w.place[3] = window.GetSize()
	return w, nil
}

// onMonitor reports whether the upper edge of a window would be reachable on a monitor.
func onMonitor(x, y, width int) bool {
	return slices.ContainsFunc(glfw.GetMonitors(), func(m *glfw.Monitor) bool {
		left, top, w, h := m.GetWorkarea()
		return x+width > left+64 && x < left+w-64 && y >= top && y < top+h-64
	})
}

// Bounds returns the position and the size of the window in units of the window system.
func (w *Window) Bounds() (x, y, width, height int) {
	return w.place[0], w.place[1], w.place[2], w.place[3]
}

// Lost reads what the display has sent, and reports whether it has ended the connection. Nothing can
// be shown then.
func (w *Window) Lost() bool {
	glfw.PollEvents()
	return isClosed()
}

// initialize starts GLFW. Without a display server GLFW panics or only logs.
func initialize() (err error) {
	var said strings.Builder
	to, flags := log.Writer(), log.Flags()
	log.SetOutput(&said)
	log.SetFlags(0)
	defer func() {
		log.SetOutput(to)
		log.SetFlags(flags)
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %s", ErrNoDisplay, strings.TrimPrefix(fmt.Sprint(r), "PlatformError: "))
		}
	}()
	if err := glfw.Init(); err != nil {
		return fmt.Errorf("%w: %s", ErrNoDisplay, strings.TrimPrefix(err.Error(), "PlatformError: "))
	}
	if said.Len() > 0 {
		return fmt.Errorf("%w: %s", ErrNoDisplay, strings.TrimPrefix(strings.TrimSpace(said.String()), "PlatformError: "))
	}
	if !glfw.VulkanSupported() {
		glfw.Terminate()
		if _, err := gpu.List(); err != nil {
			return err // Vulkan is missing
		}
		return fmt.Errorf("%w: the window system cannot show what Vulkan draws", gpu.ErrUnavailable)
	}
	return nil
}

// clipboard is the clipboard of the window system.
type clipboard struct{}

// Text returns the text in the clipboard; it is empty for other contents.
func (clipboard) Text() (string, error) { return glfw.GetClipboardString(), nil }

// SetText replaces the contents of the clipboard.
func (clipboard) SetText(s string) { glfw.SetClipboardString(s) }

var keys = map[glfw.Key]input.Key{
	glfw.KeyTab: input.KeyTab, glfw.KeyLeft: input.KeyLeft, glfw.KeyRight: input.KeyRight, glfw.KeyUp: input.KeyUp, glfw.KeyDown: input.KeyDown,
	glfw.KeyHome: input.KeyHome, glfw.KeyEnd: input.KeyEnd, glfw.KeyPageUp: input.KeyPageUp, glfw.KeyPageDown: input.KeyPageDown, glfw.KeyInsert: input.KeyInsert, glfw.KeyDelete: input.KeyDelete,
	glfw.KeyBackspace: input.KeyBackspace, glfw.KeySpace: input.KeySpace, glfw.KeyEnter: input.KeyEnter, glfw.KeyKPEnter: input.KeyEnter,
	glfw.KeyEscape: input.KeyEscape, glfw.KeyA: input.KeyA, glfw.KeyC: input.KeyC, glfw.KeyF: input.KeyF, glfw.KeyG: input.KeyG, glfw.KeyI: input.KeyI, glfw.KeyN: input.KeyN, glfw.KeyR: input.KeyR, glfw.KeyS: input.KeyS,
	glfw.KeyV: input.KeyV, glfw.KeyX: input.KeyX, glfw.KeyY: input.KeyY, glfw.KeyZ: input.KeyZ,
	glfw.KeyJ: input.KeyJ, glfw.KeyK: input.KeyK, glfw.KeyL: input.KeyL, glfw.KeyO: input.KeyO, glfw.KeyP: input.KeyP, glfw.KeyB: input.KeyB, glfw.KeyD: input.KeyD, glfw.KeyE: input.KeyE, glfw.KeyT: input.KeyT, glfw.KeyLeftBracket: input.KeyLeftBracket, glfw.KeyRightBracket: input.KeyRightBracket, glfw.KeyF1: input.KeyF1, glfw.KeyF2: input.KeyF2, glfw.KeyF3: input.KeyF3, glfw.KeyF4: input.KeyF4,
	glfw.KeyF5: input.KeyF5, glfw.KeyF6: input.KeyF6, glfw.KeyF7: input.KeyF7, glfw.KeyF8: input.KeyF8,
	glfw.KeyF9: input.KeyF9, glfw.KeyF10: input.KeyF10, glfw.KeyF11: input.KeyF11, glfw.KeyF12: input.KeyF12,
}

// Close closes the window and the device and returns the names of unreleased objects.
func (w *Window) Close() (leaked []string) {
	w.drop()
	leaked = w.Device.Release()
	if !isClosed() { // Xlib complains of every request to a server that is gone
		w.window.Destroy()
		glfw.Terminate()
	}
	return leaked
}

// drop releases the images of the window.
func (w *Window) drop() {
	if w.shared != nil {
		w.shared.release()
		w.shared = nil
	}
	if w.chain != nil {
		w.chain.Release()
		w.chain = nil
	}
}

// Renew releases the images of the window. The next frame recreates them.
func (w *Window) Renew() { w.drop() }

// Reopen abandons the device with everything on it and opens the device with a name, as in
// gpu.Options.
func (w *Window) Reopen(device string) (d *gpu.Device, err error) {
	w.drop()
	w.plain = false
	w.Device.Abandon()
	w.open.Device = device
	if d, err = gpu.Open(w.open); err == nil {
		w.Device = d
	}
	return d, err
}

// Ratio returns the pixels of the picture per pixel of a plain display.
func (w *Window) Ratio() float64 {
	x, _ := w.window.GetContentScale()
	return max(1, float64(x))
}

// Size returns the size of the picture in pixels; zero while minimized.
func (w *Window) Size() (width, height int) {
	width, height = w.window.GetFramebufferSize()
	if max(width, height) > maxSide || min(width, height) < 0 { // an X server that has died answers with any numbers
		return 0, 0
	}
	return width, height
}

// maxSide is beyond the pixels along any display.
const maxSide = 1 << 16

// SetTitle sets the window's title.
func (w *Window) SetTitle(s string) { w.window.SetTitle(s) }

// Poll waits until the next frame is due and returns the input since the last call. It returns
// false when the window is closed. While busy is false or the window is minimized, Poll waits up to
// a tenth of a second for an event and returns empty input if there is none.
func (w *Window) Poll(busy bool, fps float64) (input.Frame, bool) {
	if wait := time.Until(w.next); busy && wait > 0 {
		time.Sleep(wait)
	}
	if w.Lost() {
		return input.Frame{}, false
	}
	logErrors()
	if width, _ := w.Size(); width == 0 || !busy && w.awake == 0 {
		glfw.WaitEventsTimeout(0.1)
	}
	quiet := !busy && w.awake == 0
	if w.awake = max(0, w.awake-1); busy {
		w.awake = max(w.awake, settle)
	}
	now := time.Now()
	if fps > 0 {
		w.next = later(w.next, now).Add(time.Duration(float64(time.Second) / fps))
	}
	in := w.input
	in.Seconds, in.Quiet = now.Sub(w.last).Seconds(), quiet
	w.last = now
	in.Ctrl, in.Shift, in.Alt = w.held.ctrl, w.held.shift, w.held.alt
	if w.events = take(w.events, &in, &w.x, &w.y); len(w.events) > 0 {
		w.awake = linger
	}
	width, _ := w.window.GetSize()
	pixels, _ := w.Size()
	scale := float64(pixels) / float64(max(1, width))
	in.X, in.Y = w.x*scale, w.y*scale
	w.input = input.Frame{Clipboard: w.input.Clipboard, Buttons: in.Buttons}
	return in, !w.window.ShouldClose()
}

// later returns the time of the next frame. It keeps frames evenly spaced while they are on time
// and does not catch up on missed ones.
func later(due, now time.Time) time.Time {
	if now.Sub(due) < 5*time.Millisecond {
		return due
	}
	return now
}

// maxSurfaces is the greatest number of consecutive lost surfaces, and maxChains that of
// consecutive swapchains that do not fit.
const (
	maxSurfaces = 3
	maxChains   = 10
)

// Begin returns the image for the next frame and the slot of buffers that it may use. It first
// replaces the images of a resized window and a lost surface. gpu.ErrNotReady means that the window
// cannot show anything at the moment.
func (w *Window) Begin(ctx context.Context) (t *draw.Target, slot int, err error) {
	if w.share() {
		return &w.shared.Target, 0, ctx.Err()
	}
	for range maxChains {
		switch t, err = w.begin(ctx); {
		case errors.Is(err, gpu.ErrOutOfDate):
			w.chain.Invalidate()
			glfw.PollEvents()
		case errors.Is(err, gpu.ErrSurfaceLost) && w.lost < maxSurfaces:
			w.lost++
			w.drop()
			if err := w.Device.NewSurface(); err != nil {
				return nil, 0, err
			}
		case errors.Is(err, gpu.ErrSurfaceLost):
			return nil, 0, fmt.Errorf("%w: %w, and so were %d others", gpu.ErrUnavailable, err, w.lost)
		case err != nil:
			return nil, 0, err
		default:
			return t, w.chain.Slot(), nil
		}
	}
	return nil, 0, gpu.ErrNotReady
}

// share makes the shared picture for the size of the window, and reports whether there is one.
func (w *Window) share() bool {
	width, height := w.Size()
	if s := w.shared; s != nil && (s.width != width || s.height != height) {
		s.release()
		w.shared = nil
	}
	if w.shared == nil && !w.plain && width > 0 && height > 0 {
		w.shared = newShared(w.Device, w.window, width, height)
		w.plain = w.shared == nil
	}
	return w.shared != nil
}

func (w *Window) begin(ctx context.Context) (t *draw.Target, err error) {
	width, height := w.Size()
	if w.chain == nil || stale(w.chain, width, height) {
		if w.chain, err = draw.NewSwapchain(w.Device, w.chain, width, height); err != nil {
			return nil, err
		}
	}
	return w.chain.Begin(ctx)
}

func stale(c *draw.Swapchain, width, height int) bool {
	w, h := c.Size()
	return w != width || h != height
}

// End shows the frame. It drops a frame that no longer fits the window.
func (w *Window) End(cmd *gpu.Commands) error {
	if w.shared != nil {
		return w.shared.show(cmd)
	}
	switch err := w.chain.End(cmd); {
	case err == nil:
		w.lost = 0
		return nil
	case errors.Is(err, gpu.ErrSurfaceLost):
		w.lost++
		w.drop()
		if w.lost > maxSurfaces {
			return fmt.Errorf("%w: %w, and so were %d others", gpu.ErrUnavailable, err, w.lost-1)
		}
		return w.Device.NewSurface()
	case errors.Is(err, gpu.ErrOutOfDate):
		w.chain.Invalidate()
		return nil
	default:
		return err
	}
}

// Package studio is the interactive half of the program: a stage that shows one view at a time,
// and its two hosts, a window and a canvas for pictures and recordings. It depends on no family of
// algorithms; each provides a View and is one entry of a list of Families.
package studio

import (
	"context"
	"image/color"
	"time"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
)

// Family is a kind of algorithm with a view of its own. Tabs, function keys and hints
// are made from the list of families.
type Family struct {
	ui.Tab
	// Pages are places within the view, with tabs of their own. The view gets the ui.Show
	// of a page, and of its own name, as an action.
	Pages []ui.Tab
	// New makes the view, on a stage that lives longer than it. It shows nothing yet.
	New func(*Stage) (View, error)
	// Takes reports whether the view can open what was read from a file.
	Takes func(in any) bool
	// Read reads files of an unknown kind that are opened while the view is shown, in place of open.Read. It runs on a goroutine of its own, and may be nil.
	Read func(ctx context.Context, path string) (any, error)
	// Endings are the extensions of files that Read reads and that cannot be recognized by their
	// contents.
	Endings []string
}

// View shows the algorithms of a family. All methods belong to the stage's goroutine.
type View interface {
	// Begin is called when the user changes to the view. An empty view begins with a built-in
	// input.
	Begin() error
	// Open shows the contents of a file. On an error the present contents stay.
	Open(in any) error
	// Frame builds a frame of the interface and returns the requested actions.
	Frame(in input.Frame) []watch.Action
	// Apply executes an action. For other views' actions it does nothing, and taken is false.
	Apply(action watch.Action) (taken bool, err error)
	// Advance lets time pass: a frame's, with about budget for computing.
	Advance(frame, budget time.Duration) error
	// Calls records what must happen before a frame's pass, and returns what to draw in
	// it, under the interface.
	Calls(cmd *gpu.Commands) ([]draw.Call, error)
	// Rebuild recreates everything on the stage's GPU and Computer after the previous ones were
	// lost. All other state stays: the contents, the parameters, the position on the timeline, the
	// camera.
	Rebuild() error
	// Waiting reports whether background work is in progress.
	Waiting() bool
	// Title returns the title of the contents.
	Title() string
	// Command returns the words, after the name of the program, of the command that opens the
	// window on the present view: at the present moment if now is set, otherwise playing from the
	// start. The error gives the reason if there is none; it is ErrNotShown if the view is empty.
	Command(now bool) (words []string, err error)
	// Now describes the present moment.
	Now() Now
	// Settle completes all pending work, however long it takes.
	Settle() error
	// Palette returns the colours that recordings of the view consist of, with its panel
	// or without.
	Palette(panel bool) []color.RGBA
	// Release releases all resources.
	Release()
}

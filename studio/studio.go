// Package studio is the interactive half of the program: a stage that shows one view at
// a time, and its two hosts, a window and a canvas for pictures and recordings. It knows
// no family of algorithms; each brings a View and is one entry of a list of Families.
package studio

import (
	"context"
	"image/color"
	"time"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/input"
	"kernelscope/ui"
)

// Family is a kind of algorithm with a view of its own. Tabs, function keys and hints
// are made from the list of families.
type Family struct {
	ui.Place
	// Pages are places within the view, with tabs of their own. The view gets the ui.Show
	// of a page, and of its own name, as an action.
	Pages []ui.Place
	// New makes the view, on a stage that lives longer than it. It shows nothing yet.
	New func(*Stage) (View, error)
	// Takes reports whether the view can open what was read from a file.
	Takes func(in any) bool
	// Read reads files of an unknown kind that are opened while the view is shown, in place of open.Read. It runs on a goroutine of its own, and may be nil.
	Read func(ctx context.Context, path string) (any, error)
	// Ending is that of files whose contents say nothing, and which Read reads.
	Ending string
}

// View shows the algorithms of a family. All methods belong to the stage's goroutine.
type View interface {
	// Begin is called when a person changes to the view. One that shows nothing yet
	// begins with what comes with the program.
	Begin() error
	// Open shows what was read from a file. Where that fails what was shown stays.
	Open(in any) error
	// Frame builds a frame of the interface and returns the actions that it asks for.
	Frame(in input.Frame) []any
	// Apply carries out an action. It leaves those of others alone: taken is false.
	Apply(action any) (taken bool, err error)
	// Advance lets time pass: a frame's, with about budget for computing.
	Advance(frame, budget time.Duration) error
	// Calls records what must happen before a frame's pass, and returns what to draw in
	// it, under the interface.
	Calls(cmd *gpu.Commands) ([]draw.Call, error)
	// Rebuild makes everything that is on the device anew, on the stage's GPU and Computer:
	// those before were lost. All else stays: what is shown, the parameters, the position
	// on the timeline, the camera.
	Rebuild() error
	// Waiting reports whether something goes on without being asked for.
	Waiting() bool
	// Title names what is shown.
	Title() string
	// Command returns the words, after the name of the program, of the command that opens the
	// window on what is shown: now is the present moment, and otherwise it plays from the
	// start. The error says why there is none; ErrNotShown where the view is empty.
	Command(now bool) (words []string, err error)
	// Now returns what there is to say of the present moment.
	Now() Now
	// Settle does all that is asked for and not done yet, whatever time it takes.
	Settle() error
	// Palette returns the colours that recordings of the view consist of, with its panel
	// or without.
	Palette(panel bool) []color.RGBA
	// Release releases all resources.
	Release()
}

package studio

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"reflect"

	"kernelscope/compute"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/watch"
)

// Log writes the events of a stage as JSON lines, for tests and problem reports. A nil Log
// writes nothing.
type Log struct {
	file    *os.File
	encoder *json.Encoder
	failed  error // the first error of writing
	steps   []int // of the events that were written last, by lane
}

// OpenLog makes a log in a file; nil without a path.
func OpenLog(path string) (*Log, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", fault.Output, err)
	}
	return &Log{file: f, encoder: format.JSON(f)}, nil
}

// Write writes an event with a value that JSON can represent.
func (l *Log) Write(what string, value any) {
	l.Event(struct {
		Action string `json:"action"`
		Value  any    `json:"value,omitempty"`
	}{what, value})
}

// Action writes an action with the name of its type, such as "clips.Select".
func (l *Log) Action(a watch.Action) { l.Write(actionName(reflect.TypeOf(a)), a) }

// actionName returns a type's package and name. A family's session has the family's name, since
// all sessions have the same.
func actionName(t reflect.Type) string {
	pkg := path.Base(t.PkgPath())
	if pkg == "session" {
		pkg = path.Base(path.Dir(t.PkgPath()))
	}
	return pkg + "." + t.Name()
}

// Event writes a line of its own form.
func (l *Log) Event(e any) {
	if l != nil {
		l.failed = cmp.Or(l.failed, l.encoder.Encode(e)) // Close returns it: a full disk must not end the window
	}
}

// Step writes the event of a lane, unless it is of the same step as the lane's last one.
func (l *Log) Step(lane int, e compute.Event) {
	if l == nil {
		return
	}
	for len(l.steps) <= lane {
		l.steps = append(l.steps, 0)
	}
	if l.steps[lane] != e.Step {
		l.steps[lane] = e.Step
		l.Event(e)
	}
}

// Close closes the file, and returns the first error of writing to it.
func (l *Log) Close() error {
	if l == nil {
		return nil
	}
	if err := cmp.Or(l.failed, l.file.Close()); err != nil {
		return fmt.Errorf("%w: %v", fault.Output, err)
	}
	return nil
}

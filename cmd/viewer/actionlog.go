//go:build !nowindow

package main

import (
	"encoding/json"
	"fmt"
	"kernelscope/compute/sssp"
	"os"
)

// actionLog writes what happens in a window as JSON lines, for tests and for
// reports of problems. Without a file it does nothing.
type actionLog struct {
	file    *os.File
	encoder *json.Encoder
}

// logLine is something that a person has done.
type logLine struct {
	Action string `json:"action"`
	Value  any    `json:"value,omitempty"`
}

func openLog(path string) (*actionLog, error) {
	if path == "" {
		return &actionLog{}, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errOutput, err)
	}
	return &actionLog{f, json.NewEncoder(f)}, nil
}

func (l *actionLog) write(action string, value any) {
	if l.encoder != nil {
		_ = l.encoder.Encode(logLine{action, value}) // a full disk must not end the window
	}
}

func (l *actionLog) event(e sssp.Event) {
	if l.encoder != nil {
		_ = l.encoder.Encode(e)
	}
}

func (l *actionLog) close() {
	if l.file != nil {
		l.file.Close()
	}
}

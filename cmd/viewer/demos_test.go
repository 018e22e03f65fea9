package main

import (
	"testing"

	"kernelscope/assets"
	"kernelscope/cli"
)

// Each demo of the start card has a picture, and a command that opens the window.
func TestStartCard(t *testing.T) {
	for _, d := range demos {
		if c, err := commandOf(d.Words); err != nil || !cli.OpensWindow(c) {
			t.Errorf("%s: %v: %v", d.Name, d.Words, err)
		}
		if _, err := assets.Cards.ReadFile("cards/" + d.Picture); err != nil {
			t.Error(err)
		}
	}
}

package studio

import (
	"bytes"
	"testing"
)

// Four pixels become their mean.
func TestHalved(t *testing.T) {
	frame := []byte{
		0, 0, 0, 255, 4, 0, 0, 255, 10, 0, 0, 255, 10, 0, 0, 255,
		8, 2, 0, 255, 12, 0, 7, 255, 10, 0, 0, 255, 11, 0, 255, 255,
	}
	if got, want := halved(nil, frame, 4), []byte{6, 1, 2, 255, 10, 0, 64, 255}; !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

package record

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
)

// A picture keeps its command, and decoders ignore it.
func TestCommand(t *testing.T) {
	const width, height = 20, 10
	in := frames(width, height)
	for _, command := range []string{"viewer city.osm.pbf -a nearfar", "", "viewer 'Zürich 東京.pbf' " + strings.Repeat("-x ", 400)} {
		var still, film bytes.Buffer
		if err := Picture(&still, in[0], width, height, command, 2); err != nil {
			t.Fatal(err)
		}
		w, err := GIF(&film, width, height, 25, palette, command)
		write(t, w, err, in)
		if got := Command(bytes.NewReader(still.Bytes())); got != command {
			t.Errorf("PNG: %q", got)
		}
		if got := Command(&film); got != command {
			t.Errorf("GIF: %q", got)
		}
		if _, err := png.Decode(&still); err != nil {
			t.Error(err)
		}
	}
}

// FuzzCommand reads any bytes as a picture.
func FuzzCommand(f *testing.F) {
	in := frames(20, 10)
	var still, film bytes.Buffer
	if err := Picture(&still, in[0], 20, 10, "viewer", 2); err != nil {
		f.Fatal(err)
	}
	w, err := GIF(&film, 20, 10, 25, palette, "viewer")
	if err != nil {
		f.Fatal(err)
	}
	w.Close()
	f.Add(still.Bytes())
	f.Add(film.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(Command(bytes.NewReader(file))) > len(file) {
			t.Error("more than there is")
		}
	})
}

// A picture says how many pixels a metre has, of 96 pixels of a plain display in an inch.
func TestPixelSize(t *testing.T) {
	for ratio, want := range map[float64]string{1: "\x00\x00\x00\x09pHYs\x00\x00\x0e\xc4\x00\x00\x0e\xc4\x01", 2: "pHYs\x00\x00\x1d\x87\x00\x00\x1d\x87\x01"} {
		var b bytes.Buffer
		if err := Picture(&b, make([]byte, 4), 1, 1, "", ratio); err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(b.Bytes(), []byte(want)) {
			t.Errorf("ratio %g: %q", ratio, b.Bytes())
		}
		if _, err := png.Decode(&b); err != nil {
			t.Error(err)
		}
	}
}

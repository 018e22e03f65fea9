package record

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"math/rand/v2"
	"testing"
)

var palette = []color.RGBA{{0, 0, 0, 255}, {255, 255, 255, 255}, {98, 137, 207, 255}, {252, 198, 33, 255}, {187, 72, 14, 255}}

// frames returns pictures of a moving square, one of them unchanged.
func frames(width, height int) (out [][]byte) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for f := range 6 {
		pixels := make([]byte, 4*width*height)
		for i := 0; i < len(pixels); i += 4 {
			c := palette[0]
			if x, y := i/4%width, i/4/width; x >= 3*f && x < 3*f+9 && y > 2 && y < 11 {
				c = palette[1+rnd.IntN(4)]
			}
			pixels[i], pixels[i+1], pixels[i+2], pixels[i+3] = c.R, c.G, c.B, 255
		}
		out = append(out, pixels)
		if f == 3 {
			out = append(out, pixels)
		}
	}
	return out
}

func write(t *testing.T, w Writer, err error, frames [][]byte) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		if err := w.Frame(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// The standard library decodes exactly the written pixels.
func TestGIF(t *testing.T) {
	const width, height, fps = 37, 23, 30
	in := frames(width, height)
	var out, second bytes.Buffer
	w, err := GIF(&out, width, height, fps, palette, "")
	write(t, w, err, in)
	w, err = GIF(&second, width, height, fps, palette, "")
	write(t, w, err, in)
	if !bytes.Equal(out.Bytes(), second.Bytes()) {
		t.Error("the same frames give other bytes")
	}
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != len(in) || g.Config.Width != width || g.Config.Height != height {
		t.Fatalf("%d frames of %d × %d", len(g.Image), g.Config.Width, g.Config.Height)
	}
	screen, delay := image.NewRGBA(image.Rect(0, 0, width, height)), 0
	for i, p := range g.Image {
		delay += g.Delay[i]
		for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
			for x := p.Rect.Min.X; x < p.Rect.Max.X; x++ {
				if p.ColorIndexAt(x, y) != transparent {
					screen.Set(x, y, p.At(x, y))
				}
			}
		}
		if !bytes.Equal(screen.Pix, in[i]) {
			t.Fatalf("frame %d is another picture", i)
		}
	}
	if want := len(in) * 100 / fps; delay != want {
		t.Errorf("it takes %d hundredths of a second, want %d", delay, want)
	}
}

func TestGIFRefuses(t *testing.T) {
	if _, err := GIF(io.Discard, 70000, 10, 10, palette, ""); err == nil {
		t.Error("70,000 pixels a side were accepted")
	}
	if _, err := GIF(io.Discard, 10, 10, 10, make([]color.RGBA, 256), ""); err == nil {
		t.Error("256 colours and a transparent one were accepted")
	}
}

func TestPictures(t *testing.T) {
	in := frames(20, 15)
	var got []*bytes.Buffer
	w := Pictures(func(n int, write func(io.Writer) error) error {
		if n != len(got) {
			t.Errorf("picture %d after %d", n, len(got))
		}
		got = append(got, &bytes.Buffer{})
		return write(got[n])
	}, 20, 15, "", 2)
	write(t, w, nil, in)
	for i, b := range got {
		p, err := png.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if r, g, bl, _ := p.At(3*min(i, 3)+1, 5).RGBA(); byte(r>>8) == 0 && byte(g>>8) == 0 && byte(bl>>8) == 0 && i < 4 {
			t.Errorf("picture %d lacks the square", i)
		}
	}
}

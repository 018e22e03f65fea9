package record

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// chunks splits a PNG file into chunks.
func chunks(t *testing.T, b []byte) (kinds []string, bodies [][]byte) {
	t.Helper()
	if b = b[len(pngHead):]; len(b) == 0 {
		t.Fatal("no chunks")
	}
	for len(b) > 0 {
		n := int(binary.BigEndian.Uint32(b))
		if !bytes.Equal(pngChunk(string(b[4:8]), b[8:8+n]), b[:12+n]) {
			t.Fatalf("the checksum of %s is wrong", b[4:8])
		}
		kinds, bodies, b = append(kinds, string(b[4:8])), append(bodies, b[8:8+n]), b[12+n:]
	}
	return kinds, bodies
}

// Each frame of an APNG can be decoded by the standard library and, drawn over the previous ones,
// gives the picture.
func TestAPNG(t *testing.T) {
	const width, height = 37, 23
	in := frames(width, height)
	var out bytes.Buffer
	w := APNG(&out, width, height, 30, len(in), "viewer sort")
	for _, f := range in {
		if err := w.Frame(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.(Noter).Note("all is well"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got := Command(bytes.NewReader(out.Bytes())); got != "viewer sort" {
		t.Errorf("the command is %q", got)
	}
	if got := ReadNote(bytes.NewReader(out.Bytes())); got != "all is well" {
		t.Errorf("the note is %q", got)
	}
	screen := image.NewNRGBA(image.Rect(0, 0, width, height))
	n, sequence, delays := 0, uint32(0), 0
	var head, control []byte
	kinds, bodies := chunks(t, out.Bytes())
	for i, kind := range kinds {
		data := bodies[i]
		if kind == "fcTL" || kind == "fdAT" {
			if got := binary.BigEndian.Uint32(data); got != sequence {
				t.Fatalf("chunk %d of the animation has number %d", sequence, got)
			}
			sequence++
		}
		switch kind {
		case "IHDR":
			head = data
		case "acTL":
			if got := binary.BigEndian.Uint32(data); got != uint32(len(in)) {
				t.Fatalf("%d frames are announced", got)
			}
		case "fcTL":
			control = data
			delays += int(binary.BigEndian.Uint16(data[20:]))
		case "fdAT", "IDAT":
			if kind == "fdAT" {
				data = data[4:]
			}
			one := append([]byte(pngHead), pngChunk("IHDR", append(bytes.Clone(control[4:12]), head[8:]...))...)
			one = append(append(one, pngChunk("IDAT", data)...), pngChunk("IEND", nil)...)
			p, err := png.Decode(bytes.NewReader(one))
			if err != nil {
				t.Fatalf("frame %d: %v", n, err)
			}
			at := image.Pt(int(binary.BigEndian.Uint32(control[12:])), int(binary.BigEndian.Uint32(control[16:])))
			op := draw.Op(draw.Src)
			if control[25] == 1 {
				op = draw.Over
			}
			draw.Draw(screen, p.Bounds().Add(at), p, image.Point{}, op)
			if !bytes.Equal(screen.Pix, in[n]) {
				t.Fatalf("frame %d is another picture", n)
			}
			n++
		}
	}
	if n != len(in) || delays != n || kinds[len(kinds)-1] != "IEND" {
		t.Errorf("%d frames of %d, %d delays", n, len(in), delays)
	}
	short := APNG(&out, width, height, 30, 3, "")
	if err := short.Frame(in[0]); err != nil || short.Close() == nil {
		t.Errorf("one frame of three: %v, and no error", err)
	}
}

// probed returns ffprobe's description of a file. The test is skipped without ffprobe.
func probed(t *testing.T, path string) string {
	t.Helper()
	if _, err := exec.LookPath("ffprobe"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=width,height,r_frame_rate,nb_read_frames", "-of", "csv=p=0", path).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", path, err, out)
	}
	return strings.TrimSpace(string(out))
}

// Other programs read the same size, rate and number of frames.
func TestFormatsElsewhere(t *testing.T) {
	const width, height = 38, 24
	in, dir := frames(width, height), t.TempDir()
	for name, make := range map[string]func(*bytes.Buffer) Writer{
		"a.apng": func(b *bytes.Buffer) Writer { return APNG(b, width, height, 30, len(in), "") },
		"a.y4m":  func(b *bytes.Buffer) Writer { return Y4M(b, width, height, 30) },
	} {
		var b bytes.Buffer
		write(t, make(&b), nil, in)
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := probed(t, path); got != "38,24,30/1,7" {
			t.Errorf("%s: %s", name, got)
		}
	}
	path := empty(t, "a.webm")
	w, err := Video(t.Context(), ".webm", path, width, height, 30)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.(Noter).Note("well"); err != nil {
		t.Fatal(err)
	}
	write(t, w, nil, in)
	if got := probed(t, path); got != "38,24,30/1,7" {
		t.Errorf("WebM: %s", got)
	}
	b, err := os.ReadFile(path)
	if err != nil || ReadNote(bytes.NewReader(b)) != "well" {
		t.Errorf("the note is %q, %v", ReadNote(bytes.NewReader(b)), err)
	}
	if err := checkWebM(path, len(in)+1); err == nil {
		t.Error("one frame is missing, and nothing is said")
	}
	for n := 0; n < len(b)-13; n += 1 + n/20 { // the last 13 bytes and more are the note
		if err := os.WriteFile(path, b[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		if checkWebM(path, len(in)) == nil {
			t.Errorf("%d of %d bytes pass as a video", n, len(b))
		}
	}
}

// Black, white and the primaries have the values of BT.601.
func TestY4M(t *testing.T) {
	var b bytes.Buffer
	pixels := []byte{0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 255, 0, 0, 255, 255}
	write(t, Y4M(&b, 4, 1, 25), nil, [][]byte{pixels})
	want := "YUV4MPEG2 W4 H1 F25:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\nFRAME\n" + string([]byte{16, 235, 81, 41, 128, 128, 90, 240, 128, 128, 240, 110})
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

// Fewer keeps all colours if they fit, otherwise colours that are far from each other.
func TestFewer(t *testing.T) {
	var all []color.RGBA
	for i := range 256 {
		all = append(all, color.RGBA{byte(i), byte(i), byte(i), 255}, color.RGBA{byte(i), byte(i), byte(i), 255})
	}
	if got := Fewer(append([]color.RGBA{}, all...), 256); len(got) != 256 {
		t.Errorf("%d of 256 colours", len(got))
	}
	got := Fewer(all, 3)
	if len(got) != 3 || got[0].R != 0 || got[1].R != 255 || got[2].R < 120 || got[2].R > 136 {
		t.Errorf("three of a ramp are %v", got)
	}
}

func TestGIFNote(t *testing.T) {
	var b bytes.Buffer
	w, err := GIF(&b, 37, 23, 30, palette, "viewer")
	if err != nil {
		t.Fatal(err)
	}
	if ReadNote(bytes.NewReader(b.Bytes())) != "" {
		t.Error("a note that nobody has written")
	}
	if err := w.(Noter).Note("well"); err != nil {
		t.Fatal(err)
	}
	write(t, w, nil, frames(37, 23))
	if got := ReadNote(bytes.NewReader(b.Bytes())); got != "well" {
		t.Errorf("the note is %q", got)
	}
}

// Package record writes frames: numbered pictures, an animated GIF, or a video through
// ffmpeg. The same frames give the same bytes, except for videos, which ffmpeg encodes.
package record

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"os/exec"
	"strings"
)

// Writer writes frames of one size: bytes of red, green, blue and alpha, row by row.
// Close completes the output.
type Writer interface {
	Frame(pixels []byte) error
	Close() error
}

// Picture encodes a frame as PNG.
func Picture(w io.Writer, pixels []byte, width, height int) error {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	return encoder.Encode(w, frame(pixels, width, height))
}

// frame views pixels as an opaque image.
func frame(pixels []byte, width, height int) *image.NRGBA {
	return &image.NRGBA{Pix: pixels, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
}

// Pictures writes each frame to a file of its own, which create opens by its number,
// counting from zero.
func Pictures(create func(n int, write func(io.Writer) error) error, width, height int) Writer {
	return &pictures{create: create, width: width, height: height}
}

type pictures struct {
	create        func(int, func(io.Writer) error) error
	width, height int
	n             int
}

func (p *pictures) Frame(pixels []byte) error {
	n := p.n
	p.n++
	return p.create(n, func(w io.Writer) error { return Picture(w, pixels, p.width, p.height) })
}

func (p *pictures) Close() error { return nil }

// Video pipes frames to ffmpeg, which writes an H.264 video to a file.
func Video(path string, width, height, fps int) (Writer, error) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, fmt.Errorf("record: videos are written by ffmpeg, which is not installed; install it or write a .gif")
	}
	v := &video{command: exec.Command(program, "-y", "-loglevel", "error",
		"-f", "rawvideo", "-pix_fmt", "rgba", "-s", fmt.Sprintf("%dx%d", width, height), "-r", fmt.Sprint(fps), "-i", "-",
		"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", path)}
	v.command.Stderr = &v.said
	if v.pipe, err = v.command.StdinPipe(); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	if err := v.command.Start(); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return v, nil
}

type video struct {
	command *exec.Cmd
	pipe    io.WriteCloser
	said    strings.Builder
}

func (v *video) Frame(pixels []byte) error {
	if _, err := v.pipe.Write(pixels); err != nil {
		return fmt.Errorf("record: ffmpeg ended early: %s", strings.TrimSpace(v.said.String()))
	}
	return nil
}

func (v *video) Close() error {
	v.pipe.Close()
	if err := v.command.Wait(); err != nil {
		return fmt.Errorf("record: ffmpeg: %v: %s", err, strings.TrimSpace(v.said.String()))
	}
	return nil
}

package record

import (
	"bufio"
	"fmt"
	"io"
)

// Y4M writes a YUV4MPEG2 stream (mjpegtools, yuv4mpeg(5)), which video encoders can read. It has
// all frames, uncompressed, with a sample of brightness and of both colours for each pixel (444),
// according to the matrix of ITU-R BT.601 with limited range.
func Y4M(w io.Writer, width, height, fps int) Writer {
	y := &y4m{w: bufio.NewWriter(w), plane: make([]byte, width*height)}
	_, _ = fmt.Fprintf(y.w, "YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n", width, height, fps)
	return y
}

type y4m struct {
	w     *bufio.Writer
	plane []byte
}

// matrix has the shares of red, green and blue in each plane, in units of 1/65536, and an offset.
var matrix = [3][4]int{{16829, 33039, 6416, 16}, {-9714, -19071, 28784, 128}, {28784, -24103, -4681, 128}}

// Frame writes the three planes.
func (y *y4m) Frame(pixels []byte) error {
	_, _ = y.w.WriteString("FRAME\n")
	for _, m := range matrix {
		for i := range y.plane {
			p := pixels[4*i : 4*i+3]
			y.plane[i] = byte((m[0]*int(p[0]) + m[1]*int(p[1]) + m[2]*int(p[2]) + m[3]<<16 + 1<<15) >> 16)
		}
		if _, err := y.w.Write(y.plane); err != nil {
			return err
		}
	}
	return nil
}

func (y *y4m) Close() error { return y.w.Flush() }

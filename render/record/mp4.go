package record

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// checkVideo reports whether an MP4 file (ISO/IEC 14496-12) is complete: boxes fill the file, and
// its only track has the number of frames, with room for all their bytes.
func checkVideo(path string, frames int) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	file := io.NewSectionReader(f, 0, info.Size())
	data, err := box(file, "mdat")
	if err != nil {
		return err
	}
	sizes := file
	for _, name := range []string{"moov", "trak", "mdia", "minf", "stbl", "stsz"} {
		if sizes, err = box(sizes, name); err != nil {
			return err
		}
	}
	// Version and flags, the common size of all samples or 0, the number of samples, the size of
	// each.
	b, err := io.ReadAll(sizes)
	if err != nil || len(b) < 12 {
		return fmt.Errorf("the file has no table of frames")
	}
	same, n := int64(binary.BigEndian.Uint32(b[4:])), int(binary.BigEndian.Uint32(b[8:]))
	if n != frames {
		return fmt.Errorf("the file holds %d of %d frames", n, frames)
	}
	total := same * int64(n)
	if same == 0 {
		if len(b) < 12+4*n {
			return fmt.Errorf("the table of frames is cut off")
		}
		for i := range n {
			total += int64(binary.BigEndian.Uint32(b[12+4*i:]))
		}
	}
	if total > data.Size() {
		return fmt.Errorf("the file holds %d of %d bytes of frames", data.Size(), total)
	}
	return nil
}

// box returns the contents of the first box with a name, after checking that all adjacent boxes are
// complete.
func box(in *io.SectionReader, name string) (found *io.SectionReader, err error) {
	for at := int64(0); at < in.Size(); {
		var head [16]byte
		if n, _ := in.ReadAt(head[:], at); n < 8 {
			return nil, fmt.Errorf("the file is cut off")
		}
		size, begin := int64(binary.BigEndian.Uint32(head[:])), int64(8)
		if size == 1 { // a 64-bit size follows
			size, begin = int64(binary.BigEndian.Uint64(head[8:])), 16
		}
		if size < begin || size > in.Size()-at {
			return nil, fmt.Errorf("the file is cut off")
		}
		if string(head[4:8]) == name && found == nil {
			found = io.NewSectionReader(in, at+begin, size-begin)
		}
		at += size
	}
	if found == nil {
		return nil, fmt.Errorf("the file has no part %q: it is not complete", name)
	}
	return found, nil
}

package keygen

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
	"kernelscope/internal/source"
)

// piece is the number of bytes read or written at a time.
const piece = 1 << 20

// ReadFile reads a file of contiguous little-endian keys. It returns when the
// context ends. Errors wrap fault.Input.
func ReadFile(ctx context.Context, path string, t sorting.Type) ([]uint32, error) {
	f, err := source.Open(ctx, path)
	var keys []uint32
	if err == nil {
		defer f.Close()
		keys, err = Read(ctx, f, t)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, fault.Limit):
		return nil, err
	case err != nil:
		return nil, fault.Input.Errorf("keys cannot be read: %s: %v", path, err)
	}
	return keys, nil
}

// Read reads contiguous little-endian keys to the end.
func Read(ctx context.Context, r io.Reader, t sorting.Type) (words []uint32, err error) {
	size := 4 * sorting.Format{Type: t}.Words()
	if f, ok := r.(*source.File); ok {
		if err := cmp.Or(whole(f.Size, t, size), fits(f.Size/4)); err != nil {
			return nil, err
		}
		words = make([]uint32, 0, f.Size/4)
	}
	buffer := make([]byte, piece)
	for total := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := fits(int64(len(words))); err != nil {
			return nil, err
		}
		n, err := io.ReadFull(r, buffer)
		total += int64(n)
		for i := 0; i+4 <= n; i += 4 {
			words = append(words, binary.LittleEndian.Uint32(buffer[i:]))
		}
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return words, whole(total, t, size)
		case err != nil:
			return nil, fmt.Errorf("at byte %d: %w", total, err)
		}
	}
}

// fits returns an error that wraps fault.Limit if memory does not suffice to sort words of
// keys: the keys, a sorted copy, and the working memory of a sort on the host.
func fits(words int64) error {
	const copies = 4
	return source.Need(copies*4*words, fmt.Sprintf("sorting %d words of keys", words))
}

// whole returns an error if the input ends within a key.
func whole(bytes int64, t sorting.Type, size int) error {
	if over := bytes % int64(size); over != 0 {
		return fmt.Errorf("it ends at byte %d, after %d of the %d bytes of %v key %d: its length must be a multiple of %d",
			bytes, over, size, t, bytes/int64(size), size)
	}
	return nil
}

// Write writes keys as Read reads them.
func Write(ctx context.Context, w io.Writer, words []uint32) error {
	buffer := make([]byte, 0, piece)
	for len(words) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(len(words), piece/4)
		buffer = buffer[:0]
		for _, x := range words[:n] {
			buffer = binary.LittleEndian.AppendUint32(buffer, x)
		}
		if _, err := w.Write(buffer); err != nil {
			return err
		}
		words = words[n:]
	}
	return nil
}

package pbf

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// Load returns the contents of data blob i, which stay valid until the
// decoder's next call of Load, unless Keep is called.
func (d *Decoder) Load(ctx context.Context, f *File, i int) ([]byte, error) {
	d.ctx = ctx
	return d.inflate(f.r, f.blobs[i])
}

// Keep transfers the contents last returned by Load to the caller.
func (d *Decoder) Keep() { d.raw, d.stored = nil, nil }

func (d *Decoder) inflate(r io.ReaderAt, b blob) ([]byte, error) {
	if err := d.resize(&d.stored, int(b.size)); err != nil {
		return nil, err
	}
	if n, err := r.ReadAt(d.stored, b.offset); n < len(d.stored) {
		if err == io.EOF {
			err = errors.New("the file is cut off")
		}
		return nil, err
	}
	var data field
	size := -1
	for rest := d.stored; len(rest) > 0; {
		var f field
		var err error
		if f, rest, err = nextField(rest); err != nil {
			return nil, err
		}
		switch {
		case f.isNumber(2) && f.number > maxBlob:
			return nil, fmt.Errorf("%d bytes uncompressed; at most %d are allowed", f.number, maxBlob)
		case f.isNumber(2):
			size = int(f.number)
		case f.typ == 2 && (f.num == 1 || f.num >= 3 && f.num <= 7):
			data = f
		}
	}
	if data.num == 0 {
		return nil, errors.New("the blob is empty")
	}
	if data.num == 1 {
		return data.bytes, nil
	}
	if size <= 0 {
		return nil, errors.New("a compressed blob without its size")
	}
	switch data.num {
	case 3:
		return d.inflateZlib(data.bytes, size)
	case 6:
		return d.inflateLZ4(data.bytes, size)
	case 7:
		return d.inflateZstd(data.bytes, size)
	}
	return nil, fmt.Errorf("compression %s is not supported", map[int]string{4: "lzma", 5: "bzip2"}[int(data.num)])
}

// refuse returns an error if n bytes cannot inflate to the claimed size, before memory is allocated
// for it.
func refuse(size, n, ratio int) error {
	if size > ratio*(n+1) {
		return fmt.Errorf("%d bytes cannot hold the %d that the blob claims", n, size)
	}
	return nil
}

var errSize = errors.New("the blob's contents do not have the size that it claims")

// inflateZlib inflates in pieces, so that it can be cancelled between them.
func (d *Decoder) inflateZlib(data []byte, size int) ([]byte, error) {
	const maxPerByte, piece = 1032, 4 << 20 // deflate's greatest ratio
	if err := refuse(size, len(data), maxPerByte); err != nil {
		return nil, err
	}
	err := d.resize(&d.raw, size)
	if err != nil {
		return nil, err
	}
	if d.zlib == nil {
		d.zlib, err = zlib.NewReader(bytes.NewReader(data))
	} else {
		err = d.zlib.(zlib.Resetter).Reset(bytes.NewReader(data), nil)
	}
	if err != nil {
		d.zlib = nil
		return nil, err
	}
	for at := 0; at < size; at += piece {
		if d.ctx != nil && d.ctx.Err() != nil {
			return nil, d.ctx.Err()
		}
		if _, err := io.ReadFull(d.zlib, d.raw[at:min(size, at+piece)]); err != nil {
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				err = errSize
			}
			return nil, err
		}
	}
	var more [1]byte
	if n, err := io.ReadFull(d.zlib, more[:]); n > 0 {
		return nil, errSize
	} else if err != io.EOF {
		return nil, err
	}
	return d.raw, nil
}

func (d *Decoder) inflateLZ4(data []byte, size int) ([]byte, error) {
	if err := refuse(size, len(data), 256); err != nil {
		return nil, err
	}
	if err := d.resize(&d.raw, size); err != nil {
		return nil, err
	}
	n, err := lz4.UncompressBlock(data, d.raw)
	if err == nil && n != size {
		err = errSize
	}
	return d.raw, err
}

func (d *Decoder) inflateZstd(data []byte, size int) ([]byte, error) {
	var err error
	if d.zstd == nil {
		d.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlob))
		if err != nil {
			return nil, err
		}
	}
	before := cap(d.raw)
	d.raw, err = d.zstd.DecodeAll(data, d.raw[:0]) // at most maxBlob bytes, whatever size the blob claims
	if err == nil && len(d.raw) != size {
		err = errSize
	}
	return d.raw, cmp.Or(err, d.Budget.Take(int64(cap(d.raw)-before)))
}

// resize makes *b n bytes long and charges the growth to the budget.
func (d *Decoder) resize(b *[]byte, n int) error {
	if cap(*b) >= n {
		*b = (*b)[:n]
		return nil
	}
	size := n + n/4
	if err := d.Budget.Take(int64(size - cap(*b))); err != nil {
		return err
	}
	*b = make([]byte, n, size)
	return nil
}

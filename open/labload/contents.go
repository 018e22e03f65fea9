package labload

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"

	"kernelscope/compute/lab"
	"kernelscope/internal/fault"
)

// contents returns what a buffer begins with. Files lie below the folder.
func (r *reader) contents(key string, b buffer, of lab.Buffer) (func(n int, env lab.Env) ([]uint32, error), error) {
	given := 0
	for _, is := range []bool{b.Fill != "", b.Values != nil, b.File != "", b.Graph != "", b.Picture != ""} {
		if is {
			given++
		}
	}
	switch {
	case given > 1:
		return nil, r.wrong(key, "a buffer has one of fill, values, file, graph and picture")
	case b.Values != nil:
		return values(of, b.Values), nil
	case b.File != "":
		words, err := r.words(key+".file", b.File, of.Type)
		return fixed(words), err
	case b.Picture != "":
		m, ok := r.images[b.Picture]
		if !ok {
			return nil, r.wrong(key+".picture", "there is no [picture.%s]", b.Picture)
		}
		return fixed(pixels(m, of.Type)), nil
	case b.Graph != "":
		words, err := r.part(key, b, of.Type)
		return fixed(words), err
	}
	switch b.Fill {
	case "", "zero":
		return func(n int, _ lab.Env) ([]uint32, error) { return make([]uint32, n*of.Stride), nil }, nil
	case "random":
		low, high := b.Low, b.High
		if low == 0 && high == 0 {
			high = usual(of.Type)
		}
		if !(low < high) {
			return nil, r.wrong(key+".high", "random numbers from %v to %v: low is less than high", low, high)
		}
		return random(of, low, high, b.Seed), nil
	case "iota":
		return func(n int, _ lab.Env) ([]uint32, error) {
			return each(of, n, func(i int) (float64, error) { return float64(i), nil })
		}, nil
	}
	env := r.env.With(lab.Env{"i": 0})
	f, err := lab.Parse(b.Fill, env)
	if err != nil {
		return nil, r.wrong(key+".fill", "%w; or one of zero, random, iota", err)
	}
	return func(n int, env lab.Env) ([]uint32, error) {
		all := env.With(lab.Env{"i": 0})
		return each(of, n, func(i int) (float64, error) {
			all["i"] = i
			return f.Number(all)
		})
	}, nil
}

// usual is the end of the range of random numbers.
func usual(t lab.Type) float64 {
	if t == lab.F32 {
		return 1
	}
	return 1 << 16
}

// each makes the elements of a buffer.
func each(of lab.Buffer, n int, f func(i int) (float64, error)) ([]uint32, error) {
	out := make([]uint32, n*of.Stride)
	for i := range out {
		x, err := f(i)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
		out[i] = of.Type.Word(x)
	}
	return out, nil
}

// random makes numbers from low to below high, integers for types of integers.
func random(of lab.Buffer, low, high float64, seed uint64) func(int, lab.Env) ([]uint32, error) {
	return func(n int, _ lab.Env) ([]uint32, error) {
		rnd := rand.New(rand.NewPCG(seed, uint64(len(of.Name))))
		return each(of, n, func(int) (float64, error) {
			x := low + (high-low)*rnd.Float64()
			if of.Type != lab.F32 {
				x = math.Floor(x)
			}
			return x, nil
		})
	}
}

// values repeats numbers up to the length.
func values(of lab.Buffer, v []float64) func(int, lab.Env) ([]uint32, error) {
	return func(n int, _ lab.Env) ([]uint32, error) {
		if len(v) == 0 && n > 0 {
			return nil, fault.Input.Errorf("no values for %d elements", n)
		}
		return each(of, n, func(i int) (float64, error) { return v[i%len(v)], nil })
	}
}

// fixed returns the words of a file.
func fixed(words []uint32) func(int, lab.Env) ([]uint32, error) {
	return func(int, lab.Env) ([]uint32, error) { return words, nil }
}

// maxData is the greatest size of a file of data, in bytes.
const maxData = 1 << 30

// data reads a file of the lab.
func (r *reader) data(key, name string) (path string, b []byte, err error) {
	if path, err = r.inside(key, name); err != nil {
		return path, nil, err
	}
	r.from = append(r.from, path)
	b, err = r.files.read(r.ctx, path, maxData)
	return path, b, err
}

// words reads a file of numbers by its name: .npy, .csv, a picture, or words of four bytes.
func (r *reader) words(key, name string, t lab.Type) ([]uint32, error) {
	path, b, err := r.data(key, name)
	if err != nil {
		return nil, err
	}
	var out []uint32
	switch filepath.Ext(name) {
	case ".npy":
		out, err = numpy(b, t)
	case ".csv", ".txt":
		out, err = table(r.ctx, b, t)
	case ".png", ".jpg", ".jpeg":
		var m image.Image
		if m, err = decoded(b); err == nil {
			out = pixels(m, t)
		}
	default:
		if len(b)%4 != 0 {
			return nil, fault.Input.Errorf("%s: %d bytes are not a number of words", path, len(b))
		}
		out = wordsOf(b)
	}
	if err != nil {
		return nil, fault.Input.Errorf("%s: %w", path, err)
	}
	return out, nil
}

func wordsOf(b []byte) []uint32 {
	out := make([]uint32, len(b)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}

// table reads the numbers of a CSV file, row by row. A first row without numbers is a heading.
func table(ctx context.Context, b []byte, t lab.Type) (out []uint32, err error) {
	in := csv.NewReader(bytes.NewReader(b))
	in.FieldsPerRecord, in.ReuseRecord, in.TrimLeadingSpace, in.Comment = -1, true, true, '#'
	for row := 0; ; row++ {
		if row%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		for i, field := range fields {
			x, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
			if err != nil && row == 0 {
				break
			}
			if err != nil {
				line, column := in.FieldPos(i)
				return nil, fmt.Errorf("line %d, column %d: %q is not a number", line, column, field)
			}
			out = append(out, t.Word(x))
		}
	}
}

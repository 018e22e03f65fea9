package labload

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"

	"kernelscope/compute/lab"
)

// Parts of the header of a .npy file (NumPy enhancement proposal 1, "A Simple File Format for NumPy Arrays").
var (
	descrPart   = regexp.MustCompile(`'descr': *'([<|=>][a-z][0-9]+)'`)
	fortranPart = regexp.MustCompile(`'fortran_order': *True`)
)

// numpy reads the numbers of a .npy file in C order.
func numpy(b []byte, t lab.Type) ([]uint32, error) {
	const magic = "\x93NUMPY"
	if len(b) < 12 || !bytes.HasPrefix(b, []byte(magic)) {
		return nil, errors.New("not a .npy file")
	}
	size, at := int(binary.LittleEndian.Uint16(b[8:])), 10
	if b[6] >= 2 {
		size, at = int(binary.LittleEndian.Uint32(b[8:])), 12
	}
	if size > len(b)-at {
		return nil, errors.New("the header is cut off")
	}
	header, data := b[at:at+size], b[at+size:]
	m := descrPart.FindSubmatch(header)
	if m == nil {
		return nil, errors.New("the header does not say what the elements are")
	}
	if fortranPart.Match(header) {
		return nil, errors.New("the array is in Fortran order; save it in C order")
	}
	read, width, err := element(string(m[1]))
	if err != nil {
		return nil, err
	}
	if len(data)%width != 0 {
		return nil, fmt.Errorf("%d bytes are not a number of elements of %d", len(data), width)
	}
	out := make([]uint32, len(data)/width)
	for i := range out {
		out[i] = t.Word(read(data[i*width:]))
	}
	return out, nil
}

// element returns how to read an element of a type of NumPy, and its bytes.
func element(descr string) (read func([]byte) float64, width int, err error) {
	order := binary.LittleEndian
	switch descr {
	case "|u1", "|b1":
		return func(b []byte) float64 { return float64(b[0]) }, 1, nil
	case "|i1":
		return func(b []byte) float64 { return float64(int8(b[0])) }, 1, nil
	case "<u2":
		return func(b []byte) float64 { return float64(order.Uint16(b)) }, 2, nil
	case "<i2":
		return func(b []byte) float64 { return float64(int16(order.Uint16(b))) }, 2, nil
	case "<u4":
		return func(b []byte) float64 { return float64(order.Uint32(b)) }, 4, nil
	case "<i4":
		return func(b []byte) float64 { return float64(int32(order.Uint32(b))) }, 4, nil
	case "<f4":
		return func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }, 4, nil
	case "<u8":
		return func(b []byte) float64 { return float64(order.Uint64(b)) }, 8, nil
	case "<i8":
		return func(b []byte) float64 { return float64(int64(order.Uint64(b))) }, 8, nil
	case "<f8":
		return func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }, 8, nil
	}
	return nil, 0, fmt.Errorf("elements %q; numbers of up to 8 bytes in little-endian order are supported", descr)
}

// numpyOf returns words as a .npy file.
func numpyOf(words []uint32, t lab.Type) []byte {
	descr := map[lab.Type]string{lab.U32: "<u4", lab.I32: "<i4", lab.F32: "<f4"}[t]
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", descr, len(words))
	header += strings.Repeat(" ", 63-(len(header)+10)%64) + "\n" // data begin at a multiple of 64 bytes
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
	out = append(out, header...)
	for _, w := range words {
		out = binary.LittleEndian.AppendUint32(out, w)
	}
	return out
}

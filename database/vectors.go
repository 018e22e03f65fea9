//go:build duckdb

package database

import (
	"reflect"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2"

	"kernelscope/scene/graph"
)

// The library reads and writes numbers one by one at 10 to 40 ns each, longer than the search of a
// pair. The addresses of vectors are in unexported fields (v2.10506.0); these are the offsets of
// the fields. A test writes and reads through them.
var (
	inVector = field(reflect.TypeFor[duckdb.Vector](), "v")
	ofVector = inVector.Type.Elem()
	dataAt   = field(ofVector, "dataPtr").Offset
	maskAt   = field(ofVector, "maskPtr").Offset
)

func field(t reflect.Type, name string) reflect.StructField {
	f, ok := t.FieldByName(name)
	if !ok {
		panic("database: " + t.String() + " has another form: vectors.go is for duckdb-go v2.10506.0")
	}
	return f
}

// numbers is a vector of numbers in DuckDB's memory. It is valid as long as its chunk.
type numbers[T int64 | uint64 | float64] struct {
	values []T
	valid  []uint64 // a bit per row, zero for NULL; nil if there is no NULL
}

// numbersOf returns the first rows of a vector with values of type T.
func numbersOf[T int64 | uint64 | float64](v duckdb.Vector, rows int) numbers[T] {
	vector := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(&v), inVector.Offset))
	data := *(*unsafe.Pointer)(unsafe.Add(vector, dataAt))
	mask := *(*unsafe.Pointer)(unsafe.Add(vector, maskAt))
	n := numbers[T]{values: unsafe.Slice((*T)(data), rows)}
	if mask != nil {
		n.valid = unsafe.Slice((*uint64)(mask), (rows+63)/64)
	}
	return n
}

// firstNull returns the first row that is NULL, or -1.
func (n numbers[T]) firstNull() int {
	if n.valid != nil {
		for i := range n.values {
			if n.valid[i/64]>>(i%64)&1 == 0 {
				return i
			}
		}
	}
	return -1
}

// setNull makes a row NULL.
func (n numbers[T]) setNull(i int) { n.valid[i/64] &^= 1 << (i % 64) }

// setLengths writes lengths or distances, and NULL for unreached pairs.
func setLengths(to numbers[int64], lengths []uint32) {
	for i, length := range lengths {
		if to.values[i] = int64(length); length == graph.Unreached {
			to.setNull(i)
		}
	}
}

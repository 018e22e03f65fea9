package parquetfile

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// MaxGroups is how many row groups a file may have: their numbers have 16 bits.
const MaxGroups = math.MaxInt16

// Groups writes a file of row groups whose columns are encoded already, each by any goroutine.
// The file has facts and a checksum, as a Writer's.
type Groups struct {
	out     *summed
	footer  format.FileMetaData
	indexes []format.ColumnIndex // of all columns of all groups
}

// NewGroups begins a file.
func NewGroups(w io.Writer, facts map[string]string, schema *parquet.Schema) (*Groups, error) {
	var empty bytes.Buffer // whose footer has the form of the schema
	if err := NewWriter(&empty, facts, schema).Close(); err != nil {
		return nil, err
	}
	f, err := parquet.OpenFile(bytes.NewReader(empty.Bytes()), int64(empty.Len()))
	if err != nil {
		return nil, err
	}
	g := &Groups{out: &summed{out: bufio.NewWriterSize(w, 1<<16)}, footer: *f.Metadata()}
	last := len(g.footer.KeyValueMetadata) - 1 // the checksum of the empty file
	g.footer.KeyValueMetadata = g.footer.KeyValueMetadata[:last]
	_, err = io.WriteString(g.out, magic)
	return g, err
}

// magic is what a file begins and ends with.
const magic = "PAR1"

// Write writes a row group that has a chunk for each column of the schema.
func (g *Groups) Write(rows int, chunks []*Chunk) error {
	if len(g.footer.RowGroups) == MaxGroups {
		return fmt.Errorf("parquet: a file has at most %d row groups", MaxGroups)
	}
	group := format.RowGroup{NumRows: int64(rows), FileOffset: g.out.n, Ordinal: int16(len(g.footer.RowGroups))}
	for i, c := range chunks {
		element := &g.footer.Schema[i+1] // after the root
		c.meta.Type, c.meta.PathInSchema = element.Type.V, []string{element.Name}
		c.meta.DataPageOffset = g.out.n + int64(c.dictionary)
		if c.dictionary > 0 {
			c.meta.DictionaryPageOffset = g.out.n
		}
		if _, err := g.out.Write(c.pages.Bytes()); err != nil {
			return err
		}
		group.TotalByteSize += c.meta.TotalUncompressedSize
		group.TotalCompressedSize += c.meta.TotalCompressedSize
		group.Columns = append(group.Columns, format.ColumnChunk{MetaData: c.meta})
		g.indexes = append(g.indexes, c.index)
	}
	g.footer.RowGroups = append(g.footer.RowGroups, group)
	g.footer.NumRows += group.NumRows
	return nil
}

// Close writes the indexes of pages, and the footer. It does not close the underlying writer.
func (g *Groups) Close() error {
	g.footer.KeyValueMetadata = append(g.footer.KeyValueMetadata, format.KeyValue{Key: sumFact, Value: g.out.String()})
	err := g.each(func(n int, c *format.ColumnChunk) error {
		c.ColumnIndexOffset = g.out.n
		err := encode(g.out, &g.indexes[n])
		c.ColumnIndexLength = int32(g.out.n - c.ColumnIndexOffset)
		return err
	})
	err = cmp.Or(err, g.each(func(_ int, c *format.ColumnChunk) error {
		at := c.MetaData.DataPageOffset
		size := c.MetaData.TotalCompressedSize
		if d := c.MetaData.DictionaryPageOffset; d > 0 {
			size -= at - d
		}
		c.OffsetIndexOffset = g.out.n
		err := encode(g.out, &format.OffsetIndex{PageLocations: []format.PageLocation{{Offset: at, CompressedPageSize: int32(size)}}})
		c.OffsetIndexLength = int32(g.out.n - c.OffsetIndexOffset)
		return err
	}))
	begin := g.out.n
	err = cmp.Or(err, encode(g.out, &g.footer))
	end := append(binary.LittleEndian.AppendUint32(nil, uint32(g.out.n-begin)), magic...)
	_, failed := g.out.Write(end)
	return cmp.Or(err, failed, g.out.out.Flush())
}

// each calls f for all columns of all groups.
func (g *Groups) each(f func(n int, c *format.ColumnChunk) error) error {
	n := 0
	for i := range g.footer.RowGroups {
		for j := range g.footer.RowGroups[i].Columns {
			if err := f(n, &g.footer.RowGroups[i].Columns[j]); err != nil {
				return err
			}
			n++
		}
	}
	return nil
}

// encode writes a structure of the format.
func encode(w io.Writer, what any) error {
	return thrift.NewEncoder(new(thrift.CompactProtocol).NewWriter(w)).Encode(what)
}

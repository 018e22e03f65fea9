package parquetfile

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"

	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Chunk is an encoded column of a row group: a page of values, after one of a dictionary where
// it has one.
type Chunk struct {
	pages      bytes.Buffer
	dictionary int // bytes of its page
	meta       format.ColumnMetaData
	index      format.ColumnIndex
}

// Null stands for a value that is missing in an optional column.
const Null = -1

// codec compresses quickly: the processors have another batch to encode soon.
var codec = &zstd.Codec{Level: zstd.SpeedFastest}

// Deltas encodes the values of an optional column by their differences, which need few bits,
// without compression: packed bits hardly become fewer.
func Deltas(values []int64) (*Chunk, error) {
	c := &Chunk{}
	levels, there := present(values)
	packed, err := new(delta.BinaryPackedEncoding).EncodeInt64(make([]byte, 0, 4*len(there)), there)
	if err != nil {
		return nil, err
	}
	if len(there) > 0 {
		c.bounds(bare(nil, slices.Min(there)), bare(nil, slices.Max(there)))
	}
	return c, c.values(format.DeltaBinaryPacked, len(values), len(values)-len(there), levels, packed)
}

// Indexed encodes values that are few: indices tell which one a row has. In an optional column
// an index may be Null.
func Indexed[T int64 | string](dictionary []T, indices []int32, optional bool) (*Chunk, error) {
	c := &Chunk{meta: format.ColumnMetaData{Codec: format.Zstd}}
	var all []byte
	for _, v := range dictionary {
		all = plain(all, v)
	}
	err := c.page(&format.PageHeader{
		Type:                 format.DictionaryPage,
		DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(len(dictionary)), Encoding: format.Plain}),
	}, nil, all)
	if err != nil {
		return nil, err
	}
	c.dictionary = c.pages.Len()
	var levels []byte
	there := indices
	if optional {
		levels, there = present(indices)
	}
	packed, err := new(rle.DictionaryEncoding).EncodeInt32(make([]byte, 0, 2*len(there)), there)
	if err != nil {
		return nil, err
	}
	if len(there) > 0 {
		c.bounds(bare(nil, slices.Min(dictionary)), bare(nil, slices.Max(dictionary)))
	}
	return c, c.values(format.RLEDictionary, len(indices), len(indices)-len(there), levels, packed)
}

// present parts values into the levels that say which are there, and those that are.
func present[T int32 | int64](values []T) (levels []byte, there []T) {
	levels = make([]byte, len(values))
	there = values
	missing := 0
	for i, v := range values {
		if v != Null {
			levels[i] = 1
		} else {
			missing++
		}
	}
	if missing > 0 {
		there = make([]T, 0, len(values)-missing)
		for _, v := range values {
			if v != Null {
				there = append(there, v)
			}
		}
	}
	return levels, there
}

// plain appends a value as pages have it: a text after its length.
func plain[T int64 | string](b []byte, value T) []byte {
	if s, ok := any(value).(string); ok {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
	}
	return bare(b, value)
}

// bare appends a value as statistics have it.
func bare[T int64 | string](b []byte, value T) []byte {
	switch v := any(value).(type) {
	case int64:
		b = binary.LittleEndian.AppendUint64(b, uint64(v))
	case string:
		b = append(b, v...)
	}
	return b
}

// bounds sets the least and the greatest value.
func (c *Chunk) bounds(least, greatest []byte) {
	c.meta.Statistics.MinValue, c.meta.Statistics.MaxValue = least, greatest
}

// values appends the page of values, and describes the column.
func (c *Chunk) values(encoding format.Encoding, n, nulls int, levels, packed []byte) error {
	var defined []byte
	if levels != nil {
		var err error
		if defined, err = (&rle.Encoding{BitWidth: 1}).EncodeLevels(nil, levels); err != nil {
			return err
		}
	}
	c.meta.Encoding = append(c.meta.Encoding, encoding, format.RLE)
	c.meta.NumValues = int64(n)
	c.meta.Statistics.NullCount = int64(nulls)
	s := &c.meta.Statistics
	c.index = format.ColumnIndex{
		NullPages: []bool{nulls == n}, NullCounts: []int64{int64(nulls)},
		MinValues: [][]byte{s.MinValue}, MaxValues: [][]byte{s.MaxValue},
	}
	return c.page(&format.PageHeader{Type: format.DataPageV2, DataPageHeaderV2: thrift.New(format.DataPageHeaderV2{
		NumValues: int32(n), NumRows: int32(n), NumNulls: int32(nulls), Encoding: encoding,
		DefinitionLevelsByteLength: int32(len(defined)), IsCompressed: thrift.New(c.meta.Codec != format.Uncompressed),
	})}, defined, packed)
}

// page appends a page, compressed where the column is.
func (c *Chunk) page(header *format.PageHeader, levels, content []byte) error {
	header.UncompressedPageSize = int32(len(levels) + len(content))
	if c.meta.Codec == format.Zstd {
		var err error
		if content, err = codec.Encode(nil, content); err != nil {
			return err
		}
	}
	header.CompressedPageSize = int32(len(levels) + len(content))
	header.CRC = int32(crc32.Update(crc32.ChecksumIEEE(levels), crc32.IEEETable, content))
	begin := c.pages.Len()
	c.pages.Grow(len(levels) + len(content) + 1<<8)
	if err := encode(&c.pages, header); err != nil {
		return err
	}
	bytes := int64(c.pages.Len() - begin)
	c.meta.TotalUncompressedSize += bytes + int64(header.UncompressedPageSize)
	c.meta.TotalCompressedSize += bytes + int64(header.CompressedPageSize)
	kind := format.PageEncodingStats{PageType: header.Type, Count: 1}
	if header.Type == format.DictionaryPage {
		kind.Encoding = header.DictionaryPageHeader.V.Encoding
		c.meta.Encoding = append(c.meta.Encoding, kind.Encoding)
	} else {
		kind.Encoding = header.DataPageHeaderV2.V.Encoding
	}
	c.meta.EncodingStats = append(c.meta.EncodingStats, kind)
	c.pages.Write(levels)
	c.pages.Write(content)
	return nil
}

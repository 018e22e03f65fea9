// Package parquetfile opens Parquet files that may be damaged, and estimates the memory to read
// them. The library trusts the headers of a file: a reader recovers from its panics.
package parquetfile

import (
	"bufio"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"kernelscope/internal/fault"
	"kernelscope/internal/source"
)

// Open reads the footer of a file, whose length is checked before.
func Open(f *source.File, options ...parquet.FileOption) (*parquet.File, error) {
	const ends = 12 // of a file: both magic numbers and the length of the footer
	var tail [8]byte
	if _, err := f.ReadAt(tail[:], max(0, f.Size-8)); f.Size < ends || err != nil || string(tail[4:]) != "PAR1" {
		return nil, fmt.Errorf("%w: it does not end as a Parquet file does", fault.Input)
	}
	if footer := int64(tail[0]) | int64(tail[1])<<8 | int64(tail[2])<<16 | int64(tail[3])<<24; footer > f.Size-ends {
		return nil, fmt.Errorf("%w: its footer has %d bytes, and the file %d", fault.Input, footer, f.Size)
	}
	file, err := parquet.OpenFile(f, f.Size, options...)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", fault.Input, err)
	}
	return file, nil
}

// Charge walks the headers of the pages of a column and passes on how many bytes each is going
// to take, before one is read: a few bytes may say that they are 2^31 values.
func Charge(f io.ReaderAt, m *format.ColumnMetaData, take func(bytes int64) error) error {
	at := m.DataPageOffset
	if d := m.DictionaryPageOffset; d > 0 {
		at = min(at, d)
	}
	for end := at + m.TotalCompressedSize; at < end; {
		section := io.NewSectionReader(f, at, end-at)
		buffered := bufio.NewReader(section)
		var header format.PageHeader
		if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(buffered)).Decode(&header); err != nil {
			return fmt.Errorf("%w: header of a page: %v", fault.Input, err)
		}
		read, _ := section.Seek(0, io.SeekCurrent)
		at += read - int64(buffered.Buffered()) + int64(header.CompressedPageSize)
		if header.CompressedPageSize < 0 || header.UncompressedPageSize < 0 || at > end {
			return fmt.Errorf("%w: a page is larger than its column", fault.Input)
		}
		values := max(header.DataPageHeader.V.NumValues, header.DataPageHeaderV2.V.NumValues, header.DictionaryPageHeader.V.NumValues, 0)
		const each = 16 // bytes of a value: as it is decoded, and as it is kept
		if err := take(int64(header.UncompressedPageSize) + each*int64(values)); err != nil {
			return err
		}
	}
	return nil
}

package parquetfile

import (
	"bufio"
	"cmp"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"

	"github.com/parquet-go/parquet-go"

	"kernelscope/internal/fault"
	"kernelscope/internal/source"
)

// sumFact is the metadata that has the length and the checksum of all before the footer: pages
// have checksums of their own, but their headers have none.
const sumFact = "rows_crc32c"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Writer writes a file with facts as metadata, and a checksum, which CheckSum compares.
type Writer struct {
	*parquet.GenericWriter[any]
	sum *summed
}

// NewWriter begins a file.
func NewWriter(w io.Writer, facts map[string]string, options ...parquet.WriterOption) *Writer {
	sum := &summed{out: bufio.NewWriterSize(w, 1<<16)}
	out := &Writer{parquet.NewGenericWriter[any](sum, append(options, parquet.WriteBufferSize(0), parquet.CreatedBy("kernelscope", "", ""))...), sum}
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		out.SetKeyValueMetadata(name, facts[name])
	}
	return out
}

// Close writes the remaining rows and the footer. It does not close the underlying writer.
func (w *Writer) Close() error {
	if err := w.Flush(); err != nil {
		return err
	}
	w.SetKeyValueMetadata(sumFact, w.sum.String())
	return cmp.Or(w.GenericWriter.Close(), w.sum.out.Flush())
}

// CheckSum compares the contents of a file with the checksum that a Writer has given it. A file
// without a checksum is an error too.
func CheckSum(in *source.File, f *parquet.File) error {
	want, _ := f.Lookup(sumFact)
	var n int64
	if _, err := fmt.Sscanf(want, "%d:", &n); err != nil || n < 0 || n > in.Size {
		return fmt.Errorf("%w: it has no checksum", fault.Input)
	}
	sum := summed{out: bufio.NewWriter(io.Discard)}
	if _, err := io.Copy(&sum, io.NewSectionReader(in, 0, n)); err != nil {
		return fmt.Errorf("%w: %v", fault.Input, err)
	}
	if got := sum.String(); got != want {
		return fmt.Errorf("%w: it is damaged: its checksum is %s, not %s", fault.Input, got, want)
	}
	return nil
}

// Facts are the metadata of a file, without the checksum.
func Facts(f *parquet.File) map[string]string {
	facts := map[string]string{}
	for _, kv := range f.Metadata().KeyValueMetadata {
		if kv.Key != sumFact {
			facts[kv.Key] = kv.Value
		}
	}
	return facts
}

// summed counts and sums up the bytes that pass.
type summed struct {
	out *bufio.Writer
	n   int64
	crc uint32
}

// Write passes bytes on.
func (s *summed) Write(b []byte) (int, error) {
	s.n, s.crc = s.n+int64(len(b)), crc32.Update(s.crc, castagnoli, b)
	return s.out.Write(b)
}

// String is the length and the checksum.
func (s *summed) String() string { return fmt.Sprintf("%d:%08x", s.n, s.crc) }

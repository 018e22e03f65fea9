package matrix

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// batches is an Arrow file whose batches were encoded before, each by any goroutine: the
// library's own writer compresses one after another.
type batches struct {
	out    io.Writer
	schema *arrow.Schema
	at     int64 // bytes written
	blocks []arrowBlock
}

// arrowBlock is where a batch begins, and the length of its head and its body.
type arrowBlock struct{ offset, head, body int64 }

// encodedBatch is a batch as a file has it.
type encodedBatch struct {
	bytes []byte
	head  int
}

// encodeBatch compresses a batch.
func encodeBatch(record arrow.RecordBatch) (encodedBatch, error) {
	payload, err := ipc.GetRecordBatchPayload(record, ipc.WithLZ4())
	if err != nil {
		return encodedBatch{}, err
	}
	defer payload.Release()
	var b bytes.Buffer
	head, err := payload.WritePayload(&b)
	return encodedBatch{b.Bytes(), head}, err
}

// begin writes what stands before the batches.
func (f *batches) begin() error {
	head, _, err := f.around()
	if err != nil {
		return err
	}
	f.at = int64(len(head))
	_, err = f.out.Write(head)
	return err
}

// add writes the next batch.
func (f *batches) add(b encodedBatch) error {
	f.blocks = append(f.blocks, arrowBlock{f.at, int64(b.head), int64(len(b.bytes) - b.head)})
	f.at += int64(len(b.bytes))
	_, err := f.out.Write(b.bytes)
	return err
}

// end writes what stands after the batches.
func (f *batches) end() error {
	_, tail, err := f.around()
	if err != nil {
		return err
	}
	_, err = f.out.Write(tail)
	return err
}

// around returns what stands before and after the batches: the library makes a file of as many
// empty ones, and the places of the true ones are put into its footer.
func (f *batches) around() (head, tail []byte, err error) {
	empty, err := f.empty(0)
	if err != nil {
		return nil, nil, err
	}
	all, err := f.empty(len(f.blocks))
	if err != nil {
		return nil, nil, err
	}
	const last = 4 + len("ARROW1") // after the footer: its length, and the magic number
	const mark = 8                 // before the footer: the end of the batches
	footer := func(file []byte) int {
		return len(file) - last - int(binary.LittleEndian.Uint32(file[len(file)-last:]))
	}
	head, tail = empty[:footer(empty)-mark], all[footer(all)-mark:]
	places := blocksOf(tail[mark:])
	for i, b := range f.blocks {
		place := places[i*24:] // offset, int64; length of the head, int32 and 4 bytes between; of the body, int64
		binary.LittleEndian.PutUint64(place, uint64(b.offset))
		binary.LittleEndian.PutUint32(place[8:], uint32(b.head))
		binary.LittleEndian.PutUint64(place[16:], uint64(b.body))
	}
	return head, tail, nil
}

// empty is a file of empty batches.
func (f *batches) empty(n int) ([]byte, error) {
	var b bytes.Buffer
	out, err := ipc.NewFileWriter(&b, ipc.WithSchema(f.schema))
	if err != nil {
		return nil, err
	}
	record := array.NewRecordBuilder(memory.DefaultAllocator, f.schema)
	defer record.Release()
	for range n {
		batch := record.NewRecordBatch()
		err = cmp.Or(err, out.Write(batch))
		batch.Release()
	}
	err = cmp.Or(err, out.Close())
	return b.Bytes(), err
}

// blocksOf returns the places of batches in a footer, a FlatBuffers table with version, schema,
// dictionaries and batches (Apache Arrow, format/File.fbs).
func blocksOf(footer []byte) []byte {
	const batches = 4 + 2*3 // of the table of fields: after two lengths, the fourth field
	table := binary.LittleEndian.Uint32(footer)
	fields := table - binary.LittleEndian.Uint32(footer[table:])
	vector := table + uint32(binary.LittleEndian.Uint16(footer[fields+batches:]))
	vector += binary.LittleEndian.Uint32(footer[vector:])
	return footer[vector+4:] // after its length
}

package lens

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/simt"
	"kernelscope/internal/format"
	"kernelscope/report"
)

// wordsOf are the words of a block whose writes are asked for.
type wordsOf struct {
	block    string
	from, to int // its first word, and the one after the last
}

var wordsForm = regexp.MustCompile(`^(\w+)\[(\d+)(?::(\d+))?\]$`)

// parseWords parses BLOCK[WORD] and BLOCK[FROM:TO].
func parseWords(text string) (w wordsOf, err error) {
	m := wordsForm.FindStringSubmatch(text)
	if m == nil {
		return w, cli.Usage("--word is %q, not such as Dist[5] or Dist[0:100]", text)
	}
	w.block = m[1]
	if w.from, err = strconv.Atoi(m[2]); err == nil {
		w.to = w.from + 1
		if m[3] != "" {
			w.to, err = strconv.Atoi(m[3])
		}
	}
	if err != nil || w.to <= w.from {
		return w, cli.Usage("--word is %q, which is not a range of words", text)
	}
	return w, nil
}

// history returns what collects the writes of the words in a call.
func (w wordsOf) history(c compute.Call, buffers [][]uint32) (*simt.History, error) {
	i := slices.Index(c.Program.Bindings, w.block)
	if i < 0 {
		return nil, cli.Usage("--word: %s has no block %s; it has %v", c.Program.Name, w.block, c.Program.Bindings)
	}
	if w.to > len(buffers[i]) {
		return nil, cli.Usage("--word: block %s has %d words", w.block, len(buffers[i]))
	}
	return &simt.History{Buffer: buffers[i], From: w.from, To: w.to}, nil
}

// writeRow is a write of a word in JSON.
type writeRow struct {
	Type       string `json:"type"`
	Kernel     string `json:"kernel"`
	Block      string `json:"block"`
	Word       int    `json:"word"`
	Workgroup  int    `json:"workgroup_number"`
	Invocation int    `json:"invocation"` // in its workgroup
	File       string `json:"file"`
	Line       int    `json:"line"`
	Old        uint32 `json:"old"`
	New        uint32 `json:"new"`
}

// writeColumns are the columns of writes in a table.
var writeColumns = []string{"block", "word", "workgroup", "invocation", "file", "line", "old", "new"}

func (r writeRow) columns() []string {
	return []string{
		r.Block, strconv.Itoa(r.Word), strconv.Itoa(r.Workgroup), strconv.Itoa(r.Invocation), r.File, strconv.Itoa(r.Line), fmt.Sprint(r.Old), fmt.Sprint(r.New),
	}
}

// row is a write to the words.
func (d insideOf) row(x simt.Write) writeRow {
	return writeRow{"write", d.kernel, d.block, x.Word, x.Workgroup, x.Invocation, x.Line.File, x.Line.Line, x.Old, x.New}
}

// tellWrites prints who wrote the words, in the order of execution.
func (f insideFlags) tellWrites(out io.Writer, version string, d insideOf) error {
	if n := d.writes.Lost; n > 0 {
		return cli.Usage("--word: %d writes; choose fewer words", n+len(d.writes.Writes))
	}
	switch {
	case f.csv:
		w := csv.NewWriter(out)
		rows := [][]string{writeColumns}
		for _, x := range d.writes.Writes {
			rows = append(rows, d.row(x).columns())
		}
		return w.WriteAll(rows)
	case f.json:
		lines := format.JSON(out)
		if err := lines.Encode(report.NewHead("inside", version)); err != nil {
			return err
		}
		for _, x := range d.writes.Writes {
			if err := lines.Encode(d.row(x)); err != nil {
				return err
			}
		}
		return nil
	}
	for _, x := range d.writes.Writes {
		_, err := fmt.Fprintf(out, "%s[%d]: %d → %d, invocation %d of workgroup %d, %v: %s\n", d.block, x.Word, x.Old, x.New, x.Invocation, x.Workgroup, x.Line,
			d.on.Source(d.kernel, x.Line))
		if err != nil {
			return err
		}
	}
	if len(d.writes.Writes) == 0 {
		_, err := fmt.Fprintf(out, "%s does not write the words\n", d.kernel)
		return err
	}
	return nil
}

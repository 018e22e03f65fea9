package simt_test

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"kernelscope/compute/simt"
	"kernelscope/compute/simt/schedule"
	"kernelscope/internal/output"
	"kernelscope/report/chart"
)

// lookback is what a look-back did in some runs, of sums of 1 to 16.
type lookback struct{ wrong, recomputed int }

const lookbacks = 16

// forms are the ways in which the words of the look-back are declared and ordered.
var forms = []string{"plain", "volatile", "coherent", "barriers", "packed"}

// picture is drawn by TestLatePicture: how many sums are right, by how many workgroups are in execution together.
var picture = flag.String("picture", "", "file for a picture of the look-backs")

// runLookback runs a form of the look-back under random schedules.
func runLookback(t *testing.T, form string, resident int, isWeak bool) (out lookback) {
	t.Helper()
	p := load(t, "late/lookback."+form+".spv", simt.Options{Subgroup: 4})
	for seed := range uint64(100) {
		m := simt.Machine{Resident: resident, Scheduler: schedule.Random(rand.New(rand.NewPCG(seed, 1)))}
		if isWeak {
			m.Weak = rand.New(rand.NewPCG(seed, 2))
		}
		sums, recomputed := make([]uint32, lookbacks), make([]uint32, 1)
		d := simt.Dispatch{Groups: [3]int{lookbacks, 1, 1}, Buffers: map[simt.Slot][]uint32{
			{}: make([]uint32, lookbacks), {Binding: 1}: make([]uint32, lookbacks), {Binding: 2}: sums, {Binding: 3}: recomputed,
		}}
		if err := m.Run(t.Context(), p, d); err != nil {
			t.Fatal(err)
		}
		for i, sum := range sums {
			if sum != uint32((i+1)*(i+2)/2) {
				out.wrong++
			}
		}
		out.recomputed += int(recomputed[0])
	}
	return out
}

// A flag is seen before the value that was stored before it, unless a barrier orders them or both are a word. Where memory is consistent,
// all forms are right; without coherent a flag is not seen before its workgroup ends.
func TestLate(t *testing.T) {
	for _, form := range forms {
		now, late := runLookback(t, form, 4, false), runLookback(t, form, 4, true)
		t.Logf("%s: of %d sums %d are wrong; %d values are recomputed, %d where memory is consistent", form, 100*lookbacks, late.wrong, late.recomputed, now.recomputed)
		if now.wrong != 0 {
			t.Errorf("%s: %d sums are wrong, and memory is consistent", form, now.wrong)
		}
		if isWrong := form != "barriers" && form != "packed"; (late.wrong > 0) != isWrong {
			t.Errorf("%s: %d sums are wrong", form, late.wrong)
		}
		if form == "plain" && late.recomputed <= now.recomputed {
			t.Errorf("plain: %d values are recomputed, and %d where memory is consistent", late.recomputed, now.recomputed)
		}
	}
}

// TestLatePicture draws the picture that is asked for.
func TestLatePicture(t *testing.T) {
	if *picture == "" {
		t.Skip("-picture names no file")
	}
	h := &chart.HeatMap{Unit: "% of sums right", X: chart.Names{Label: "workgroups in execution together"}, Y: chart.Names{Label: "words of the look-back"}, From: 20, To: 100}
	for row, form := range forms {
		h.Y.Names = append(h.Y.Names, form)
		for column, resident := range []int{1, 2, 4, 8, 16} {
			if row == 0 {
				h.X.Names = append(h.X.Names, fmt.Sprint(resident))
			}
			late := runLookback(t, form, resident, true)
			h.Cells = append(h.Cells, chart.Cell{Column: column, Row: row, Value: 100 * (1 - float64(late.wrong)/float64(100*lookbacks))})
		}
	}
	f := chart.Figure{Title: "A look-back in weak memory", Note: "1,600 sums each, under random schedules, on the interpreter.", Rows: [][]chart.Chart{{h}}}
	if err := output.File(*picture, func(w io.Writer) error { return f.SmallPNG(w, chart.Options{Width: 640, Height: 300, Ratio: 1}) }); err != nil {
		t.Fatal(err)
	}
}

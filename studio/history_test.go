package studio

import (
	"strings"
	"testing"
	"time"

	"kernelscope/studio/storyboard"
)

// What was shown for a while becomes a shot; what was shown in passing does not. The camera is
// where the shot goes, and words that do not belong in storyboards are left out.
func TestHistory(t *testing.T) {
	var h history
	begin := time.Unix(0, 0)
	at := func(seconds float64, step int, ended bool, words string) {
		now := begin.Add(time.Duration(seconds * float64(time.Second)))
		v := visit{step: step, ended: ended, since: now}
		v.take(strings.Fields(words))
		h.add(v, now)
	}
	at(0, 0, false, "-a nearfar --speed=40 --backend=ref")
	at(3, 90, false, "-a nearfar --speed=80 --centre=-75.5,39.7 --scale=20")
	at(4, 0, false, "-a nearfar --delta=100")
	at(4.2, 0, false, "-a nearfar --delta=200") // a slider
	at(4.4, 3, false, "-a nearfar --delta=300")
	at(6, 700, true, "-a nearfar --delta=300")
	at(7, 5, false, "sort -n 64 --clock=time")
	b := h.board()
	b.Size, b.Title = "640x480", "A \"test\""
	got, err := storyboard.Parse("a.toml", b.Text())
	if err != nil {
		t.Fatalf("%v:\n%s", err, b.Text())
	}
	var shots []string
	for _, s := range got.Shots {
		step := s.Steps[0]
		shots = append(shots, s.Show+" | "+step.Look+" | "+step.Until)
	}
	want := "-a nearfar | --centre=-75.5,39.7 --scale=20 | step 90; -a nearfar --delta=300 |  | end; sort -n 64 --clock=steps |  | step 5"
	if strings.Join(shots, "; ") != want {
		t.Errorf("the shots are\n%s\nnot\n%s", strings.Join(shots, "; "), want)
	}
	for i := range 30 {
		at(float64(10+2*i), i, false, "sort -n "+strings.Repeat("1", i+1))
	}
	if len(h.visits) != maxVisits || h.visits[maxVisits-1].step != 29 {
		t.Errorf("%d visits are kept", len(h.visits))
	}
}

package labs

import (
	"errors"
	"strings"
	"testing"

	"kernelscope/internal/fault"
	"kernelscope/open/labload"
)

// A kernel that needs 32 lanes fails at other widths, a race is reported, and a difference is one.
func TestWidths(t *testing.T) {
	for path, c := range map[string]struct {
		fails       []bool // at 4, 32 and 64 lanes
		plain, says string // errors, without and with strict
	}{
		"lab:reduction": {[]bool{false, false, false}, "", ""},
		"quest:width":   {[]bool{true, false, true}, "at 4 lanes: ", "at 4 lanes: "},
		"quest:barrier": {[]bool{true, true, false}, "at 4 lanes: ", "at 4 lanes: "},
	} {
		l, err := labload.Read(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := widthsOf(t.Context(), l.Lab, nil, []int{4, 32, 64})
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range lines {
			if (line.Failed != "") != c.fails[i] {
				t.Errorf("%s at %d lanes: %+v", path, line.Lanes, line)
			}
		}
		for strict, says := range map[bool]string{false: c.plain, true: c.says} {
			if err := failedWidths(lines, strict); (err == nil) != (says == "") || err != nil && (!errors.Is(err, fault.Wrong) || !strings.Contains(err.Error(), says)) {
				t.Errorf("%s, strict %t: %v", path, strict, err)
			}
		}
		if path == "quest:barrier" {
			if err := failedWidths(lines[2:], true); err == nil || !strings.Contains(err.Error(), "data race") {
				t.Error(err)
			}
		}
	}
	if err := failedWidths([]widthLine{{Lanes: 4}, {Lanes: 8, Differs: "A[0]"}}, true); err == nil || !strings.Contains(err.Error(), "depends on the width") {
		t.Error(err)
	}
	if checkWidths([]int{1, 128}) != nil || checkWidths([]int{3}) == nil || checkWidths([]int{256}) == nil || checkWidths([]int{0}) == nil {
		t.Error("other widths are allowed")
	}
	if own, err := check(t.Context(), &strings.Builder{}, "../../assets/demos/near-far.toml", false); own || err != nil {
		t.Error("a storyboard is taken for a lab")
	}
}

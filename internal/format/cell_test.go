package format

import "testing"

func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Dover": "Dover", "a=b": "a=b", "-12": "-12", "-1.5e-7": "-1.5e-7", "+3": "+3", "-75.55,39.74": "-75.55,39.74", "-75.55, -39.74": "-75.55, -39.74",
		`=HYPERLINK("http://example.org")`: `'=HYPERLINK("http://example.org")`, "@SUM(1)": "'@SUM(1)", "+1+cmd|' /C calc'!A0": "'+1+cmd|' /C calc'!A0",
		"-1+1": "'-1+1", "-": "'-", "-1,=2": "'-1,=2", "\t=1": "'\t=1", "\r=1": "'\r=1",
	} {
		if got := Cell(text); got != want {
			t.Errorf("Cell(%q) is %q, want %q", text, got, want)
		}
	}
}

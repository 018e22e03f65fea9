package command

import "testing"

// The id of an element is escaped, so that spreadsheets do not read it as a formula.
func TestAppendCell(t *testing.T) {
	for text, want := range map[string]string{"a": "a", "a,b": `"a,b"`, "=1+1": "'=1+1", `@x,"y"`: `"'@x,""y"""`, "-5": "-5"} {
		if got := string(appendCell(nil, text)); got != want {
			t.Errorf("appendCell(%q) gives %s, want %s", text, got, want)
		}
	}
}

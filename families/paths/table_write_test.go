package paths

import (
	"encoding/csv"
	"strings"
	"testing"

	"kernelscope/scene"
	"kernelscope/scene/place"
)

// The name of a place is not a formula.
func TestTableNames(t *testing.T) {
	var b strings.Builder
	names := []place.Named{{Name: `=HYPERLINK("x")`}, {Name: "-75.5,39.7"}}
	w := &csvTable{csv.NewWriter(&b), &table{m: &scene.Map{}, targets: names}}
	for _, err := range []error{w.head(), w.row(names[0], nil), w.end()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := `seconds,"'=HYPERLINK(""x"")","-75.5,39.7"` + "\n" + `"'=HYPERLINK(""x"")"` + "\n"; b.String() != want {
		t.Errorf("got %s, want %s", b.String(), want)
	}
}

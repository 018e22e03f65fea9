package cli

import (
	"slices"
	"testing"
)

// The command line in figures names files without folders, and all settings.
func TestCommandLine(t *testing.T) {
	got := CommandLine([]string{"/bin/viewer", "bench", "rank", "/maps/a.osm.pbf", "--settings", "512/32,auto/64", "--chart=out/x.svg"})
	if want := "viewer bench rank a.osm.pbf --settings 512/32,auto/64 --chart=x.svg"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The command in a sheet does not say where the sheet went.
func TestUnsaved(t *testing.T) {
	got := unsaved([]string{"viewer", "--save", "a.csv", "bench", "--save=b.csv", "--force", "sort"})
	if !slices.Equal(got, []string{"viewer", "bench", "sort"}) {
		t.Errorf("got %q", got)
	}
}

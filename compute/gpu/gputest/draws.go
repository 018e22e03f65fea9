package gputest

import (
	"flag"
	"strconv"
	"testing"
)

// Draws sets how many draws a property has, unless the command line says it: the software
// device is slow.
func Draws(t *testing.T, n int) {
	const name = "rapid.checks"
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	if given {
		return
	}
	old := flag.Lookup(name).Value.String()
	t.Cleanup(func() { _ = flag.Lookup(name).Value.Set(old) })
	if err := flag.Lookup(name).Value.Set(strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
}

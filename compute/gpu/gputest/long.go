package gputest

import (
	"flag"
	"os"
	"strconv"
	"testing"
)

// Long reports whether the long form of the suite runs: make test-long.
func Long() bool { return os.Getenv("KERNELSCOPE_LONG") != "" }

// Count returns the number of cases of a test: n, or long in the long form of the suite. The
// software device is slow.
func Count(n, long int) int {
	if Long() {
		return long
	}
	return n
}

// Draws sets the number of draws of a property, unless the command line does.
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

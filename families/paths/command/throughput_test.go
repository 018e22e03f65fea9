package command

import (
	"slices"
	"testing"
)

// Numbers of concurrent searches are limited to the room on the device.
func TestWithin(t *testing.T) {
	for _, c := range []struct {
		numbers []int
		room    int
		want    []int
	}{{[]int{1, 8, 32}, 32, []int{1, 8, 32}}, {[]int{1, 8, 32}, 4, []int{1, 4}}, {[]int{16}, 4, []int{4}}} {
		if got := within(c.numbers, c.room); !slices.Equal(got, c.want) {
			t.Errorf("with room for %d, %v are %v, not %v", c.room, c.numbers, got, c.want)
		}
	}
}

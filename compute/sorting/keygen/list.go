package keygen

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kernelscope/compute/sorting"
)

// List parses keys separated by commas.
func List(text string, t sorting.Type) (words []uint32, err error) {
	for i, field := range strings.Split(text, ",") {
		key, err := t.Parse(strings.TrimSpace(field))
		switch {
		case errors.Is(err, strconv.ErrRange):
			return nil, fmt.Errorf("key %d, %s, is outside of the range of %v", i, strings.TrimSpace(field), t)
		case err != nil:
			return nil, fmt.Errorf("key %d is %q, which is not a key of %v", i, field, t)
		}
		words = append(words, uint32(key))
		if t == sorting.U64 {
			words = append(words, uint32(key>>32))
		}
	}
	return words, nil
}

package place

import (
	"context"
	"strings"

	"kernelscope/internal/fault"
)

// ListHelp is the syntax of the texts of List.
const ListHelp = FixedHelp + ", or the name of a CSV file of places"

// List returns the places that texts describe: each is a place, or names a file for ReadFile. A text with neither the
// prefix # or id: nor a comma is a file's name.
func (f *Finder) List(ctx context.Context, texts []string) (out []Named, err error) {
	for _, text := range texts {
		more := []Named{{Name: text}}
		if IsFile(text) {
			more, err = f.ReadFile(ctx, text)
		} else {
			more[0].Place, err = f.Find(text, nil)
		}
		if err != nil {
			return nil, err
		}
		if out = append(out, more...); len(out) > MaxPlaces {
			return nil, fault.Limit.Errorf("there are more than %d places", MaxPlaces)
		}
	}
	return out, nil
}

// IsFile reports whether a text of List names a file.
func IsFile(text string) bool {
	return !strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "id:") && !strings.Contains(text, ",")
}

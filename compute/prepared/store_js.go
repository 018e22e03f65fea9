package prepared

import (
	"errors"
	"io"
)

// store refuses: a page has no files.
func store(string, func(io.Writer) error) error { return errors.ErrUnsupported }

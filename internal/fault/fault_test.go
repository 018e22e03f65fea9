package fault_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"kernelscope/internal/fault"
)

func TestCode(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
		text string
	}{
		{nil, 0, ""},
		{fs.ErrNotExist, 0, "file does not exist"},
		{fault.Input, 3, "bad input"},
		{fmt.Errorf("%w: 3 MiB are missing", fault.Limit), 6, "a limit of the device is exceeded: 3 MiB are missing"},
		{fmt.Errorf("run 2: %w", fmt.Errorf("%w: 1, not 2", fault.Wrong)), 5, "run 2: the result is wrong: 1, not 2"},
		{fault.Output.Errorf("disk: %w", fs.ErrNotExist), 7, "disk: file does not exist"},
		{fault.Input.Errorf("list: %w", fault.Limit), 3, "list: a limit of the device is exceeded"},
		{errors.Join(fs.ErrNotExist, fault.Wrong), 5, "file does not exist\nthe result is wrong"},
	} {
		if code := fault.Code(c.err); code != c.code || c.err != nil && c.err.Error() != c.text {
			t.Errorf("%v: code %d, want %d and %q", c.err, code, c.code, c.text)
		}
	}
	if err := fault.Output.Errorf("disk: %w", fs.ErrNotExist); !errors.Is(err, fs.ErrNotExist) || !errors.Is(err, fault.Output) || errors.Is(err, fault.Input) {
		t.Errorf("%v is of other kinds than it was made of", err)
	}
}

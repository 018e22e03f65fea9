// Package fault defines the kinds of errors that a command line distinguishes. Each is a Kind,
// which is an error to wrap and the exit code of the program:
//
//	return fmt.Errorf("%w: %d keys need %d MiB", fault.Limit, n, need)
//
// errors.Is(err, fault.Limit) finds it again, Code turns it into the exit code.
package fault

import (
	"errors"
	"fmt"
)

// Kind is a kind of error. Its value is the exit code.
type Kind int

// The kinds.
const (
	Usage  Kind = 2 // the command line is wrong
	Input  Kind = 3 // a file cannot be read, or its contents are invalid
	Wrong  Kind = 5 // a result failed verification, or the GPU failed
	Limit  Kind = 6 // more than the device has room for, or the program can count
	Output Kind = 7 // a result cannot be written
)

// Error returns the words that begin the message of an error that wraps the kind.
func (k Kind) Error() string {
	switch k {
	case Usage:
		return "usage"
	case Input:
		return "bad input"
	case Wrong:
		return "the result is wrong"
	case Limit:
		return "a limit of the device is exceeded"
	case Output:
		return "cannot write"
	}
	return fmt.Sprintf("fault %d", int(k))
}

// Errorf returns an error of this kind whose message does not begin with the kind's words.
// Like fmt.Errorf it wraps the operands of %w.
func (k Kind) Errorf(format string, args ...any) error {
	return &marked{fmt.Errorf(format, args...), k}
}

// marked is an error with a kind that its message does not name.
type marked struct {
	error
	kind Kind
}

func (m *marked) Unwrap() []error { return []error{m.kind, m.error} }

// Code returns the exit code of an error, and 0 if the error has no kind. If several
// kinds are wrapped the outermost counts.
func Code(err error) int {
	var k Kind
	errors.As(err, &k)
	return int(k)
}

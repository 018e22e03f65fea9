//go:build js && !labs

package live

import (
	"errors"

	"kernelscope/compute"
)

// errNoLabs is what a program without the interpreter says: it would have half as many bytes again.
var errNoLabs = errors.New("the program of this page has no interpreter of labs")

func interpreter() compute.Backend { return nil }

func openLabs(compute.Backend, []byte) (family, error) { return nil, errNoLabs }

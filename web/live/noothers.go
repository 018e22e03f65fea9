//go:build js && labs

package live

import (
	"errors"

	"kernelscope/compute"
)

// errLabs is what a program of labs alone says. Their formulas look up methods by name, so that no method of
// any other family could be left out.
var errLabs = errors.New("the program of this page runs labs")

func openOther(compute.Backend, Scene, []byte) (family, error) { return nil, errLabs }

package watch

import "kernelscope/compute"

// Param is a parameter with its value.
type Param struct {
	compute.Param
	Value uint32 // in use
	Auto  bool   // chosen by the algorithm
}

// Params lists parameters with the values in use, beside those that a person has
// chosen: zero leaves the choice to the algorithm.
func Params(params []compute.Param, used, chosen compute.Values) (out []Param) {
	for _, p := range params {
		out = append(out, Param{Param: p, Value: used[p.Name], Auto: chosen[p.Name] == 0 && p.Default == 0})
	}
	return out
}

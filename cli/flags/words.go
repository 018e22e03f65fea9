package flags

import "kernelscope/compute"

// Words returns the flags that give parameters the values that they have; those that are left
// to the algorithm have none.
func Words(params []compute.ParamState) (words []string) {
	for _, p := range params {
		if !p.IsAuto {
			words = append(words, "--"+p.Name+"="+p.Text(p.Value))
		}
	}
	return words
}

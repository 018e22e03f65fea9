package command

import (
	"context"

	"kernelscope/cli"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/scene"
)

// withFronts adds the fronts of a map to a search that needs them.
func withFronts(ctx context.Context, a sssp.Algorithm, m *scene.Map) (sssp.Algorithm, error) {
	switch a.(type) {
	case sssp.Prepared, sssp.PreparedOnHost:
	default:
		return a, nil
	}
	made, err := cli.Fronts(ctx, m, prepared.Making{})
	if err != nil {
		return nil, err
	}
	if _, ok := a.(sssp.PreparedOnHost); ok {
		return sssp.PreparedOnHost{Fronts: made.Fronts}, nil
	}
	return sssp.Prepared{Fronts: made.Fronts}, nil
}

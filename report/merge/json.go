package merge

import (
	"fmt"
	"reflect"

	"kernelscope/compute/experiment"
	"kernelscope/internal/fault"
	"kernelscope/internal/output"
	"kernelscope/internal/shard"
	"kernelscope/internal/source"
)

// mergeJSON joins the rows of experiments, each with the measurements of some settings of one plan.
func mergeJSON(files []string, path string) ([]shard.Origin, error) {
	var parts []shard.Origin
	results := map[string]*experiment.Result{}
	for _, file := range files {
		r, err := readResult(file)
		if err != nil {
			return nil, source.Named(file, err)
		}
		p, err := origin(file, factsOf(r))
		if err != nil {
			return nil, source.Named(file, err)
		}
		parts, results[file] = append(parts, p), r
	}
	parts, err := shard.Whole(parts)
	if err != nil {
		return nil, err
	}
	whole, err := joined(parts, results)
	if err != nil {
		return nil, err
	}
	return parts, output.File(path, whole.WriteJSON)
}

func readResult(file string) (*experiment.Result, error) {
	in, err := source.OpenRegular(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r, err := experiment.ReadJSON(in)
	if err == nil && !r.Whole {
		err = fmt.Errorf("%w: it is incomplete", fault.Input)
	}
	return r, err
}

// factsOf returns the metadata of a part, without its command, which is compared together with the
// plan.
func factsOf(r *experiment.Result) map[string]string {
	return map[string]string{
		shard.Shard: r.Plan.Part.String(), shard.Graph: r.Origin.Graph, shard.Version: r.Origin.Version, shard.Command: r.Origin.Whole,
		"device": r.Origin.Device, "driver": r.Origin.Driver, "host": r.Origin.Host,
	}
}

// joined returns the result of all parts: cases in order, and the settings of each.
func joined(parts []shard.Origin, of map[string]*experiment.Result) (*experiment.Result, error) {
	whole := *of[parts[0].File]
	whole.Plan.Part, whole.Rows = shard.Part{}, nil
	for _, p := range parts {
		r := of[p.File]
		plan := r.Plan
		if plan.Part = (shard.Part{}); !reflect.DeepEqual(plan, whole.Plan) {
			return nil, fmt.Errorf("%w: %s has another plan than %s", fault.Input, p.File, parts[0].File)
		}
		for _, row := range r.Rows {
			if !r.Plan.Measures(row.Setting) {
				return nil, fmt.Errorf("%w: %s has a row of setting %d, which is not of part %s", fault.Input, p.File, row.Setting, p.Part)
			}
		}
		whole.Rows = append(whole.Rows, r.Rows...)
	}
	experiment.Sort(whole.Rows)
	facts := shard.Facts(parts)
	whole.Origin.Device, whole.Origin.Driver, whole.Origin.Host = facts["device"], facts["driver"], facts["host"]
	whole.Origin.Command = "viewer " + whole.Origin.Whole
	return &whole, nil
}

package prepared

import (
	"kernelscope/compute"
	"kernelscope/compute/ref"
)

// Every workgroup consists of teams of 32 invocations.
var workgroups = compute.Workgroup{Default: 256, Min: 128, Max: 1024}

var (
	up           = compute.NewKernel[ref.PreparedUp[compute.Buffer]]("prepared_up", workgroups, ref.MirrorPreparedUp)
	down         = compute.NewKernel[ref.PreparedDown[compute.Buffer]]("prepared_down", workgroups, ref.MirrorPreparedDown)
	fill         = compute.NewKernel[ref.PreparedFill[compute.Buffer]]("prepared_fill", workgroups, ref.MirrorPreparedFill)
	add          = compute.NewKernel[ref.PreparedAdd[compute.Buffer]]("prepared_add", workgroups, ref.MirrorPreparedAdd)
	tile         = compute.NewKernel[ref.PreparedTile[compute.Buffer]]("prepared_tile", workgroups, ref.MirrorPreparedTile)
	take         = compute.NewKernel[ref.PreparedTake[compute.Buffer]]("prepared_take", workgroups, ref.MirrorPreparedTake)
	climb        = compute.NewKernel[ref.PreparedClimb[compute.Buffer]]("prepared_climb", workgroups, ref.MirrorPreparedClimb)
	sweep        = compute.NewKernel[ref.PreparedSweep[compute.Buffer]]("prepared_sweep", compute.Workgroup{Default: 128, Min: 128, Max: 1024}, ref.MirrorPreparedSweep)
	depth        = compute.NewKernel[ref.PreparedDepth[compute.Buffer]]("prepared_depth", compute.Workgroup{Default: 128, Min: 128, Max: 1024}, ref.MirrorPreparedDepth)
	subtree      = compute.NewKernel[ref.PreparedSubtree[compute.Buffer]]("prepared_subtree", compute.Workgroup{Default: 128, Min: 128, Max: 1024}, ref.MirrorPreparedSubtree)
	reach        = compute.Moving(compute.NewKernel[ref.PreparedReach[compute.Buffer]]("prepared_reach", workgroups, ref.MirrorPreparedReach), reachMoved)
	statesKernel = compute.Moving(compute.NewKernel[ref.PreparedStates[compute.Buffer]]("prepared_states", compute.Workgroup{Default: 128, Min: 64, Max: 1024}, ref.MirrorPreparedStates), statesMoved)
	gather       = compute.Moving(compute.NewKernel[ref.PreparedGather[compute.Buffer]]("prepared_gather", workgroups, ref.MirrorPreparedGather), gatherMoved)
)

// Programs are the kernels of this package.
func Programs() []*compute.Program {
	return []*compute.Program{
		up.Program, down.Program, fill.Program, add.Program, tile.Program, take.Program,
		climb.Program, sweep.Program, depth.Program, subtree.Program, gather.Program, reach.Program, statesKernel.Program,
	}
}

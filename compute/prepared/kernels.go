package prepared

import (
	"kernelscope/compute"
	ref "kernelscope/compute/ref/prepared"
)

// Every workgroup consists of teams of 32 invocations.
var workgroups = compute.Workgroup{Default: 256, Min: 128, Max: 1024}

// reachSize is the workgroup size of prepared_reach. On an NVIDIA H200 it leaves an invocation 96 registers, and a
// processor runs 20 subgroups. With 512 an invocation got the 126 that it asked for with four rows together, and 16 subgroups
// ran (docs/measured/prepared-reach-tried.csv).
const reachSize = 640

var (
	up           = compute.NewKernel[ref.Up[compute.Buffer]]("prepared_up", workgroups, ref.MirrorUp)
	down         = compute.NewKernel[ref.Down[compute.Buffer]]("prepared_down", workgroups, ref.MirrorDown)
	fill         = compute.NewKernel[ref.Fill[compute.Buffer]]("prepared_fill", workgroups, ref.MirrorFill)
	add          = compute.NewKernel[ref.Add[compute.Buffer]]("prepared_add", workgroups, ref.MirrorAdd)
	tile         = compute.NewKernel[ref.Tile[compute.Buffer]]("prepared_tile", workgroups, ref.MirrorTile)
	take         = compute.NewKernel[ref.Take[compute.Buffer]]("prepared_take", workgroups, ref.MirrorTake)
	climb        = compute.NewKernel[ref.Climb[compute.Buffer]]("prepared_climb", workgroups, ref.MirrorClimb)
	sweep        = compute.NewKernel[ref.Sweep[compute.Buffer]]("prepared_sweep", compute.Workgroup{Default: 128, Min: 128, Max: 1024}, ref.MirrorSweep)
	branches     = compute.NewKernel[ref.Branch[compute.Buffer]]("prepared_branch", compute.Workgroup{Default: 128, Min: 128, Max: 1024}, ref.MirrorBranch)
	reach        = compute.NewKernel[ref.Reach[compute.Buffer]]("prepared_reach", compute.Workgroup{Default: reachSize, Min: 128, Max: 1024}, ref.MirrorReach)
	statesKernel = compute.Moving(compute.NewKernel[ref.States[compute.Buffer]]("prepared_states", compute.Workgroup{Default: 128, Min: 64, Max: 1024}, ref.MirrorStates), statesMoved).Observing()
	gather       = compute.Moving(compute.NewKernel[ref.Gather[compute.Buffer]]("prepared_gather", workgroups, ref.MirrorGather), gatherMoved)
)

// Package bfs finds the lengths of shortest paths, in edges, for a list of pairs of
// nodes on a device. It answers all pairs of a call together, by one of several
// schemes: many searches can share one traversal by sets of bits ("rows", after
// Liu, Huang, Hu, "iBFS", SIGMOD 2016, and Then et al., "The more the merrier",
// VLDB 2014), or each pair can have a workgroup that searches from both ends
// ("pair"). It does not verify: the oracle does.
package bfs

import (
	"context"
	"fmt"
	"time"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// Unreachable is the length of a pair without a path.
const Unreachable = graph.Unreached

// Pair is a query for the length of a shortest path.
type Pair struct{ Source, Target uint32 }

// Scheme is a method of searching, by its name on the command line.
type Scheme string

// The schemes.
const (
	Auto   Scheme = "auto" // the one that should be fastest
	Paired Scheme = "pair" // a workgroup for each pair, from both ends
	Rows   Scheme = "rows" // sweeps of many searches
	Host   Scheme = "host" // sweeps on the host, on all its cores

	// The three schemes of T. Dreef, "Path-finding on GPUs for Database Systems", 2025,
	// with a joint frontier.
	Workgroups Scheme = "workgroups" // few searches; several invocations share a node's edges
	Coalesced  Scheme = "coalesced"  // many searches; adjacent invocations own the words of a row
	BottomUp   Scheme = "bottom-up"  // coalesced, and bottom-up while the frontier is large

	// Baselines.
	MSBFS  Scheme = "ms-bfs" // many searches, without a queue: an invocation for each node
	Naive  Scheme = "naive"  // like coalesced, without sharing: an invocation for each node and search
	Uber   Scheme = "uber"   // like coalesced, all levels in one dispatch, whose workgroups wait for each other
	Single Scheme = "single" // one search after another, to its end
)

// Names of parameters.
const (
	Columns   = "columns"   // searches of a sweep
	Workgroup = "workgroup" // invocations of one
	Hub       = "hub"       // degree from which a node has a workgroup of its own
	Batch     = "batch"     // levels that share a submission
	Defer     = "defer"     // length after which the open pairs of all sweeps are gathered
	Groups    = "groups"    // workgroups that answer pairs one by one, or expand a joint frontier
	List      = "list"      // nodes that the search for one pair may find
	Share     = "share"     // invocations that share the edges of a node
	Alpha     = "alpha"     // go bottom-up if the frontier's edges times this exceed the edges of unfinished nodes
	Variant   = "variant"   // how one search expands a level
	Vote      = "vote"      // how the invocations of a row share what they find
	Order     = "order"     // of columns
	Instances = "instances" // sweeps at work concurrently
	Spread    = "spread"    // how the work of an expansion is divided among workgroups
	Looks     = "looks"     // of a workgroup that waits for the others
	Beta      = "beta"      // frontier nodes times this, against all nodes: go top-down again
)

// Name returns the name on the command line.
func (s Scheme) Name() string { return string(s) }

// Shares reports whether searches share a traversal.
func (s Scheme) Shares() bool { return s != Paired && s != Single }

// HasPhases reports whether a step of the scheme is a phase of a level.
func (s Scheme) HasPhases() bool { return s.HasQueue() && s != Uber || s == MSBFS }

// HasQueue reports whether the scheme queues the nodes of a joint frontier.
func (s Scheme) HasQueue() bool {
	return s == Workgroups || s == Coalesced || s == BottomUp || s == Naive || s == Uber
}

// Schemes lists all, the default first.
func Schemes() []Scheme {
	return []Scheme{Auto, Paired, Rows, Workgroups, Coalesced, BottomUp, MSBFS, Naive, Uber, Single, Host}
}

var (
	columnsParam = compute.Param{Name: Columns, Label: "columns", Min: 128, Max: 1 << 14, PowerOfTwo: true,
		Help: "Searches per sweep, one bit each. Small: an edge is read for few searches. Large: rows are long and take more memory."}
	workgroupParam = compute.Param{Name: Workgroup, Label: "workgroup", Min: 8, Max: 1024, PowerOfTwo: true, Limit: compute.WorkgroupLimit,
		Help: "Invocations per workgroup. Small: many groups to schedule. Large: a group waits for its slowest node."}
	hubParam = compute.Param{Name: Hub, Label: "hub", Min: 32, Max: 4096,
		Help: "Least degree of a node that has a workgroup of its own. Small: workgroups have little to do. Large: single invocations walk long lists."}
	batchParam = compute.Param{Name: Batch, Label: "batch", Min: 2, Max: 1024, PowerOfTwo: true,
		Help: "Levels per submission. Small: the host waits for the device after every few levels. Large: levels with nothing left to do are submitted as well."}
	jointBatchParam = compute.Param{Name: Batch, Label: batchParam.Label, Min: 1, Max: ref.JointLevels, PowerOfTwo: true, Help: batchParam.Help}
	deferParam      = compute.Param{Name: Defer, Label: "defer", Min: 2, Max: 64,
		Help: "Length after which the open pairs of all sweeps are gathered into new sweeps. Small: most pairs are searched twice. Large: every sweep continues for a few of its pairs."}
	groupsParam = compute.Param{Name: Groups, Label: "groups", Min: 1, Max: 1 << 16,
		Help: "Workgroups that answer pairs or expand a joint frontier. Small: the device is not fully used. Large: lists and marks of pairs take more memory; the last workgroups of an expansion run on an idle device unless their number is a multiple of its processors."}
	shareParam = compute.Param{Name: Share, Label: "share", Min: 1, Max: 32, PowerOfTwo: true,
		Help: "Invocations that share the edges of a node, for each word of a row. Small: one invocation walks all edges of a hub. Large: some invocations have no edge."}
	alphaParam = compute.Param{Name: Alpha, Label: "alpha", Min: 1, Max: 1 << 20, Default: 14,
		Help: "Levels are expanded bottom-up when alpha times the edges of the frontier exceeds the edges of nodes that some search has not seen. Small: rarely. Large: early."}
	betaParam = compute.Param{Name: Beta, Label: "beta", Min: 1, Max: 1 << 20, Default: 24,
		Help: "Levels are expanded top-down again when beta times the nodes of the frontier is less than all nodes. Small: early. Large: rarely."}
	voteParam = compute.Param{Name: Vote, Label: "vote", Min: shaders.BFSByShared, Max: shaders.BFSByBallot, Choices: []string{"shared", "ballot"},
		Help: "How the invocations of a row learn that one of them has found a node. shared: each sets a bit in shared memory. ballot: the subgroup votes, and one invocation reports."}
	orderParam = compute.Param{Name: Order, Label: "order", Min: given, Max: groupBy, Choices: []string{"given", "near", "groupby"},
		Help: "Order of columns, which decides which searches share a sweep. given: as in the list of pairs. near: nearby sources together. groupby: together, sources of similar outdegree that reach the same hub."}
	instancesParam = compute.Param{Name: Instances, Label: "instances", Min: 1, Max: 4, PowerOfTwo: true,
		Help: "Sweeps whose levels run concurrently. Small: the device waits at the end of each dispatch. Large: rows take more memory, and caches hold less of each sweep."}
	spreadParam = compute.Param{Name: Spread, Label: "spread", Min: bySlice, Max: byStride, Choices: []string{"slice", "stride"},
		Auto: "stride for ms-bfs on a GPU, where it was measured to be faster, otherwise slice.",
		Help: "How the work of an expansion is divided among its workgroups. slice: each takes consecutive nodes. stride: consecutive nodes go to different workgroups, so that none has most of the hubs."}
	variantParam = compute.Param{Name: Variant, Label: "variant", Min: shaders.BFSEdges, Max: shaders.BFSSubgroup, Choices: []string{"edges", "reverse-edges", "pull", "push", "push-subgroup"},
		Auto: "Chosen for each level by the nodes and edges of its frontier.",
		Help: "How a single search expands a level. edges, reverse-edges: by a list of all edges, ordered by tail or head. pull: nodes look for a neighbour in the frontier. push, push-subgroup: an invocation or a subgroup visits the neighbours of each node of the frontier."}
	looksParam = compute.Param{Name: Looks, Label: "looks", Min: 1, Max: 1 << 20,
		Help: "Looks of a workgroup that waits for the others before it gives the search up. Small: it gives up while others work. Large: a search that cannot end takes long to fail."}
	listParam = compute.Param{Name: List, Label: "list", Min: 16, Max: 1 << 30,
		Help: "Nodes that the search for one pair may find. Small: more pairs are searched again with lists of all nodes. Large: memory suffices for fewer workgroups."}
)

// jointParams are those of all schemes with a joint frontier.
var jointParams = []compute.Param{workgroupParam, groupsParam, spreadParam, jointBatchParam, voteParam, orderParam, instancesParam}

// How the work of an expansion is divided.
const (
	bySlice = 1 + iota
	byStride
)

// Params returns the parameters.
func (s Scheme) Params() []compute.Param {
	joint := columnsParam
	joint.Max = 2048
	switch s {
	case Paired:
		return []compute.Param{workgroupParam, groupsParam, listParam}
	case Rows:
		return []compute.Param{columnsParam, workgroupParam, hubParam, batchParam, deferParam, orderParam}
	case Workgroups:
		joint.Min, joint.Max = 32, 128
		return append([]compute.Param{joint, shareParam}, jointParams...)
	case Coalesced:
		return append([]compute.Param{joint, shareParam}, jointParams...)
	case BottomUp:
		return append([]compute.Param{joint, shareParam, alphaParam, betaParam}, jointParams...)
	case Naive:
		params := append([]compute.Param{joint}, jointParams...)
		params[len(params)-1].Max = 64 // the last are instances: without sharing, more of them keep a device busy
		return params
	case Uber:
		return []compute.Param{joint, workgroupParam, groupsParam, looksParam, jointBatchParam, orderParam}
	case MSBFS:
		joint.Min = 32
		return []compute.Param{joint, workgroupParam, groupsParam, spreadParam, jointBatchParam, orderParam, instancesParam}
	case Single:
		return []compute.Param{variantParam, workgroupParam, jointBatchParam, shareParam, alphaParam}
	}
	return nil
}

var (
	workgroups = compute.Workgroup{Default: 128, Min: 8, Max: 1024}

	setFirst    = compute.NewKernel[ref.SetFirst[compute.Buffer]]("bfs_set_first", workgroups, ref.MirrorSetFirst)
	expand      = compute.NewKernel[ref.Expand[compute.Buffer]]("bfs_expand", workgroups, ref.MirrorExpand)
	expandNaive = compute.NewKernel[ref.Expand[compute.Buffer]]("bfs_expand_naive", workgroups, ref.MirrorExpandNaive)
	expandUp    = compute.NewKernel[ref.ExpandUp[compute.Buffer]]("bfs_expand_up", workgroups, ref.MirrorExpandUp)
	msExpand    = compute.NewKernel[ref.MsExpand[compute.Buffer]]("bfs_ms_expand", workgroups, ref.MirrorMsExpand)
	msMerge     = compute.NewKernel[ref.MsMerge[compute.Buffer]]("bfs_ms_merge", workgroups, ref.MirrorMsMerge)
	identify    = compute.Agreeing(compute.NewKernel[ref.Identify[compute.Buffer]]("bfs_identify", workgroups, ref.MirrorIdentify), ref.AgreeOnIdentify)
	uber        = compute.Agreeing(compute.NewKernel[ref.Uber[compute.Buffer]]("bfs_uber", workgroups, ref.MirrorUber), ref.AgreeOnUber)
	convert     = compute.NewKernel[ref.Convert[compute.Buffer]]("bfs_convert", workgroups, ref.MirrorConvert)

	singleEdges  = compute.NewKernel[ref.Single[compute.Buffer]]("bfs_single_edges", workgroups, ref.MirrorSingleEdges)
	singlePull   = compute.NewKernel[ref.Single[compute.Buffer]]("bfs_single_pull", workgroups, ref.MirrorSinglePull)
	singlePush   = compute.NewKernel[ref.Single[compute.Buffer]]("bfs_single_push", workgroups, ref.MirrorSinglePush)
	singleClose  = compute.NewKernel[ref.SingleClose[compute.Buffer]]("bfs_single_close", workgroups, ref.MirrorSingleClose)
	singleAnswer = compute.NewKernel[ref.SingleAnswer[compute.Buffer]]("bfs_single_answer", workgroups, ref.MirrorSingleAnswer)

	rowsStart   = compute.NewKernel[ref.RowsStart[compute.Buffer]]("bfs_rows_start", compute.Workgroup{Default: 128, Min: 128, Max: 1024}, ref.MirrorRowsStart)
	rowsLevel   = compute.NewKernel[ref.RowsLevel[compute.Buffer]]("bfs_rows_level", compute.Workgroup{Default: 128, Min: 128, Max: 1024}, ref.MirrorRowsLevel)
	rowsRoads   = compute.Agreeing(compute.NewKernel[ref.RowsRoads[compute.Buffer]]("bfs_rows_roads", workgroups, ref.MirrorRowsRoads), ref.AgreeOnRowsRoads)
	rowsAnswer  = compute.NewKernel[ref.RowsAnswer[compute.Buffer]]("bfs_rows_answer", workgroups, ref.MirrorRowsAnswer)
	levelCounts = compute.NewKernel[ref.LevelCounts[compute.Buffer]]("bfs_level_counts", workgroups, ref.MirrorLevelCounts)

	pairHubs  = compute.Agreeing(compute.NewKernel[ref.PairHubs[compute.Buffer]]("bfs_pair_hubs", workgroups, ref.MirrorPairHubs), ref.AgreeOnPairHubs)
	pairRoads = compute.Agreeing(compute.NewKernel[ref.PairRoads[compute.Buffer]]("bfs_pair_roads", workgroups, ref.MirrorPairRoads), ref.AgreeOnPairRoads)

	pathsCount = compute.NewKernel[ref.Paths[compute.Buffer]]("bfs_paths_count", workgroups, ref.MirrorPathsCount)
	pathsWeigh = compute.NewKernel[ref.Paths[compute.Buffer]]("bfs_paths_weigh", workgroups, ref.MirrorPathsWeigh)
	depend     = compute.Agreeing(compute.NewKernel[ref.Depend[compute.Buffer]]("bfs_depend", workgroups, ref.MirrorDepend), ref.AgreeOnDepend)
	dependSums = compute.Agreeing(compute.NewKernel[ref.DependSums[compute.Buffer]]("bfs_depend_sums", workgroups, ref.MirrorDependSums), ref.AgreeOnDependSums)
)

// Options configure a search. The zero value is the default.
type Options struct {
	Scheme Scheme         // Auto if empty
	Values compute.Values // of the scheme's parameters; zero is chosen by the scheme
	Hybrid bool           // the host searches a part of the pairs at the same time

	Counters bool // count turns and edges of each level of a joint frontier in History
}

// Answer is the result and the cost of a search.
type Answer struct {
	Plan
	Lengths []uint32 // of the pairs, in their order; Unreachable where no path leads
	Levels  int      // that were expanded, of all sweeps or pairs together
	OnHost  int      // pairs that the host has searched beside the device
	Again   int      // pairs that were searched twice: gathered from sweeps, or with longer lists
	History []Level  // of the schemes single and with a joint frontier
	GPU     time.Duration
	Wall    time.Duration // of the search, without planning

	fresh bool // buffers were made for this search
}

// PairError reports a pair with a node that the graph does not have.
type PairError struct {
	Index int // of the pair
	Node  uint32
	Nodes int // of the graph
}

func (e *PairError) Error() string {
	return fmt.Sprintf("bfs: pair %d: there is no node %d: the graph has %d", e.Index, e.Node, e.Nodes)
}

// Search returns the length of each pair, in their order. A source that is its
// target is at length 0. Pairs may repeat.
func (b *Graph) Search(ctx context.Context, pairs []Pair, o Options) (Answer, error) {
	p, err := b.Plan(pairs, o)
	if err != nil {
		return Answer{}, err
	}
	return b.Run(ctx, p)
}

package ref

// Words of the Joint block of a sweep with a joint frontier. The comments are
// beside the block in shaders/include/bfs_joint.glsl; a test compares the names.
const (
	JointOpen = iota
	JointLevel
	JointFrontier
	JointFrontierEdges
	JointUnfinishedEdges
	JointSearchesLow
	JointSearchesHigh
	JointQueued
	JointQueuedEdges
	JointWaitingEdges
	JointServedLow
	JointServedHigh
	JointUpward
	JointFinished
	JointWorkgroupSize
	JointShare
	JointNodes
	JointAlpha
	JointBeta
	JointFirstPair
	JointPairs
	JointFirstColumn
	JointColumns
	JointDownGroups
	JointUpGroups       = JointDownGroups + 3
	JointIdentifyGroups = JointUpGroups + 3
	JointConvertGroups  = JointIdentifyGroups + 3
	JointSearching      = JointConvertGroups + 3
	JointHistory        = JointSearching + 64

	// JointLevels is how many levels the history holds.
	JointLevels = 256
	JointWords  = JointHistory + 4*JointLevels
)

// JointNames are the block's members, in order, by their first words.
var JointNames = map[int]string{
	JointOpen: "open", JointLevel: "level", JointFrontier: "frontier", JointFrontierEdges: "frontier_edges", JointUnfinishedEdges: "unfinished_edges",
	JointSearchesLow: "searches_low", JointSearchesHigh: "searches_high", JointQueued: "queued", JointQueuedEdges: "queued_edges",
	JointWaitingEdges: "waiting_edges", JointServedLow: "served_low", JointServedHigh: "served_high", JointUpward: "upward", JointFinished: "finished",
	JointWorkgroupSize: "workgroup_size", JointShare: "share", JointNodes: "nodes", JointAlpha: "alpha", JointBeta: "beta",
	JointFirstPair: "first_pair", JointPairs: "pairs", JointFirstColumn: "first_column", JointColumns: "columns",
	JointDownGroups: "down_groups", JointUpGroups: "up_groups", JointIdentifyGroups: "identify_groups", JointConvertGroups: "convert_groups",
	JointSearching: "searching", JointHistory: "history",
}

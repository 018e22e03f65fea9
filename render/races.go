package render

// The races that kernels mean to have, with the reasons in their headers.
func init() {
	const status = "all write that work is left or that there is no room"
	picturePaints.Racing("Status", status)
	sidesCount.Racing("Status", status)
	sidesWrite.Racing("Status", status)
}

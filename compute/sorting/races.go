package sorting

// The races that kernels mean to have, with the reasons in their headers.
func init() {
	const published = "a word has the status and the number of a digit together, and only goes from nothing over an aggregate to a prefix"
	radixPass.Racing("State", published)
	radixPassU64.Racing("State", published)
}

package inside

// SampleAbove is the number of invocations above which a sample of the workgroups is executed.
const SampleAbove = 1 << 20

// sampled is the number of invocations of a sample.
const sampled = 1 << 15

// Sample returns the numbers of the workgroups to execute of a dispatch: some at equal distances if it has more than SampleAbove
// invocations, otherwise nil, for all.
func Sample(groups, size int) (numbers []int) {
	if groups*size <= SampleAbove {
		return nil
	}
	return Some(groups, size)
}

// Some returns the numbers of workgroups at equal distances, which are executed in a fraction of a second; nil for all, if they are few.
func Some(groups, size int) (numbers []int) {
	n := max(1, sampled/size)
	if groups <= 4*n {
		return nil
	}
	for i := range n {
		numbers = append(numbers, i*groups/n)
	}
	return numbers
}

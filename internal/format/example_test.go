package format_test

import (
	"fmt"

	"kernelscope/internal/format"
)

// Numbers of scales and measured values.
func Example() {
	fmt.Println(format.Scale(10000), format.Scale(1e6), format.Short(0.012345), format.Short(1234))
	// Output: 10,000 10^6 0.0123 1,234
}

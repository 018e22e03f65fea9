package profile

import (
	"fmt"
	"slices"
	"strings"

	"kernelscope/internal/format"
)

// Table writes rows for people, with their sum, beside a memory bandwidth in bytes per
// second, zero if that is not known. It needs letters of equal width.
func Table(rows []Row, bandwidth float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-24s %10s %8s %12s %12s %10s %9s %9s\n", "kernel", "dispatches", "idle", "workgroups", "GPU", "moved", "GB/s", "of limit")
	line := func(r Row) {
		bytes, rate, share := "-", "-", "-"
		if r.Bytes > 0 {
			bytes, rate = format.Bytes(r.Bytes), fmt.Sprintf("%.3g", r.Rate()/1e9)
		}
		if s := r.Share(bandwidth); s > 0 {
			share = fmt.Sprintf("%.0f %%", 100*s)
		}
		fmt.Fprintf(&b, "%-24s %10s %8s %12s %12s %10s %9s %9s\n", r.Kernel, format.Thousands(r.Dispatches), format.Thousands(r.Idle),
			format.Thousands(r.Workgroups), format.Milliseconds(1e3*r.GPU.Seconds()), bytes, rate, share)
	}
	for _, r := range rows {
		line(r)
	}
	if sum := Total(rows); len(rows) > 1 {
		if slices.ContainsFunc(rows, func(r Row) bool { return r.Bytes == 0 && r.Workgroups > 0 }) {
			sum.Bytes = 0 // a kernel does not declare them
		}
		line(sum)
	}
	return b.String()
}

// Sum adds up the rows of several tables by kernel, in the order of Rows.
func Sum(tables ...[]Row) (rows []Row) {
	at := map[string]int{}
	for _, table := range tables {
		for _, r := range table {
			i, ok := at[r.Kernel]
			if !ok {
				at[r.Kernel], rows = len(rows), append(rows, r)
				continue
			}
			sum := Total([]Row{rows[i], r})
			sum.Kernel = r.Kernel
			rows[i] = sum
		}
	}
	slowestFirst(rows)
	return rows
}

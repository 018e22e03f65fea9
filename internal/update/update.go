// Package update has the flag that rewrites golden files, which test packages share.
package update

import "flag"

// Golden is whether tests rewrite their golden files: go test -update.
var Golden = flag.Bool("update", false, "rewrite the golden files")

// Package trees has the commands of prepared trees: 'prepare' makes and keeps the order of
// a map, and 'bench prepared' measures what it is good for. They have no view yet.
package trees

import "kernelscope/cli"

// Family is that of prepared trees.
var Family = cli.Family{Commands: cli.One(prepareCommand), Bench: cli.One(benchCommand)}

package main

// Verdicts of claims.
const (
	yes  = "yes"
	no   = "no"
	same = "no difference"
	open = "–" // of numbers that are not to be compared
)

// article is a source, with where to find it here.
type article struct {
	name, title, author string
	page                string // in the docs, that goes through it item by item
	example             string // command that shows what it is about
	figure              string // in the docs
	claims              []claim
}

// unverified ends the place of a sentence whose article was not at hand when the places were last checked: a second reader
// has to find it there.
const unverified = " (place not verified)"

// claim is a sentence or a number of an article.
type claim struct {
	name    string // for --only
	place   string // where the article says it
	says    string // what it says, with its device where it is a number of one
	counts  bool   // a count is measured, which a device does not change
	once    bool   // the command takes minutes and runs once
	command string // that measures it here
	quick   string // the same with less work, for software devices; the command itself if empty
	// read returns what was measured, and a verdict.
	read func(r *reading) (here, agrees string)
	note string // what differs from the article, or why the verdict is not yes
}

// delaware stands in commands for the map of Delaware, a file that a flag names, or the program's own.
const delaware = "MAP"

// articles are the sources, in the order of the sheet.
var articles = []article{nearFar, batcher, stackMonoid, vren, thesis}

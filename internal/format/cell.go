package format

import (
	"strconv"
	"strings"
)

// Cell returns a text for a cell of a CSV file. A spreadsheet evaluates what begins with =, +,
// -, @, a tab or a carriage return, so such a text gets an apostrophe before it, unless it is
// a number, or several divided by commas: -75.55,39.74.
func Cell(text string) string {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return text
	}
	for number := range strings.SplitSeq(text, ",") {
		if _, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err != nil {
			return "'" + text
		}
	}
	return text
}

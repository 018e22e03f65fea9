package format

import "strings"

// Meant suggests, in brackets, the one of some names that an unknown word may mean; it is empty
// if none is near.
func Meant(word string, names []string) string {
	if name := Nearest(word, names); name != "" {
		return " (did you mean " + name + "?)"
	}
	return ""
}

// Nearest returns the name that a misspelled word probably means: the one with the fewest
// wrong, missing, extra or exchanged letters, if these are few, or the only one that begins
// with the word.
func Nearest(word string, names []string) (nearest string) {
	best := 1 + max(1, len(word)/3)
	begun := 0
	for _, name := range names {
		if word == "" || len(name) > 64 || len(word) > 64 {
			continue
		}
		if d := typos(strings.ToLower(word), strings.ToLower(name)); d < best {
			best, nearest = d, name
		}
	}
	if nearest != "" {
		return nearest
	}
	for _, name := range names {
		if len(word) > 1 && strings.HasPrefix(name, word) {
			nearest = name
			begun++
		}
	}
	if begun != 1 {
		return ""
	}
	return nearest
}

// typos is the restricted edit distance, with exchanged neighbours (Damerau, 1964).
func typos(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

package main

import (
	"testing"

	"kernelscope/assets"
	"kernelscope/cli"
)

// Each demo of the start card has a picture, and a command that opens the window.
func TestStartCard(t *testing.T) {
	for _, d := range demos {
		if c, err := commandOf(d.Words); err != nil || !cli.OpensWindow(c) {
			t.Errorf("%s: %v: %v", d.Name, d.Words, err)
		}
		if _, err := assets.Cards.ReadFile("cards/" + d.Picture); err != nil {
			t.Error(err)
		}
	}
}

// Each article of the start card has a storyboard, whose lesson goes to its end.
func TestArticles(t *testing.T) {
	t.Parallel()
	boards, err := assets.Articles.ReadDir("articles")
	if err != nil || len(boards) != len(articles) {
		t.Errorf("%d storyboards of %d articles: %v", len(boards), len(articles), err)
	}
	for _, a := range articles {
		if stdout, stderr, code := viewer(t, nil, "check", a.Path); code != 0 {
			t.Errorf("%s: %d, %s%s", a.Path, code, stdout, stderr)
		}
	}
}

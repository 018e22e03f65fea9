package chart_test

import (
	"bytes"
	"fmt"
	"strings"

	"kernelscope/report/chart"
)

// A line chart, drawn as an SVG file and as a picture with spots for the mouse.
func ExampleFigure() {
	f := chart.Figure{
		Title: "Copying",
		Rows: [][]chart.Chart{{&chart.Lines{
			XLabel: "words", YLabel: "time (ms)",
			Series: []chart.Line{{Name: "kernel", Points: []chart.Point{
				{X: 1 << 10, Y: 0.01, Low: 0.01, High: 0.02, Text: "1 Ki words: 0.01 ms"},
				{X: 1 << 20, Y: 0.4, Low: 0.3, High: 0.5, Text: "1 Mi words: 0.4 ms"},
			}}},
		}}},
	}
	var svg bytes.Buffer
	if err := f.SVG(&svg, chart.Options{Width: 400, Height: 300}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("SVG:", strings.Contains(svg.String(), "<svg"))

	picture, spots := f.Image(chart.Options{Width: 400, Height: 300, Ratio: 2})
	fmt.Println("picture:", picture.Bounds().Size())
	for _, s := range spots {
		fmt.Println(s.Text)
	}
	// Output:
	// SVG: true
	// picture: (800,600)
	// 1 Ki words: 0.01 ms
	// 1 Mi words: 0.4 ms
}

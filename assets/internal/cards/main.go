// Command cards makes the animations of the start card from those in the documents. It must run in
// the folder of assets.
package main

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"log"
	"os"
	"path/filepath"

	"golang.org/x/image/draw"
)

// What a card has: frames of a size in pixels, spread over the animation, each shown as long as the
// window waits between two frames at rest.
const (
	frames        = 12
	width, height = 256, 160
	delay         = 25 // hundredths of a second
)

func main() {
	log.SetFlags(0)
	for _, name := range []string{"near-far", "sorts", "clips", "bridge", "many", "experiment"} {
		if err := card(name + ".gif"); err != nil {
			log.Fatal(err)
		}
	}
}

// card makes a card of an animation.
func card(name string) error {
	in, err := os.Open(filepath.Join("..", "docs", "demos", name))
	if err != nil {
		return err
	}
	defer in.Close()
	all, err := gif.DecodeAll(in)
	if err != nil {
		return err
	}
	colours, _ := all.Config.ColorModel.(color.Palette)
	if colours == nil {
		colours = all.Image[0].Palette
	}
	screen := image.NewRGBA(image.Rect(0, 0, all.Config.Width, all.Config.Height))
	out := gif.GIF{Config: image.Config{ColorModel: colours, Width: width, Height: height}}
	for i, m := range all.Image {
		draw.Draw(screen, m.Rect, m, m.Rect.Min, draw.Over)
		if i != (len(out.Image)+1)*len(all.Image)/frames-1 {
			continue
		}
		small := image.NewRGBA(image.Rect(0, 0, width, height))
		draw.CatmullRom.Scale(small, small.Rect, screen, screen.Rect, draw.Src, nil)
		frame := image.NewPaletted(small.Rect, colours)
		draw.Draw(frame, frame.Rect, small, image.Point{}, draw.Src)
		out.Image, out.Delay = append(out.Image, frame), append(out.Delay, delay)
	}
	var file bytes.Buffer
	if err := gif.EncodeAll(&file, &out); err != nil {
		return err
	}
	log.Printf("cards/%s: %d bytes", name, file.Len())
	return os.WriteFile(filepath.Join("cards", name), file.Bytes(), 0o644)
}

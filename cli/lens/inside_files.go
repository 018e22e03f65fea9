package lens

import (
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kernelscope/cli"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/render/record"
	"kernelscope/report/chart"
	"kernelscope/report/inside"
)

var pictureThemes = map[string]*chart.Theme{"light": &chart.Light, "dark": &chart.Dark, "contrast": &chart.Contrast}

// checkFiles returns an error for files that cannot be written.
func (f *insideFlags) checkFiles() error {
	if (f.html != "" || f.out != "" || len(f.compare) > 0) && f.word != "" {
		return cli.Usage("--word has no heat map: leave out --html, --output and --compare")
	}
	for _, path := range []string{f.html, f.out} {
		if path == "" {
			continue
		}
		if err := cli.CheckFolder(path); err != nil {
			return err
		}
	}
	if f.ratio < 1 || f.ratio > 8 {
		return cli.Usage("--ratio is %v, not from 1 to 8", f.ratio)
	}
	if f.lines < 0 {
		return cli.Usage("--lines is %d, and cannot be negative", f.lines)
	}
	if pictureThemes[f.theme] == nil {
		return cli.Usage("--theme is %q; choose from light, dark, contrast", f.theme)
	}
	if f.out != "" && !slices.Contains([]string{".html", ".png", ".svg"}, filepath.Ext(f.out)) {
		return cli.Usage("--output is %q: the name must end in .html, .png or .svg", f.out)
	}
	return nil
}

// command returns the command that makes the same.
func (f *insideFlags) command(args []string) string {
	words := []string{"viewer", "inside", args[0], "--step", strconv.Itoa(f.step)}
	if f.wrote != "" {
		words = []string{"viewer", "inside", "--wrote", f.wrote, "--step", strconv.Itoa(f.step)}
	} else if f.dispatch != 1 {
		words = append(words, "--dispatch", strconv.Itoa(f.dispatch))
	}
	if f.width != usualWidth && f.counted != onDevice {
		words = append(words, "--width", strconv.Itoa(f.width))
	}
	if f.counted == onDevice {
		words = append(words, "--counted", onDevice)
	}
	if f.all {
		words = append(words, "--all")
	}
	if len(f.compare) > 0 {
		words = append(words, "--compare", strings.Join(f.compare, ","))
	}
	return format.Shell(append(append(words, "--"), args[1:]...))
}

// write writes the files that were asked for.
func (f *insideFlags) write(c *inside.Count) error {
	if f.html != "" {
		if err := output.File(f.html, c.HTML); err != nil {
			return err
		}
	}
	if f.out == "" {
		return nil
	}
	return output.File(f.out, func(w io.Writer) error {
		if filepath.Ext(f.out) == ".html" {
			return c.HTML(w)
		}
		c.Dear = f.lines
		figure := c.Figure()
		o := chart.Options{Width: inside.PictureWidth, Height: figure.Height(inside.PictureWidth), Theme: pictureThemes[f.theme], Ratio: f.ratio}
		if filepath.Ext(f.out) == ".svg" {
			return figure.SVG(w, o)
		}
		return figure.SmallPNG(record.Labelled(w, c.Command, o.Ratio), o)
	})
}

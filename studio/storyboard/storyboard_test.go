package storyboard

import (
	"errors"
	"strings"
	"testing"

	"kernelscope/internal/fault"
	"kernelscope/internal/tomlfile"
)

const whole = `title = "All keys"
size = "320x200"
ratio = 2.0
fps = 50
theme = "light"
panel = true
caption = false
supersample = true

[[shot]]
show = "sort -n 4096 -a 'radix'"

[[shot.step]]
caption = "one"
until = "step 3"
frames = 30

[[shot.step]]
set = "--desc"
until = "end"
hold = 5
picture = "one.png"

[[shot]]
show = "-a nearfar"
step = [{ look = "--centre=-75.5,39.7 --scale 20", frames = 10 }, { until = "relaxed 1e4", frames = 1 }]
`

// A file with all keys is read as it is meant.
func TestParse(t *testing.T) {
	b, err := Parse("a.toml", []byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	one := b.Shots[0]
	switch {
	case b.Width != 320 || b.Height != 200 || b.Ratio != 2 || b.FPS != 50 || !b.Panel || b.Caption || !b.Supersample || b.Theme != "light" || b.Frames() != 46:
		t.Errorf("the board is %+v, with %d frames", b, b.Frames())
	case strings.Join(one.Words, "|") != "sort|-n|4096|-a|radix" || one.At != (tomlfile.Position{File: "a.toml", Line: 11, Column: 1}):
		t.Errorf("the first shot is %+v", one)
	case *one.Steps[0].Caption != "one" || one.Steps[0].Moment != (Moment{At, 3, true}) || one.Steps[1].At.Line != 18:
		t.Errorf("its steps are %+v", one.Steps)
	case b.Shots[1].Steps[1].Moment != (Moment{"relaxed", 1e4, true}) || len(b.Shots[1].Steps[0].LookWords) != 3:
		t.Errorf("the second shot is %+v", b.Shots[1])
	}
}

// Each mistake is told with its place.
func TestMistakes(t *testing.T) {
	const shot = "[[shot]]\nshow = \"sort\"\n[[shot.step]]\n"
	for name, c := range map[string]struct{ text, want string }{
		"syntax":          {"title = \"a\nfps = 3\n", "a.toml:1:"},
		"unknown key":     {"fps = 25\n[[shot]]\nshow = \"sort\"\nspeed = 3\n", "a.toml:4:1: there is no key \"shot.speed\""},
		"twice":           {"fps = 25\nfps = 26\n" + shot + "hold=1", "a.toml:2:"},
		"type":            {"fps = \"25\"\n", "a.toml:1:7: "},
		"size":            {"fps = 25\nsize = \"9x9\"\n", "a.toml:2:1: size is"},
		"no shot":         {"fps = 25\n", "a.toml:1:1: there is no [[shot]]"},
		"no show":         {"[[shot]]\n[[shot.step]]\nhold = 1\n", "a.toml:1:3: a shot has no show"},
		"no step":         {"[[shot]]\nshow = \"sort\"\n", "a.toml:2:1: a shot has no [[shot.step]]"},
		"program's name":  {"[[shot]]\nshow = \"viewer sort\"\n", "leave out the name"},
		"quote":           {"[[shot]]\nshow = \"sort 'a\"\n", "a.toml:2:1: show: a quote is not closed"},
		"until":           {shot + "until = \"later\"\nframes = 1\n[[shot.step]]\nuntil = \"3 steps\"\n", "a.toml:7:1: until is"},
		"seconds":         {shot + "until = \"2s later on\"\n", "until is"},
		"nothing moves":   {shot + "frames = 3\n", "a.toml:4:1: nothing moves"},
		"too many":        {shot + "hold = 36000\n[[shot.step]]\nhold = 1\n", "36001 frames"},
		"no frames":       {shot + "until = \"end\"\n", "0 frames"},
		"negative":        {shot + "hold = -1\n", "hold is -1"},
		"huge":            {shot + "hold = 99999999999999999999\n", "a.toml:4:"},
		"picture":         {shot + "hold = 1\npicture = \"../a.png\"\n", "a.toml:5:1: picture is"},
		"picture's kind":  {shot + "hold = 1\npicture = \"a.jpg\"\n", "picture is"},
		"caption":         {shot + "hold = 1\ncaption = \"a\\nb\"\n", "a.toml:5:1: a caption is one line"},
		"not a number":    {shot + "until = \"step nan\"\nframes = 1\n", "until is"},
		"in inline table": {"[[shot]]\nshow = \"sort\"\nstep = [{hold = -1}]\n", "a.toml:3:1: hold is -1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("a.toml", []byte(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, fault.Input) || !strings.HasPrefix(err.Error(), "a.toml:") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if _, err := Parse("a.toml", make([]byte, MaxBytes+1)); !errors.Is(err, fault.Input) {
		t.Errorf("a long file: %v", err)
	}
}

// FuzzParse reads any bytes: there is an error of kind fault.Input with a place, or a board
// within all bounds.
func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("[[shot]]\nshow='a'\n[shot.step]\nhold=1"))
	f.Add([]byte("[[shot.step]]\nhold=1\n[[shot]]\nshow='a'\n"))
	f.Add([]byte("shot.step.hold = 1\n\"\" = 2\n[a.b]\n[[a.c]]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := Parse("f.toml", text)
		if err != nil {
			if !errors.Is(err, fault.Input) || !strings.HasPrefix(err.Error(), "f.toml") {
				t.Errorf("got %v", err)
			}
			return
		}
		if n := b.Frames(); n < 1 || n > MaxFrames || len(b.Shots) == 0 {
			t.Errorf("%d frames, %d shots", n, len(b.Shots))
		}
		for _, s := range b.Shots {
			if s.At.Line < 1 || s.At.Column < 1 || len(s.Words) == 0 {
				t.Errorf("a shot is %+v", s)
			}
		}
	})
}

// What Text writes is read again as it was.
func TestText(t *testing.T) {
	b, err := Parse("a.toml", []byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	odd := "quotes \", backslashes \\, <tags> & an é"
	b.Shots[0].Steps[0].Caption = &odd
	second, err := Parse("a.toml", b.Text())
	if err != nil {
		t.Fatalf("%v:\n%s", err, b.Text())
	}
	if string(second.Text()) != string(b.Text()) || *second.Shots[0].Steps[0].Caption != odd || second.Frames() != b.Frames() || second.Ratio != 2 || second.Caption || !second.Panel || !second.Supersample {
		t.Errorf("it becomes\n%s", second.Text())
	}
}

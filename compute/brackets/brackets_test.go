package brackets_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernelscope/compute"
	"kernelscope/compute/brackets"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/internal/fault"
	"kernelscope/scene/clipseq"
)

// found reads a text on a backend.
func found(t rapid.TB, be compute.Backend, text string, workgroup int) (brackets.Found, clipseq.Sequence) {
	t.Helper()
	ctx := context.Background()
	x, err := brackets.New(be, len(text), workgroup)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Release()
	x.Write([]byte(text))
	f, err := x.Count(ctx)
	if err != nil {
		t.Fatal(err)
	}
	elements := be.NewBuffer("elements", f.Brackets)
	defer elements.Release()
	if err := x.Into(elements, f.Brackets); err != nil {
		t.Fatal(err)
	}
	if err := x.Steps[1].Parts.Run(ctx, be); err != nil {
		t.Fatal(err)
	}
	if f, err = x.Found(ctx); err != nil {
		t.Fatal(err)
	}
	words, places := make([]uint32, f.Brackets), make([]uint32, f.Brackets)
	if err := errors.Join(be.Read(ctx, elements, 0, words), be.Read(ctx, x.Places, 0, places)); err != nil {
		t.Fatal(err)
	}
	return f, clipseq.Located([]byte(text), words, places)
}

// check compares with the host's reader: a plain text has its brackets, and what the host refuses is not plain. Up to the
// first strange byte both find the same.
func check(t rapid.TB, be compute.Backend, text string, workgroup int) brackets.Found {
	t.Helper()
	f, got := found(t, be, text, workgroup)
	want, err := clipseq.ParseJSON(context.Background(), []byte(text))
	switch {
	case f.IsPlain() && err != nil:
		t.Fatalf("%d bytes, %.200q: %v, and the device finds nothing strange", len(text), text, err)
	case f.IsPlain() && !same(got, want):
		t.Fatalf("%d bytes, %.200q: %d brackets, want %d: %.20v %.20v, want %.20v %.20v", len(text), text, len(got.Elements), len(want.Elements), got.Marks, got.Origins, want.Marks, want.Origins)
	case f.Strange >= 0:
		want, err = before(text[:f.Strange])
		if err != nil || len(want.Elements) > len(got.Elements) || !same(got.First(len(want.Elements)), want) {
			t.Fatalf("%d bytes, %.200q: the brackets before byte %d differ: %v", len(text), text, f.Strange, err)
		}
	}
	return f
}

// before reads the beginning of a text, which may end in a string or after a backslash in it.
func before(text string) (s clipseq.Sequence, err error) {
	for _, end := range []string{"", `"`, `\"`} {
		if s, err = clipseq.ParseJSON(context.Background(), []byte(text+end)); err == nil {
			break
		}
	}
	return s, err
}

func same(a, b clipseq.Sequence) bool {
	return slices.Equal(a.Elements, b.Elements) && slices.Equal(a.Origins, b.Origins) && slices.Equal(a.Marks, b.Marks)
}

// border is the number of bytes of a partition of 32 invocations.
const border = 32 * 4 * 32

var cases = map[string]struct {
	text    string
	strange int
	isOpen  bool
}{
	"empty":                          {text: "", strange: -1},
	"one bracket":                    {text: "[", strange: -1},
	"only brackets":                  {text: strings.Repeat("([{)]}", 2000), strange: -1},
	"a byte order mark":              {text: "\ufeff{\"é\": [\n{}]}", strange: -1},
	"a string without end":           {text: `[1, "]`, strange: -1, isOpen: true},
	"a string that ends at a border": {text: strings.Repeat(" ", border-3) + `"]"[]`, strange: -1},
	"a string across borders":        {text: `["` + strings.Repeat("]", 3*border) + `"]`, strange: -1},
	"an escape across a border":      {text: `"` + strings.Repeat("a", border-2) + `\"]"[]`, strange: -1},
	"no escape across a border":      {text: `"` + strings.Repeat("a", border-3) + `\\"]`, strange: -1},
	"backslashes across a border":    {text: `"` + strings.Repeat("a", border-40) + strings.Repeat(`\`, 81) + `"]"[]`, strange: -1},
	"4,095 backslashes":              {text: `"` + strings.Repeat("a", border-1001) + strings.Repeat(`\`, 4095) + `"]"[]`, strange: -1},
	"more backslashes than counted":  {text: `"` + strings.Repeat("a", border+1) + strings.Repeat(`\`, 4200) + `"]`, strange: border + 4096 + 32},
	"backslashes from the beginning": {text: strings.Repeat(`\`, 4096) + `"[`, strange: 0},
	"a comment":                      {text: `[ // ]`, strange: 2},
	"a slash in a string":            {text: `["a/b"]`, strange: -1},
	"a backslash outside":            {text: `[\"]"]`, strange: 1},
	"a line end in a string":         {text: "[\"a\n\"]", strange: 3},
	"a line end after a backslash":   {text: "[\"a\\\n\"]", strange: 4},
	"a zero":                         {text: "[\x00]", strange: 1},
	"a zero in a string":             {text: "[\"\x00\"]", strange: -1},
}

func everywhere(t *testing.T, run func(t *testing.T, be compute.Backend)) {
	t.Run("device", func(t *testing.T) { run(t, gputest.Open(t)) })
	t.Run("basic", func(t *testing.T) { run(t, gputest.OpenWith(t, gpu.Options{Basic: true})) })
	t.Run("mirror", func(t *testing.T) { run(t, host.New()) })
}

func TestBrackets(t *testing.T) {
	everywhere(t, func(t *testing.T, be compute.Backend) {
		for name, c := range cases {
			for _, workgroup := range []int{32, 0} {
				if f := check(t, be, c.text, workgroup); f.Strange != c.strange || f.Strange < 0 && f.IsOpen != c.isOpen {
					t.Errorf("%s: %+v, want %d, %v", name, f, c.strange, c.isOpen)
				}
			}
		}
	})
}

// random returns pieces that matter, near the borders of blocks and partitions.
func random(seed uint64) string {
	rnd := rand.New(rand.NewPCG(seed, 1))
	plain := []string{"[", "]", "{", "}", "(", ")", `"`, `""`, `"a]"`, `"\""`, `"\\"`, `"\\\"["`, "a", " ", "é", "\n", strings.Repeat(" ", rnd.IntN(100))}
	odd := []string{`\`, "/", "//", "/*", "*/", "\x00", "\"\n\"", strings.Repeat(`\`, rnd.IntN(200))}
	var b strings.Builder
	for range rnd.IntN(4 << rnd.IntN(11)) {
		if from := plain; rnd.IntN(200) == 0 && seed%3 == 0 {
			b.WriteString(odd[rnd.IntN(len(odd))])
		} else {
			b.WriteString(from[rnd.IntN(len(from))])
		}
		if rnd.IntN(300) == 0 {
			b.WriteString(`"` + strings.Repeat(`\`, 2*rnd.IntN(1<<rnd.IntN(10))) + `"`)
		}
	}
	return b.String()
}

func TestRandom(t *testing.T) {
	everywhere(t, func(t *testing.T, be compute.Backend) {
		for seed := range uint64(gputest.Count(40, 400)) {
			check(t, be, random(seed), []int{32, 64, 0}[seed%3])
		}
		check(t, be, strings.Repeat(`["\\]", [{}]]`, 30_000), 32) // more partitions than invocations
	})
}

// Whatever the bytes, the device and the host agree on what is plain.
func TestProperty(t *testing.T) {
	d := gputest.Open(t)
	gputest.Draws(t, gputest.Count(30, 200))
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]byte("[]{}()\"\"\\\\a \n/\x00\xff")), 0, 300).Draw(rt, "text")
		check(rt, d, string(text), 32)
	})
}

func TestLockstep(t *testing.T) {
	d := gputest.Open(t)
	for seed := range uint64(9) {
		l := host.NewLockstep(context.Background(), d)
		check(t, l, random(seed), []int{32, 64, 256}[seed%3])
	}
	for _, c := range cases {
		check(t, host.NewLockstep(context.Background(), d), c.text, 32)
	}
}

// limited is a backend with other limits.
type limited struct {
	compute.Backend
	limits compute.Limits
}

func (l limited) Limits() compute.Limits { return l.limits }

// The same in several submissions, and refused where it does not fit a buffer.
func TestLimits(t *testing.T) {
	be := limited{host.New(), host.New().Limits()}
	be.limits.Work = 1 << 16
	for seed := range uint64(9) {
		check(t, be, random(seed), 32)
	}
	be.limits.BufferWords = 1003
	if _, err := brackets.New(be, 4000, 0); err != nil {
		t.Error(err)
	}
	if _, err := brackets.New(be, 4001, 0); !errors.Is(err, fault.Limit) || !strings.Contains(err.Error(), "allows 4000") {
		t.Errorf("4,001 bytes in a buffer of 4,012: %v", err)
	}
	be.limits.BufferWords = 1 << 31
	if _, err := brackets.New(be, 1<<32, 0); !errors.Is(err, fault.Limit) {
		t.Errorf("2^32 bytes: %v", err)
	}
}

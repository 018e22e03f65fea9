package main

import (
	le "encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernelscope/assets"
)

// Labs from strangers end with one line that names the fault, and the exit code of its kind.
func TestHostileLabs(t *testing.T) {
	if _, err := exec.LookPath("glslc"); err != nil {
		t.Skip("glslc is not installed")
	}
	const ok = "#version 450\nlayout(local_size_x=64) in;\nlayout(binding=0) buffer B { uint b[]; };\nvoid main() { b[gl_GlobalInvocationID.x] += 1; }\n"
	kernel := func(body string) string { return strings.Replace(ok, "b[gl_GlobalInvocationID.x] += 1;", body, 1) }
	withB := func(buffer, dispatch, rest string) string {
		return "shader = \"a.comp\"\n[buffer.B]\n" + buffer + "\n[[dispatch]]\n" + dispatch + "\n" + rest + "\n"
	}
	usual := withB("length = 64", "groups = 1", "")
	many := func(text string, n int) string { return strings.Repeat(text, n) }
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x06\x00\x00\x00\x1b\x8f\x1a\x1e"
	for name, c := range map[string]struct {
		shader, file, says string
		code               int
	}{
		"endless loops":        {kernel("for (uint i = 0; i < 4000000000u; i++) for (uint j = 0; j < 4000000000u; j++) b[j % 64] += i;"), usual, "", 0},
		"wild addresses":       {kernel("b[b[gl_GlobalInvocationID.x] * 4000000000u + 123456789u] = b[4000000000u - b[0]];"), usual, "", 0},
		"division":             {kernel("int z = int(b[5]); b[0] = uint(int(0x80000000) / (z - 1)); b[1] = 5u / b[2]; b[2] = b[1] % b[3];"), usual, "", 0},
		"private memory":       {strings.Replace(kernel("s[b[0]] = 1; b[0] = s[b[1]];"), "void", "uint s[200000000];\nvoid", 1), usual, "more than is supported", 3},
		"shared memory":        {strings.Replace(kernel("s[b[0]] = 1; b[0] = s[b[1]];"), "void", "shared uint s[50000];\nvoid", 1), usual, "shared memory", 6},
		"a large workgroup":    {strings.Replace(ok, "=64", "=2147483647", 1), usual, "a.comp:2", 3},
		"no shader":            {"#version 450\nvoid main( {", usual, "a.comp:2", 3},
		"an include of /etc":   {"#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"/etc/passwd\"\n", usual, "a.comp", 3},
		"length 2^62":          {ok, withB(`length = "2**62"`, "groups = 1", ""), "the length of B", 6},
		"length -1":            {ok, withB("length = -1", "groups = 1", ""), "the length of B", 6},
		"4 GiB":                {ok, withB("length = 1073741823", "groups = 1", ""), "the length of B", 6},
		"passes":               {ok, usual + "[run]\nrepeat = 1000000000\n", "the number of passes", 6},
		"times":                {ok, withB("length = 64", "groups = 1\ntimes = 1e9", ""), "how often", 6},
		"a sum of ranges":      {ok, withB("length = 64\nfill = \"sum(i..100000000)\"", "groups = 1", ""), "memory budget", 3},
		"nested predicates":    {ok, usual + "[[check]]\neach = \"B\"\nformula = \"all(B, all(B, all(B, true)))\"\n", "a predicate within a predicate", 3},
		"parentheses":          {ok, withB(`length = "`+many("(", 400000)+`1`+many(")", 400000)+`"`, "groups = 1", ""), "more than 4096 bytes", 3},
		"signs":                {ok, withB(`length = "`+many("-", 900000)+`1"`, "groups = 1", ""), "more than 4096 bytes", 3},
		"arrays":               {ok, "a = " + many("[", 500000), "nested", 3},
		"a long key":           {ok, many("a.", 100000) + "a = 1", "there is no key", 3},
		"many buffers":         {ok, usual + buffers(300), "at most 256", 3},
		"a device":             {ok, withB("file = \"/dev/zero\"", "groups = 1", ""), "outside", 3},
		"a link":               {ok, withB("file = \"link\"", "groups = 1", ""), "outside", 3},
		"a large picture":      {ok, withB("file = \"large.png\"", "groups = 1", ""), "large.png", 3},
		"a header that lies":   {ok, withB("file = \"lie.npy\"", "groups = 1", ""), "cut off", 3},
		"a graph of 10^10":     {ok, usual + "[graph.G]\nfile = \"gen:grid,width=100000,height=100000\"\n", "more than", 3},
		"a name":               {ok, strings.Replace(usual, "[buffer.B]", "[buffer.\"\"]\nlength = 1\n[buffer.B]", 1), "cannot be a name", 3},
		"indirect, -1":         {ok, withB("length = 64", "indirect = \"B\"\nat = -1", ""), "word -1 of B", 3},
		"indirect, beyond":     {ok, withB("length = 64", "indirect = \"B\"\nat = 9223372036854775807", ""), "word 9223372036854775807 of B", 3},
		"indirect, many":       {ok, withB("values = [4294967295.0, 4294967295.0, 4294967295.0]", "indirect = \"B\"", ""), "4294967295 workgroups", 6},
		"a grid":               {ok, withB("length = 64", "groups = [65535, 65535, 65535]", ""), "invocations", 6},
		"a command":            {ok, usual + "[[check]]\nequal = \"B\"\ncommand = [\"touch\", \"ran\"]\n", "--allow-commands", 2},
		"a parameter":          {ok, usual + "[parameter.n]\nvalue = nan\nmin = -inf\nmax = inf\nstep = 1e-320\n", "more than 1000 values", 3},
		"a view":               {ok, usual + "[[view]]\nbuffer = \"B\"\nlow = nan\nhigh = inf\nwidth = \"0/0\"\n", "", 0},
		"not text":             {ok, "\x00\xff\x00", ":1:1", 3},
		"a module's header":    {"\x03\x02\x23\x07" + many("\xff", 16), usual, "a.comp", 3},
		"a module of 3 bytes":  {"\x03\x02\x23\x07abc", usual, "a.comp", 3},
		"a module's id bounds": {"\x03\x02\x23\x07\x00\x03\x01\x00\x00\x00\x00\x00\xff\xff\xff\xff\x00\x00\x00\x00", usual, "a.comp", 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, text := range map[string]string{"a.comp": c.shader, "lab.toml": c.file, "large.png": png, "lie.npy": "\x93NUMPY\x02\x00\xff\xff\xff\xff"} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink("/dev/zero", filepath.Join(dir, "link")); err != nil {
				t.Fatal(err)
			}
			_, said, code := viewer(t, nil, "run", "lab", filepath.Join(dir, "lab.toml"))
			if code != c.code || !strings.Contains(said, c.says) || c.code > 0 && strings.Count(said, "\n") != 1 || len(said) > 1000 {
				t.Errorf("exit code %d, %.1000s", code, said)
			}
		})
	}
}

// buffers describes many buffers.
func buffers(n int) (out string) {
	for i := range n {
		out += fmt.Sprintf("[buffer.b%d]\nlength = 1\n", i)
	}
	return out
}

// Changed labs and modules of the program end with a result, or with one line. KERNELSCOPE_LONG tries 2,000.
func TestLabMutants(t *testing.T) {
	n := 12
	if os.Getenv("KERNELSCOPE_LONG") != "" {
		n = 2000
	}
	files, err := assets.Labs.ReadDir("labs")
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		b, err := assets.Labs.ReadFile("labs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var labs []string
	for _, f := range files {
		if filepath.Ext(f.Name()) == ".toml" {
			labs = append(labs, f.Name())
		}
	}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(uint64(seed), 1))
			dir, name := t.TempDir(), labs[rnd.IntN(len(labs))]
			text := strings.ReplaceAll(string(read(name)), ".comp\"", ".comp.spv\"")
			var modules []string
			for _, m := range regexp.MustCompile(`"([^"]*\.spv)"`).FindAllStringSubmatch(text, -1) {
				modules = append(modules, m[1])
			}
			changed := modules[rnd.IntN(len(modules))]
			if seed%2 == 0 {
				text, changed = mutatedText(rnd, text), ""
			}
			for _, m := range modules {
				code := read(m)
				if m == changed {
					code = mutatedModule(rnd, code)
				}
				if err := os.WriteFile(filepath.Join(dir, m), code, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			path := filepath.Join(dir, "lab.toml")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			var env []string
			if seed%4 < 3 {
				env = []string{"PATH=/nonexistent"} // no validator
			}
			_, said, code := viewer(t, env, "run", "lab", path)
			if !slices.Contains([]int{0, 3, 5, 6}, code) || code > 0 && strings.Count(said, "\n") != 1 {
				t.Errorf("%s, %q: exit code %d, %.2000s", name, changed, code, said)
			}
		})
	}
}

// mutatedText changes a few characters, numbers or lines.
func mutatedText(rnd *rand.Rand, s string) string {
	parts := []string{`"`, "[", "]", "{", "=", "-", "\n", "0", "1e400", "nan", "999999999999", "-1", "\x00", "\xff", "..", "i", "**"}
	numbers := []string{"0", "-1", "4294967296", "1e308", "2147483648", "16777216", "1", `"n"`, "[]", "1e-320", "nan", "inf"}
	for range 1 + rnd.IntN(3) {
		at, lines := rnd.IntN(len(s)+1), strings.Split(s, "\n")
		i, j := rnd.IntN(len(lines)), rnd.IntN(len(lines))
		switch rnd.IntN(6) {
		case 0:
			s = s[:at] + parts[rnd.IntN(len(parts))] + s[at:]
		case 1:
			if all := regexp.MustCompile(`\d+(\.\d+)?`).FindAllStringIndex(s, -1); len(all) > 0 {
				m := all[rnd.IntN(len(all))]
				s = s[:m[0]] + numbers[rnd.IntN(len(numbers))] + s[m[1]:]
			}
		case 2:
			s = strings.Join(slices.Delete(lines, i, i+1), "\n")
		case 3:
			lines[i], lines[j] = lines[j], lines[i]
			s = strings.Join(lines, "\n")
		case 4:
			s = strings.Join(slices.Insert(lines, j, lines[i]), "\n")
		default:
			s = s[:at] + s[min(len(s), at+1+rnd.IntN(20)):]
		}
	}
	return s
}

// mutatedModule changes a few words or instructions of a module.
func mutatedModule(rnd *rand.Rand, code []byte) []byte {
	const header = 5 // words
	words := make([]uint32, len(code)/4)
	for i := range words {
		words[i] = le.LittleEndian.Uint32(code[4*i:])
	}
	for range 1 + rnd.IntN(3) {
		var starts []int
		for p := header; p < len(words) && words[p]>>16 > 0; p += int(words[p] >> 16) {
			starts = append(starts, p)
		}
		if len(starts) == 0 {
			break
		}
		i, at := rnd.IntN(len(words)), starts[rnd.IntN(len(starts))]
		end := min(len(words), at+int(words[at]>>16))
		switch rnd.IntN(6) {
		case 0:
			words[i] = []uint32{0, 1, 2, 7, 0xFFFFFFFF, 0x7FFFFFFF}[rnd.IntN(6)]
		case 1:
			words[i] = words[rnd.IntN(len(words))]
		case 2:
			words[i] ^= 1 << rnd.IntN(32)
		case 3:
			words[i] += uint32(2*rnd.IntN(2)) - 1
		case 4:
			words = slices.Delete(words, at, end)
		default:
			words = slices.Insert(words, starts[rnd.IntN(len(starts))], slices.Clone(words[at:end])...)
		}
	}
	out := make([]byte, 0, 4*len(words))
	for _, w := range words {
		out = le.LittleEndian.AppendUint32(out, w)
	}
	return out
}

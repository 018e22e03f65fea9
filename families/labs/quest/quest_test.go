package quest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/assets"
	"kernelscope/compute"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/compute/simt/schedule"
	"kernelscope/open/labload"
)

// repairs has for each quest the reason why it fails, and edits that mend it: pairs of old and new text.
var repairs = map[string]struct {
	reason string
	edits  []string
}{
	"barrier": {"data race", []string{"	b[gl_G", "	barrier();\n	b[gl_G"}},
	"width": {"Sum[i] ==", []string{
		"sums[4]", "sums[128]", "i % 32 == 0", "subgroupElect()", "sums[i / 32]", "sums[gl_SubgroupID]", "#extension GL_KHR_shader_subgroup_arithmetic", "#extension GL_KHR_shader_subgroup_basic : require\n#extension GL_KHR_shader_subgroup_arithmetic",
		"	if (i == 0)\n		sum[gl_WorkGroupID.x] = sums[0] + sums[1] + sums[2] + sums[3];", "	if (i == 0) {\n		uint all = 0;\n		for (uint k = 0; k < gl_NumSubgroups; k++)\n			all += sums[k];\n		sum[gl_WorkGroupID.x] = all;\n	}",
	}},
	"append":        {"data race", []string{"slot = count;\n		count = slot + 1;", "slot = atomicAdd(count, 1);"}},
	"overflow":      {"B[i] ==", []string{"(a[i] + a[i ^ 1]) / 2", "(a[i] & a[i ^ 1]) + ((a[i] ^ a[i ^ 1]) >> 1)"}},
	"divergent":     {"barrier in divergent flow", []string{"	if (at >= a.length())\n		return;\n	sums[i] = a[at];", "	sums[i] = at < a.length() ? a[at] : 0;", "	b[at] = sums[i];", "	if (at < a.length())\n		b[at] = sums[i];"}},
	"uninitialized": {"uninitialized", []string{"	atomicAdd(counts[a", "	if (i < 16)\n		counts[i] = 0;\n	barrier();\n	atomicAdd(counts[a"}},
	"stale": {"data race", []string{
		"buffer Part", "coherent buffer Part",
		"	if (atomicAdd(done, 1) == groups - 1) {", "	memoryBarrierBuffer();\n	if (atomicAdd(done, 1) == groups - 1) {\n		memoryBarrierBuffer();",
	}},
	"aba": {"count(Next, # == i)", []string{
		"atomicCompSwap(head, first, after)", "atomicCompSwap(head, first, (first & 0xffff0000) + 0x10000 | after)", "atomicCompSwap(head, first, node)", "atomicCompSwap(head, first, (first & 0xffff0000) + 0x10000 | node)",
	}},
	"capacity": {"List", []string{"slot <= list", "slot < list"}},
	"banks":    {"conflicts of banks", []string{"tile[32][32]", "tile[32][33]"}},
	"rows":     {"sectors", []string{"b[i * 16 + k] = 2 * a[i * 16 + k];", "b[k * 256 + i] = 2 * a[k * 256 + i];"}},
	"flag": {"data race", []string{
		"	values[g] = sum;", "	values[g] = sum;\n	memoryBarrierBuffer();", "atomicOr(flags[k], 0);", "atomicOr(flags[k], 0);\n		memoryBarrierBuffer();",
	}},
	"fill":  {"data race", []string{"	if (i < 16)", "	if (pass == 0 && i < 16)"}},
	"spill": {"Distances", []string{"		far[slot] = node;", "		far[slot] = node;\n	else\n		atomicOr(lost, 1);"}},
	"progress": {"does not end", []string{
		"while ((seen & 1) == 0)", "for (uint k = 0; k < 8 && (seen & 1) == 0; k++)",
		"		before = seen >> 1;", "		before = seen >> 1;\n		for (uint k = 0; k < g && (seen & 1) == 0; k++)\n			before += a[k];",
	}},
}

// Each kernel fails for its reason, and is solved by its repair.
func TestQuests(t *testing.T) {
	if n := len(labload.Quests()); n != 15 || n != len(repairs) {
		t.Fatalf("%d quests, %d repairs", n, len(repairs))
	}
	for name, r := range repairs {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			text, err := assets.Labs.ReadFile("quests/" + name + ".comp")
			if err != nil {
				t.Fatal(err)
			}
			judge := func(text string) string {
				if err := os.WriteFile(filepath.Join(dir, name+".comp"), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				reason, err := Judge(t.Context(), name, dir)
				if err != nil {
					t.Fatal(err)
				}
				return reason
			}
			reason := judge(string(text))
			if !strings.Contains(reason, r.reason) {
				t.Errorf("the fault: %q", reason)
			}
			t.Log(reason)
			mended := strings.NewReplacer(r.edits...).Replace(string(text))
			if reason := judge(mended); reason != "" {
				t.Errorf("mended: %s\n%s", reason, mended)
			}
			if len(Task(name)) < 30 {
				t.Errorf("the task is %q", Task(name))
			}
		})
	}
}

// What does not compile, or does not belong to the quest, is told.
func TestWrongAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "no such file",
		"#version 450\nvoid x": "barrier.comp:",
		"#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer A { uint a[]; };\nvoid main() { a[gl_GlobalInvocationID.x] = 0; }\n":                                                    "B[i]",
		"#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer A { uint a[]; };\nlayout(binding = 1) buffer B { uint b[]; };\nvoid main() { while (a[0] != 1) a[0] = 2; b[0] = 1; }\n": "it does not end",
	} {
		dir := t.TempDir()
		if text != "" {
			if err := os.WriteFile(filepath.Join(dir, "barrier.comp"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		reason, err := Judge(t.Context(), "barrier", dir)
		if err != nil || reason == "" || !strings.Contains(reason, want) {
			t.Errorf("%q: %q, %v", text, reason, err)
		}
	}
}

// A dispatch that does not end stops with its context.
func TestCancelled(t *testing.T) {
	l, err := labload.Read(t.Context(), labload.QuestPrefix+"progress")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	i := onsimt.New(4)
	i.Machine.Resident = 40
	if i.Machine.Scheduler, err = schedule.New("reversed", nil); err != nil {
		t.Fatal(err)
	}
	i.Before = func(compute.Grid, compute.Call, [][]uint32) { cancel() }
	if err := finish(ctx, l.Lab, i); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"kernelscope/compute/prove"
	"kernelscope/compute/simt/onsimt"
)

// Case is an algorithm of the program with small inputs that matter.
type Case struct {
	Name string
	// Line is a run command, which verifies its result. Of alternatives in braces, such as {a|b}, a trial takes one; {seed} is a number.
	Line string
}

// Inputs at the edges of workgroups, partitions and capacities.
const (
	graphs     = "{gen:grid,width=20,height=10,seed={seed}|gen:grid,width=20,height=10,seed={seed}|gen:grid,width=1,height=1|gen:grid,width=2,height=1|gen:grid,width=14,height=14,most=1,seed={seed}|gen:adversarial,kind=star,nodes=200|gen:adversarial,kind=path,nodes=40|gen:adversarial,kind=zero,nodes=150,seed={seed}|gen:kronecker,scale=7,seed={seed}|gen:adversarial,kind=hubs,nodes=103,seed={seed}|gen:adversarial,kind=heavy,nodes=100,seed={seed}}"
	big        = "{gen:grid,width=40,height=32,seed={seed}|gen:adversarial,kind=hubs,nodes=1500,seed={seed}|gen:kronecker,scale=10,seed={seed}|gen:adversarial,kind=heavy,nodes=300,seed={seed}|gen:adversarial,kind=fan,nodes=850,seed={seed}}"
	sizes      = " -n {1|2|33|96|96|160|192|255|257|700|1000|1500|2049} " // for partitions of 32 keys and more
	dists      = "--dist {random|few|constant|sorted|reversed|special} "
	order      = " {|--desc} {|--payload} {|||--bits 11|--bits 30} --seed {seed} --verify"
	keys       = dists + "--type {u32|i32|f32|u64|u64|u64}" + order
	clips      = "gen:clip,elements={0|1|2|64|65|129|192|512|700|1500|2000|4000|5000|5000|5000|8000},shape={random|zigzag|deep|wide|adversarial|stairs|pits},cut={0|0|9|200|900},seed={seed} --boxes={true|false} --verify"
	stairs     = "--workgroup {64|128} --window {1|64|128} gen:clip,elements=9000,shape=stairs --boxes=true --verify"                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                         // more noted partitions than shared memory has boxes for
	fronts     = "{gen:grid,width=20,height=10,seed={seed}|gen:grid,width=20,height=10,seed={seed}|gen:grid,width=1,height=1|gen:grid,width=2,height=1|gen:adversarial,kind=star,nodes=200|gen:adversarial,kind=path,nodes=40|gen:adversarial,kind=zero,nodes=150,seed={seed}|gen:adversarial,kind=zero,nodes=150,seed={seed}|gen:kronecker,scale=7,seed={seed}|gen:kronecker,scale=7,seed={seed}|gen:adversarial,kind=hubs,nodes=150,seed={seed}|gen:adversarial,kind=heavy,nodes=100,seed={seed}|gen:adversarial,kind=fan,nodes=120,seed={seed}|gen:adversarial,kind=burst,nodes=150|gen:adversarial,kind=burst,nodes=150}" // with frontiers of many kinds
	sparse     = "gen:kronecker,scale=4,factor={1|4},most=9000,seed={seed}"                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   // buckets that turn out to be empty
	wide       = " --delta auto --rule {auto|adaptive} --stall {auto|on}"
	buckets    = " --delta {500|8000|30000|auto|auto} --rule {auto|adaptive} --stall {auto|on} --finish {auto|bucket}"
	searches   = " -s {#0|#0|random} -t {all|all|random} --seed {seed} --verify"
	concurrent = " {-s #0|-s #0|-s random|-s random --concurrent 3 -n 3} -t {all|all|random} --seed {seed} --verify"
	patient    = "10000" // looks, far more than workgroups need that run alike
	pairs      = " -n {1|31|32|33|64|100|300} --seed {seed} --verify"
)

// Cases lists what 'prove' tries without arguments.
var Cases = []Case{
	{"near-far", "sssp " + graphs + " -a nearfar" + buckets + " --batch {1|4|16} --workgroup {32|64|128}" + searches},
	{"near-far-append", "sssp {" + graphs + "|" + graphs + "|" + sparse + "} -a nearfar-append --count {auto|on}" + buckets + " --batch {1|4|16} --workgroup {32|64|128}" + searches},
	{"delta-stepping", "sssp " + graphs + " -a deltastep" + buckets + " --batch {1|4|16} --workgroup {32|64|128}" + searches},
	{"frontier", "{" + strings.Repeat("sssp "+fronts+" -a frontier --delta {5|2000|20000|auto} --rho {1|64|auto} --together {1|1|2|4|16} --alone {1|8|auto} --workgroup {32|32|128|auto}"+concurrent+"|", 6) +
		strings.Repeat("sssp {gen:grid,width=20,height=10,seed={seed}|gen:kronecker,scale=7,seed={seed}} -a frontier --delta {20|200} --rho {1|64} --together {1|2|4} --alone 1 --workgroup 32 -s random -t {all|random} --seed {seed} --verify|", 4) +
		"sssp gen:kronecker,scale=9,factor=32,seed={seed} -a frontier --delta auto --together 1 --alone 1 --workgroup 512 -s random -t {all|random} --seed {seed} --verify|" +
		"sssp gen:adversarial,kind=path,nodes=9 -a frontier --workgroup 32 -s random --concurrent 40 -n 40 -t {all|random} --seed {seed} --verify}"},
	{"radix", "sort -a radix --workgroup {32|32|64|256|512|auto} --items {1|1|2|3|auto}" + sizes + keys},
	{"halves", "sort -a batcher --mapping {auto|element} " + dists + "{--type {u32|i32|f32|f32|f32} -n {2001|2880|2900|3840}|--type u64 -n {1001|1024|1300|1344|1344|1792}}" + order},
	{"radix4", "sort -a radix4 --workgroup {32|32|64|auto} --items {1|1|2|3|auto}" + sizes + mostly("--counters {global|shared|subgroup} --digit {auto|auto|5|8|8} "+keys, "--bits 4 --places {atomics|global} --type {u32|u64} {|--desc} --seed {seed} --verify")},
	{"batcher", "sort -a batcher --mapping {auto|element}" + sizes + keys},
	{"batcher-fused", "sort -a batcher-fused --workgroup {32|32|64|auto} --items {2|4|8|auto}" + sizes + keys},
	{"scan", "sums -n {1|2|255|257|1024|1025|1500|5000|40000|40000} --workgroup {32|64|512|auto} --passes {1|2|2} --assign {tickets|numbers} --seed {seed}"},
	{"tree", "clip -a tree --workgroup {64|64|64|128|512|512} --items {1|1|2|4|auto} --few {1|1|64|128|128|auto} " + clips},
	{"look-back", "clip -a lookback {" + strings.Repeat("--workgroup {64|64|128|512} --items {1|1|2|4|auto} --window {1|4|64|128|auto} {|--back-links} "+clips+"|", 6) + "--items 1 " + stairs + "}"},
	{"shuffle", "clip -a shuffle {" + strings.Repeat("--workgroup {16|64|auto} --window {1|64|auto} {|--back-links} "+clips+"|", 6) + stairs + "}"},
	{"snapshot", "clip -a snapshot --workgroup {16|64|auto} {|--back-links} " + clips},
	{"json", "clip gen:json,bytes={0|1|31|32|33|1000|4096|8191|8192|8193|8200|16383|16384|16385|20000|30000},kind={records|escapes|escapes|escapes|deep|comments},seed={seed} --read device -a {tree --few {1|64|auto}|lookback --window {1|4|auto} {|--back-links}} --items {1|1|2|4|auto} --workgroup {64|128} --verify"},
	{"pair", "bfs " + fronts + " --scheme pair --form {auto|roads|hubs} --list {16|64|auto} --groups {1|3|auto} --workgroup {8|32|auto}" + pairs},
	{"rows", "bfs {gen:adversarial,kind=star,nodes=1200|gen:kronecker,scale=7,seed={seed}|" + graphs + "} --scheme rows --form {auto|roads|hubs} --hub {32|32|auto} --columns {128|512|2048|auto|auto} --workgroup {64|128|128|auto} --defer {2|auto} {|--closeness}" + pairs},
	{"joint", "bfs " + graphs + " {--scheme coalesced --columns {auto|auto|128|128|256|2048} --vote {shared|ballot}|--scheme bottom-up --columns {auto|auto|128|128|256|2048} --vote {shared|ballot} --share {auto|1|8}|--scheme workgroups --vote {shared|ballot}|--scheme ms-bfs} {|--counters} --groups {1|3|auto} --workgroup {8|32|auto}" + pairs},
	{"naive", "bfs gen:grid,width={8|8|16},height={6|12},seed={seed} --scheme naive --columns {auto|auto|auto|auto|auto|256} --vote {shared|ballot} {|--counters} --groups {1|3|auto} --workgroup {8|32|auto} -n {1|4|9|400} --seed {seed} --verify"},
	{"uber", "bfs " + graphs + " --scheme uber --groups {1|2|3} --looks {1|9|" + patient + "|" + patient + "} --batch {1|4} --workgroup {8|32|auto}" + pairs},
	{"prepared", "sssp {" + graphs + "|" + graphs + "|gen:kronecker,scale=8,seed={seed}} -a prepared --subtree {1|16|auto} --upper {1|16|auto} --rows {1|2|auto} --climbers {128|128|auto}" + concurrent},
	{"access", "access {" + graphs + "|gen:kronecker,scale=7,seed={seed}} -a prepared --sample {3|10|40} --seed {seed} --verify"},
}

// narrow are the limits of devices in the trials of an algorithm: words of a buffer, and invocations of a workgroup.
var narrow = map[string]struct{ words, workgroup int }{"halves": {2000, 32}}

// Work returns the work of a trial.
func (c Case) Work(h Host, seed uint64) prove.Work {
	work := h.work(seed, c.Draw(seed))
	most, ok := narrow[c.Name]
	if !ok {
		return work
	}
	return func(ctx context.Context, i *onsimt.Interpreter) error {
		i.Words, i.Workgroup = most.words, most.workgroup
		return work(ctx, i)
	}
}

// mostly returns a choice that is usual in five of six trials.
func mostly(usual, rare string) string { return "{" + strings.Repeat(usual+"|", 5) + rare + "}" }

var choice = regexp.MustCompile(`\{[^{}]*\}`)

// Draw returns the command of a trial, split at blanks. Some trials have larger graphs, which take long.
func (c Case) Draw(seed uint64) []string {
	rnd, line := rand.New(rand.NewPCG(seed, 3)), c.Line
	if (strings.Contains(line, buckets) || c.Name == "frontier" || c.Name == "pair") && seed%16 == 5 {
		line = strings.NewReplacer(graphs, big, fronts, big, buckets, wide).Replace(line)
	}
	for choice.MatchString(line) {
		line = choice.ReplaceAllStringFunc(line, func(s string) string {
			if s = s[1 : len(s)-1]; s == "seed" {
				return fmt.Sprint(1 + rnd.IntN(1000))
			}
			options := strings.Split(s, "|")
			return options[rnd.IntN(len(options))]
		})
	}
	return strings.Fields(line)
}

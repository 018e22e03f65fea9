package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/internal/shard"
	"kernelscope/scene/gen"
)

// AddShard adds --shard, with which a command computes one part of the output of -o, in a file
// of its own.
func AddShard(c *cobra.Command, p *shard.Part, cut string) {
	c.Flags().Var(p, "shard", "compute only part i of n "+cut+", numbered from 0; the name of the file gets the number, and 'viewer merge' joins the parts")
}

// CheckShard returns an error if a part has no output, or one in an unsupported format.
func CheckShard(p shard.Part, path, ending string) error {
	if p.On() && filepath.Ext(path) != ending {
		return Usage("--shard needs -o with a name that ends in %s", ending)
	}
	return nil
}

// partOf is the part that a command line asks for.
func partOf(c *cobra.Command) shard.Part {
	if f := c.Flags().Lookup("shard"); f != nil {
		if p, ok := f.Value.(*shard.Part); ok {
			return *p
		}
	}
	return shard.Part{}
}

// apart are flags that results do not depend on.
var apart = []string{"shard", "output", "force", "device", "timeout", "verbose", "json", "no-config", "verify"}

// WholeCommand returns a command line without the words that differ between parts of a result:
// the part, outputs, the device, and the folders of files.
func WholeCommand(c *cobra.Command, args []string) string {
	words := strings.Fields(c.CommandPath())[1:]
	for _, a := range args {
		words = append(words, inFolder(a))
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(apart, f.Name) {
			return
		}
		value := f.Value.String()
		if _, ok := f.Annotations[reads]; ok {
			value = inFolder(value)
		}
		words = append(words, "--"+f.Name+"="+value)
	})
	return strings.Join(words, " ")
}

// inFolder is the name of a file in its folder; of a text that says what to make, all of it.
func inFolder(path string) string {
	if strings.HasPrefix(path, gen.Prefix) || path == "" {
		return path
	}
	return filepath.Base(path)
}

// Origin adds the origin of a part to its facts. Asked describes the whole request. A whole
// does not change.
func Origin(facts map[string]string, c *cobra.Command, args []string, asked any) error {
	p := partOf(c)
	if !p.On() {
		return nil
	}
	sum := sha256.New()
	if err := json.NewEncoder(sum).Encode(asked); err != nil {
		return err
	}
	facts[shard.Shard], facts[shard.Command], facts[shard.Question] = p.String(), WholeCommand(c, args), hex.EncodeToString(sum.Sum(nil))
	return nil
}

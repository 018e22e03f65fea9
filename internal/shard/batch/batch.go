// Package batch writes jobs for cluster schedulers that compute all parts of a result: an array
// of Slurm, an Indexed Job of Kubernetes. It submits nothing.
package batch

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// Job describes a job that computes the parts of a command's result.
type Job struct {
	Name    string
	Program string   // viewer, as the machines of the cluster find it
	Command []string // the words of a command, without --shard
	Output  string   // what its -o names
	Parts   int
	Time    string // most time of a part, as Slurm writes it; empty for any

	// Of Slurm. An element of the array takes a node with GPUs of it, and makes as many parts.
	GPUs    int
	Devices []string // --device of each GPU; empty for their numbers
	Gres    bool     // ask for the GPUs: a cluster may not list them

	// Of Kubernetes.
	Image, Claim string // the container's image, and the volume that is its /work
}

// Slurm writes the script of a job array.
func (j Job) Slurm() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("#!/bin/bash")
	line("#SBATCH --job-name=%s", j.Name)
	line("#SBATCH --array=0-%d", j.Parts/j.GPUs-1)
	line("#SBATCH --nodes=1")
	line("#SBATCH --ntasks-per-node=%d", j.GPUs)
	if j.Gres {
		line("#SBATCH --gres=gpu:%d", j.GPUs)
	}
	if j.Time != "" {
		line("#SBATCH --time=%s", j.Time)
	}
	line("#SBATCH --requeue")
	line("#SBATCH --open-mode=append")
	line("#SBATCH --output=%s-%%A_%%a.log", j.Name)
	line("# Makes %d parts of %s. When all elements have ended:", j.Parts, quoted(j.Output))
	line("#   %s merge %s -o %s", quoted(j.Program), quoted(filepath.Dir(j.Output)), quoted(filepath.Base(j.Output)))
	line("set -eu")
	line("mkdir -p %s", quoted(filepath.Dir(j.Output)))
	line("# Each task of an element takes the GPU of its number on the node. A part is renamed when it")
	line("# is complete: an element that runs again makes its parts again.")
	device := `"$SLURM_LOCALID"`
	if len(j.Devices) > 0 {
		line("export DEVICES=%s", quoted(strings.Join(j.Devices, " ")))
		device = `"${devices[SLURM_LOCALID]}"`
	}
	line("srun --kill-on-bad-exit=1 bash -c '")
	if len(j.Devices) > 0 {
		line("\tread -ra devices <<<\"$DEVICES\"")
	}
	line("\tpart=$((SLURM_ARRAY_TASK_ID * %d + SLURM_LOCALID))", j.GPUs)
	line("\texec \"$@\" --force --device %s --shard \"$part/%d\"", device, j.Parts)
	line("' part %s", strings.Join(quotedAll(append([]string{j.Program}, j.Command...)), " "))
	return b.String()
}

// Kubernetes writes an Indexed Job, a pod for each part.
func (j Job) Kubernetes() string {
	words := []string{}
	for _, w := range append([]string{j.Program}, j.Command...) {
		words = append(words, text(strings.ReplaceAll(w, "$(", "$$("))) // which would name a variable
	}
	words = append(words, text("--force"), text("--shard"), text(fmt.Sprintf("$(JOB_COMPLETION_INDEX)/%d", j.Parts)))
	return fmt.Sprintf(`# Makes %[2]d parts of %[3]s. When the job is complete:
#   %[4]s merge %[5]s -o %[6]s
apiVersion: batch/v1
kind: Job
metadata:
  name: %[1]s
spec:
  completionMode: Indexed
  completions: %[2]d
  parallelism: %[2]d
  backoffLimit: %[7]d
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: part
        image: %[8]s
        workingDir: /work
        command: [%[9]s]
        env:
        - {name: NVIDIA_DRIVER_CAPABILITIES, value: "compute,graphics,utility"}
        resources:
          limits: {nvidia.com/gpu: 1}
        volumeMounts:
        - {name: work, mountPath: /work}
      volumes:
      - name: work
        persistentVolumeClaim: {claimName: %[10]s}
`, text(j.Name), j.Parts, quoted(j.Output), quoted(j.Program), quoted(filepath.Dir(j.Output)), quoted(filepath.Base(j.Output)),
		attempts*j.Parts, text(j.Image), strings.Join(words, ", "), text(j.Claim))
}

// attempts is how many pods of a part may fail, on average.
const attempts = 3

// text is a string of YAML, which reads JSON's strings.
func text(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // every text has a form
	return strings.TrimSuffix(b.String(), "\n")
}

// quoted is a word that a shell leaves as it is.
func quoted(word string) string {
	plain := func(r rune) rune {
		if r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,+@%^", r)) {
			return -1
		}
		return r
	}
	if word != "" && strings.Map(plain, word) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func quotedAll(words []string) (out []string) {
	for _, w := range words {
		out = append(out, quoted(w))
	}
	return out
}

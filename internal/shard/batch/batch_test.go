package batch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// odd are words that shells and YAML have a meaning for.
var odd = []string{"run", "table", "a b's.gr", "$(rm)", `"x"`, "#1", "", "é", "-o", "parts/t.parquet"}

// nodes stand for Slurm: each element of the array has its tasks, one after the other.
const nodes = `#!/bin/bash
shift
for SLURM_LOCALID in 0 1; do export SLURM_LOCALID; "$@"; done
`

// A script starts the command for each part, with its words as they are, on the device of the
// task.
func TestSlurm(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	bin, dir := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"srun": nodes, "viewer": "#!/bin/bash\nprintf '%s\\n' \"$@\" >\"parts/${@: -1:1}\"\n"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, devices := range [][]string{nil, {"uuid:GPU-a", "uuid:b"}} {
		script := Job{Name: "j", Program: "viewer", Command: odd, Output: "parts/t.parquet", Parts: 6, GPUs: 2, Devices: devices}.Slurm()
		if !strings.Contains(script, "#SBATCH --array=0-2\n") || strings.Contains(script, "gres") {
			t.Error(script)
		}
		for element := range 3 {
			c := exec.Command("bash", "-c", strings.ReplaceAll(script, "$part/6", "$part-6"))
			c.Dir, c.Env = dir, append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", element))
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		for part := range 6 {
			b, err := os.ReadFile(filepath.Join(dir, "parts", fmt.Sprintf("%d-6", part)))
			device := fmt.Sprint(part % 2)
			if devices != nil {
				device = devices[part%2]
			}
			want := append(slices.Clone(odd), "--force", "--device", device, "--shard", fmt.Sprintf("%d-6", part))
			if got := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n"); err != nil || !slices.Equal(got, want) {
				t.Errorf("part %d is made by %q, want %q (%v)", part, got, want, err)
			}
		}
		if err := os.RemoveAll(filepath.Join(dir, "parts")); err != nil {
			t.Fatal(err)
		}
	}
}

// indexed is what an Indexed Job consists of, by the reference of batch/v1.
type indexed struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		CompletionMode string `yaml:"completionMode"`
		Completions    int
		Parallelism    int
		BackoffLimit   int `yaml:"backoffLimit"`
		Template       struct {
			Spec struct {
				RestartPolicy string `yaml:"restartPolicy"`
				Containers    []struct {
					Name, Image  string
					WorkingDir   string `yaml:"workingDir"`
					Command      []string
					Env          []struct{ Name, Value string }
					Resources    struct{ Limits map[string]int }
					VolumeMounts []struct {
						Name      string
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
				Volumes []struct {
					Name  string
					Claim struct {
						Name string `yaml:"claimName"`
					} `yaml:"persistentVolumeClaim"`
				}
			}
		}
	}
}

// The YAML has the structure of an Indexed Job and no other keys, and its words stay as they are.
func TestKubernetes(t *testing.T) {
	var job indexed
	d := yaml.NewDecoder(strings.NewReader(Job{Name: "yes", Program: "viewer", Command: odd, Output: "parts/t.parquet", Parts: 7, Image: "r/i:1", Claim: "work"}.Kubernetes()))
	d.KnownFields(true)
	if err := d.Decode(&job); err != nil {
		t.Fatal(err)
	}
	s := job.Spec
	if job.APIVersion != "batch/v1" || job.Kind != "Job" || job.Metadata.Name != "yes" || s.CompletionMode != "Indexed" || s.Completions != 7 || s.Parallelism != 7 || s.BackoffLimit != 21 {
		t.Errorf("got %+v", job)
	}
	pod := s.Template.Spec
	if len(pod.Containers) != 1 || len(pod.Volumes) != 1 || pod.RestartPolicy != "Never" || pod.Volumes[0].Claim.Name != "work" || pod.Volumes[0].Name != pod.Containers[0].VolumeMounts[0].Name {
		t.Fatalf("got %+v", pod)
	}
	c := pod.Containers[0]
	want := slices.Concat([]string{"viewer"}, odd, []string{"--force", "--shard", "$(JOB_COMPLETION_INDEX)/7"})
	want[slices.Index(want, "$(rm)")] = "$$(rm)"
	if !slices.Equal(c.Command, want) || c.Image != "r/i:1" || c.Resources.Limits["nvidia.com/gpu"] != 1 || c.WorkingDir != c.VolumeMounts[0].MountPath || !strings.Contains(c.Env[0].Value, "graphics") {
		t.Errorf("got %+v", c)
	}
}
